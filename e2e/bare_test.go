//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// These cases prove the lab: without cxhook the three releases do what the other cases build on.

func TestBareCodexShowsTheRefusal(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	s := l.open()
	s.line("codex")
	s.ask("hello")
	s.refusal()
	if r := l.turnOn(crowded); !r.Says("user", "hello") {
		t.Errorf("the turn asked %+v", r.Input)
	}
	s.quit()
	if status := s.status(); status != "0" {
		t.Errorf("status %s", status)
	}
	s.endsClean()
}

func TestBareCompactionIsRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: servedOnce, builtIn: true})
	s := l.open()
	s.line("codex hello")
	s.see("• Done")
	s.ask("/compact")
	s.see(glyph + " Error running remote compact task: " + capacity)
}

func TestBareExecFails(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	c := l.command("codex", "exec", "--skip-git-repo-check", "hello")
	var stderr strings.Builder
	c.Stderr = &stderr
	out, _ := c.Output() // the status is checked below
	want := 1
	if errorsTwice {
		want = 2
	}
	if n := strings.Count(stderr.String(), "ERROR: "+capacity); n != want || len(out) != 0 || c.ProcessState.ExitCode() != 1 {
		t.Errorf("%d errors, want %d; status %d; stdout %q; stderr:\n%s", n, want, c.ProcessState.ExitCode(), out, stderr.String())
	}
}
