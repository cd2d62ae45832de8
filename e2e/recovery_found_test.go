//go:build e2e

package e2e

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// commits makes a repository of the project, with one commit.
func (l *lab) commits() {
	l.t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.email=dev@example.org", "-c", "user.name=dev", "commit", "-q", "--allow-empty", "-m", "start"}} {
		git := exec.Command("git", args...)
		git.Dir = l.project
		if out, err := git.CombinedOutput(); err != nil {
			l.t.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
	}
}

// foundElsewhere: /worktree goes on in a copy of the conversation, of another directory; the one of before stays, and
// must not be taken for it.
func foundElsewhere(t *testing.T) {
	for _, c := range []struct{ name, set, mode string }{
		{"in place", "", "in_place"},
		{"by a new codex", relaunch, "fork"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{models: servedOnce})
			l.commits()
			l.settings(c.set)
			s := l.wrapped()
			s.line("codex hello")
			s.see("• Done")
			s.submit("/worktree")
			s.seeAny("1. Continue current conversation")
			s.settle()
			s.key("Enter")
			s.seeAny("Working directory changed to")
			s.settle()
			s.typed("and now")
			s.see("› and now")
			s.settle()
			s.key("Enter")
			s.leaves("and now", "Enter")
			before := l.request("the refused turn", func(r fakeapi.Request) bool { return r.Says("user", "and now") })
			s.answer("1", crowded, firstAlt)
			r := l.turnOn(firstAlt)
			if !r.Says("user", "and now") || c.mode == "in_place" && r.Thread != before.Thread {
				t.Errorf("%s was asked in %s, want %s: %s", firstAlt, r.Thread, before.Thread, said(r))
			}
			if !strings.Contains(said(r), "worktrees") {
				t.Errorf("not in the worktree: %s", said(r))
			}
			s.seeAny("now on " + firstAlt)
			if got := l.modes(); got != c.mode {
				t.Errorf("went on by %q, want %s", got, c.mode)
			}
		})
	}
}

// sideIsLeft: of a side conversation no file is kept, and the main one was not refused.
func sideIsLeft(t *testing.T) {
	l := newLab(t, options{models: servedOnce})
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Done")
	s.submit("/side what is this")
	s.refusal()
	s.seeAny("nothing to choose here")
	s.wait("screen without a bar", func([]string) bool { return !s.barred() })
	s.typed("1")
	s.see("› 1")
	s.settle()
	if n := l.askedOf(firstAlt); n != 0 {
		t.Errorf("%s was asked: %s", firstAlt, l.wire())
	}
}
