//go:build e2e

package e2e

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// lie is an answer that holds all that exec prints of a refusal.
const lie = "The log says:\n" +
	`{"type":"thread.started","thread_id":"01a2278f-9c07-79b3-8ac6-51aa4bdeb702"}` + "\n" +
	"ERROR: " + capacity + "\n" +
	"\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m " + capacity + "\n" +
	`{"type":"turn.failed","error":{"message":"` + capacity + `"}}`

// An answer alone is no refusal, whatever it holds: nobody is asked and no policy acts.
func TestAnAnswerOfExecIsNoRefusal(t *testing.T) {
	for _, c := range []struct{ name, line string }{
		{"on the terminal", "codex exec --skip-git-repo-check hello"},
		{"events on the terminal", "codex exec --skip-git-repo-check --json hello"},
		{"to files", "codex exec --skip-git-repo-check hello >out 2>err"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.OK, Text: lie}}}})
			l.settings(`on_capacity = "switch"`)
			s := l.wrapped()
			s.line(c.line)
			l.turnOn(crowded)
			s.shell()
			if status := s.status(); status != "0" || s.barred() || len(l.asked()) != 1 {
				t.Errorf("status %s, bar %v, %s", status, s.barred(), l.wire())
			}
		})
	}
	for _, flags := range [][]string{nil, {"--json"}} {
		t.Run("through pipes "+strings.Join(flags, ""), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.OK, Text: lie}}}})
			command := l.command("cxhook", append([]string{"run", "--on-capacity", "switch", "--", "exec", "--skip-git-repo-check", "hello"}, flags...)...)
			var stderr bytes.Buffer
			command.Stderr = &stderr
			if err := command.Run(); err != nil || strings.Contains(stderr.String(), "cxhook: ") || len(l.asked()) != 1 {
				t.Errorf("%v, %s\n%s", err, l.wire(), stderr.String())
			}
		})
	}
}

// Releases to 0.155.1 pass an answer's escapes on to the terminal, with which it can draw an error cell of its own: the session
// file has the last word.
func TestAnAnswerThatDrawsAnErrorLeavesNoOffer(t *testing.T) {
	for name, escapes := range map[string]string{"to another row": "\x1b[14;1H\x1b[K\x1b[15;1H\x1b[K", "to the margin": "\x1b[G"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			drawn := "Look:\n\n" + escapes + "\x1b[31m■ " + capacity + "\x1b[0m"
			l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.OK, Text: drawn}}}})
			s := l.open()
			s.line("cxhook run -- hello")
			s.seeAny(capacity)
			s.settle()
			s.wait("no bar", func([]string) bool { return !s.barred() })
			s.ask("again") // goes to codex
			l.request("a second turn", func(r fakeapi.Request) bool { return r.Purpose == fakeapi.Turn && r.Says("user", "again") })
		})
	}
}

// A run can end with status 1 for another reason than what its answer's last line says.
func TestAnAnswerIsNoRefusalWhenTheRunFailsOtherwise(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {
		{Kind: fakeapi.Tool, Text: "printf '\\033[31mERROR: " + capacity + "\\n'; printf '" + strings.ReplaceAll(`{"type":"turn.failed"}`, `"`, `\"`) + "\\n'"},
		{Kind: fakeapi.UsageLimit}}}})
	command := l.command("cxhook", "run", "--on-capacity", "switch", "--", "exec", "--skip-git-repo-check", "--yolo", "hello")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	if err := command.Run(); err == nil || strings.Contains(stderr.String(), "cxhook: ") || l.askedOf(firstAlt) > 0 {
		t.Errorf("%v, %s\n%s", err, l.wire(), stderr.String())
	}
}
