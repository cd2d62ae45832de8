//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// usedTool answers with a tool's call, which is run unasked, and refuses what follows.
var usedTool = map[string]fakeapi.Script{crowded: {{Kind: fakeapi.Tool}, {Kind: fakeapi.Capacity}}}

// everyWayOn takes each of the ways that a plan can choose.
func everyWayOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		needs  feature
		models map[string]fakeapi.Script
		set    string // a line of cxhook's settings
		line   string
		typed  string   // the second prompt
		mode   string   // as written down
		says   []string // by the user, at last
		tool   bool     // its output is in the last request
	}{
		{"in place", daemon, servedOnce, "", "codex hello", "and now", "in_place", []string{"hello", "and now"}, false},
		{"fork by the settings", daemon, servedOnce, relaunch, "codex hello", "and now", "fork", []string{"hello", "and now"}, false},
		{"fork for want of a daemon", noDaemon, servedOnce, "", "codex hello", "and now", "fork", []string{"hello", "and now"}, false},
		{"resume beside the daemon", daemon, servedOnce, "", "codex --no-daemon hello", "and now", "resume", []string{"hello", "and now"}, false},
		{"fresh", always, nil, relaunch, "codex hello", "", "fresh", []string{"hello"}, false},
		{"exec anew", always, nil, "", "codex exec --skip-git-repo-check hello", "", "fresh", []string{"hello"}, false},
		{"exec with work done", always, usedTool, "", "codex exec --skip-git-repo-check --yolo hello", "", "exec_resume", []string{"hello"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			t.Parallel()
			l := newLab(t, options{models: c.models})
			l.settings(c.set)
			s := l.wrapped()
			s.line(c.line)
			if c.typed != "" {
				s.see("• Done")
				s.submit(c.typed)
			}
			s.answer("1", crowded, firstAlt)
			r := l.turnOn(firstAlt)
			for _, text := range c.says {
				if !r.Says("user", text) {
					t.Errorf("the request to %s lost %q: %s", firstAlt, text, said(r))
				}
			}
			if c.tool && !slices.ContainsFunc(r.Input, func(i fakeapi.Item) bool { return strings.Contains(i.Text, "cxhook-tool") }) {
				t.Errorf("the request to %s lost the work done: %s", firstAlt, said(r))
			}
			if !strings.Contains(c.line, "exec") {
				s.seeAny("now on " + firstAlt)
				s.quit()
			} else {
				s.shell()
			}
			if got := l.modes(); got != c.mode {
				t.Errorf("went on by %q, want %q", got, c.mode)
			}
			if n := l.askedOf(firstAlt); n != 1 {
				t.Errorf("%d turns on %s, want 1: %s", n, firstAlt, l.wire())
			}
			s.endsClean()
		})
	}
}

// againOnAnotherModel leaves a refusal unanswered.
func againOnAnotherModel(t *testing.T) {
	l := newLab(t, options{})
	s := l.wrapped()
	s.line("codex hello")
	s.bar(crowded, firstAlt)
	s.settle()
	s.key("C-c")
	s.shell()
	hint := "cxhook again " + firstAlt
	if rows := s.rows(); strings.Count(strings.Join(rows, "\n"), hint) != 1 {
		t.Errorf("the hint does not stand there once:\n%s", strings.Join(rows, "\n"))
	}
	s.line("clear; " + hint + "; clear")
	if r := l.turnOn(firstAlt); !r.Says("user", "hello") {
		t.Errorf("the request to %s lost the prompt: %s", firstAlt, said(r))
	}
	s.see("• Done")
	s.seeAny("now on " + firstAlt)
	s.quit()
	if text := strings.Join(s.rows(), "\n"); strings.Contains(text, "again") {
		t.Errorf("the hint came again:\n%s", text)
	}
	s.endsClean()
}

// sameModelAgain waits, in place and by a new codex; the wait is cut short as a user would.
func sameModelAgain(t *testing.T) {
	for _, c := range []struct {
		name  string
		needs feature
		set   string
		mode  string
	}{
		{"in place", daemon, "", "in_place"},
		{"by a new codex", always, relaunch, "resume"},
	} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			t.Parallel()
			l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.OK}, {Kind: fakeapi.Capacity}, {Kind: fakeapi.Capacity}, {Kind: fakeapi.OK, Text: "At last."}}}})
			l.settings(c.set)
			s := l.wrapped()
			s.line("codex hello")
			s.see("• Done")
			s.submit("and now")
			for n := 2; n < 4; n++ { // the first retry is refused too
				s.answer("w", crowded, firstAlt)
				s.seeAny("retry in")
				if got := len(l.asked()); got != n {
					t.Errorf("%d turns while it waits, want %d: %s", got, n, l.wire())
				}
				s.settleCountdown()
				s.key("Space")
				r := l.turnAfter(n)
				if r.Model != crowded || r.Thread != l.asked()[0].Thread || !r.Says("user", "hello") || !r.Says("user", "and now") {
					t.Errorf("the retry asked %s in %s: %s", r.Model, r.Thread, said(r))
				}
			}
			s.see("• At last.")
			s.quit()
			if got := l.modes(); got != c.mode+" "+c.mode {
				t.Errorf("went on by %q, want %s twice", got, c.mode)
			}
			s.endsClean()
		})
	}
}

// settleCountdown waits until the countdown's keys can be read, and reads them.
func (s *screen) settleCountdown() {
	s.t.Helper()
	s.seeAny(" space ") // its meaning is left away where there is no room
	read()
}

// policyActs: releases to 0.145 write no error down; there the end of the turn without an answer is the second witness.
func policyActs(t *testing.T) {
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: refused}})
	l.settings(`on_capacity = "switch"`)
	s := l.wrapped()
	s.line("codex hello")
	if r := l.turnOn(firstAlt); !r.Says("user", "hello") {
		t.Errorf("the request to %s lost what was asked: %s", firstAlt, said(r))
	}
	s.see("• Done")
	s.quit()
	s.endsClean()
}

// barOverAPicker: a wrap is pending behind the picker of 0.171.0.
func barOverAPicker(t *testing.T) {
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: refused}})
	s := l.wrapped()
	s.line("codex hello")
	s.bar(crowded, firstAlt)
	read()
	s.key("Escape")
	s.wait("no bar", func([]string) bool { return !s.barred() })
	s.submit("/model")
	s.seeAny("Select Model")
	s.key("C-]")
	s.bar(crowded, firstAlt)
	read()
	s.key("1")
	l.turnOn(firstAlt)
	s.see("• Done")
}
