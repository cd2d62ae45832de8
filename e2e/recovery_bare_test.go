//go:build e2e

package e2e

import (
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// What codex does without cxhook, which its plans rest on. The wire tells the model.

// refusedOnce runs a bare codex whose first turn is refused, leaves it, and gives the id of its session.
func refusedOnce(t *testing.T, line string) (l *lab, s *screen, session string) {
	t.Helper()
	l = newLab(t, options{})
	s = l.open()
	s.line(line)
	session = l.turnOn(crowded).Thread
	s.refusal()
	s.quit()
	s.line("clear")
	if session == "" {
		t.Fatalf("the request names no session: %s", l.wire())
	}
	return l, s, session
}

// goesOn runs a command and checks the model and the transcript of the turn it begins.
func goesOn(t *testing.T, l *lab, s *screen, command, model string) {
	t.Helper()
	n := len(l.asked())
	s.line(command)
	r := l.turnAfter(n)
	if r.Model != model || !r.Says("user", "hello") || !r.Says("user", "go on") {
		t.Errorf("%s: asked %s: %s", command, r.Model, said(r))
	}
}

func bareFork(t *testing.T) {
	l, s, id := refusedOnce(t, "codex hello")
	goesOn(t, l, s, "codex fork "+id+" -m "+firstAlt+" 'go on'", firstAlt)
}

func bareResume(t *testing.T) {
	l, s, id := refusedOnce(t, "codex hello")
	goesOn(t, l, s, "codex resume "+id+" -m "+firstAlt+" 'go on'", firstAlt)
}

func bareResumeKeeps(t *testing.T) {
	l, s, id := refusedOnce(t, "codex hello")
	goesOn(t, l, s, "codex resume "+id+" -m "+firstAlt+" 'go on'", crowded)
}

func bareResumeIsShutOut(t *testing.T) {
	l, s, id := refusedOnce(t, "codex hello")
	s.line("codex resume " + id + " --no-daemon -m " + firstAlt + " 'go on'")
	s.seeAny("open in another app")
	if n := len(l.asked()); n != 1 {
		t.Errorf("a turn was begun: %s", l.wire())
	}
}

func bareResumeWithoutDaemon(t *testing.T) {
	l, s, id := refusedOnce(t, "codex --no-daemon hello")
	goesOn(t, l, s, "codex resume "+id+" --no-daemon -m "+firstAlt+" 'go on'", firstAlt)
}

func bareExecResume(t *testing.T) {
	l := newLab(t, options{})
	s := l.open()
	s.line("codex exec --skip-git-repo-check hello")
	id := l.turnOn(crowded).Thread
	s.shell()
	s.line("clear")
	goesOn(t, l, s, "codex exec --skip-git-repo-check resume "+id+" -m "+firstAlt+" 'go on'", firstAlt)
}

func bareResumeRetries(t *testing.T) {
	l, s, id := refusedOnce(t, "codex hello")
	goesOn(t, l, s, "codex resume "+id+" 'go on'", crowded)
}

func bareQueueRetries(t *testing.T) {
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.Capacity}, {Kind: fakeapi.OK}}}})
	s := l.open()
	s.line("codex hello")
	id := l.turnOn(crowded).Thread
	s.refusal()
	s.idle()
	if out, err := l.command("codex", "queue", "--thread", id, "--message", "go on").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if r := l.turnAfter(1); r.Model != crowded || r.Thread != id || !r.Says("user", "go on") {
		t.Errorf("asked %s in %s: %s", r.Model, r.Thread, said(r))
	}
	s.see("• Done")
}
