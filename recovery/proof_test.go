package recovery

import (
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/terminal"
)

func TestOfSeveralSessionsOnlyAProvedOneCounts(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	refusedAt := func(id string, at time.Time) *rollout.Session {
		return &rollout.Session{ID: id, Turns: []rollout.Turn{{Error: rollout.Overloaded, Ended: at}}}
	}
	answered := &rollout.Session{ID: "answered", Turns: []rollout.Turn{{Answered: true, Ended: ago(time.Minute)}}}
	running := &rollout.Session{ID: "running", Turns: []rollout.Turn{{}}}
	early, late := refusedAt("early", ago(time.Minute)), refusedAt("late", ago(10*time.Second))
	for _, c := range []struct {
		name     string
		sessions []*rollout.Session
		shown    time.Time
		want     string // "" for none
	}{
		{"the only refused one", []*rollout.Session{answered, late}, ago(10 * time.Second), "late"},
		{"the one refused when it was shown", []*rollout.Session{early, late}, ago(time.Minute), "early"},
		{"not one of two at about the same time", []*rollout.Session{early, refusedAt("x", ago(59*time.Second))}, ago(time.Minute), ""},
		{"not one of two without a time", []*rollout.Session{early, late}, time.Time{}, ""},
		{"not while one may still be written down", []*rollout.Session{running, refusedAt("just", now)}, now, ""},
		{"but once it must have been", []*rollout.Session{running, late}, ago(10 * time.Second), "late"},
		{"none that was not refused", []*rollout.Session{answered, answered}, ago(time.Second), ""},
	} {
		l := launch{started: ago(time.Hour)}
		got := ""
		if s := l.proved(c.sessions, clues{shown: c.shown}); s != nil {
			got = s.ID
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheSessionWhoseFileCodexHasOpenIsItsOwn(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir()) // as the folder of the sessions is found
	if err != nil {
		t.Fatal(err)
	}
	var sessions []*rollout.Session
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if name == "a" {
			f.Close()
		} else {
			defer f.Close()
		}
		sessions = append(sessions, &rollout.Session{ID: name, Path: path, Turns: []rollout.Turn{{}}})
	}
	l := launch{group: syscall.Getpgrp()}
	if s := l.proved(sessions, clues{}); s == nil || s.ID != "b" {
		t.Errorf("%+v, want b", s)
	}
}

func TestOfTwoRefusedAtOnceTheOneWhosePromptIsOnTheScreenCounts(t *testing.T) {
	now := time.Now()
	var sessions []*rollout.Session
	for id, prompt := range map[string]string{"a": "fix  the\nparser", "b": "fix the lexer", "c": "x"} {
		path := filepath.Join(t.TempDir(), id)
		line, err := json.Marshal(map[string]any{"type": "event_msg", "payload": map[string]any{"type": "user_message", "message": prompt}})
		if err == nil {
			err = os.WriteFile(path, line, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, &rollout.Session{ID: id, Path: path, Turns: []rollout.Turn{{Error: rollout.Overloaded, Ended: now}}})
	}
	const refusal = "Selected model is at capacity. Please try a different model."
	for _, c := range []struct{ screen, want string }{
		{"› fix the lexer\r\n\r\n■ Selected model is at\r\n  capacity. Please try a different model.\r\n\r\n› Ask Codex", "b"},
		{"› fix the\r\n  parser\r\n\r\n■ " + refusal, "a"},
		{"› what else\r\n\r\n■ " + refusal + "\r\n\r\n› fix the lexer", ""},
		{"  the end of a long prompt\r\n\r\n■ " + refusal, ""},
		{"› x\r\n\r\n■ " + refusal, "c"},
		{"› x\r\n\r\n• see › fix the lexer\r\n\r\n■ " + refusal, "c"},
	} {
		screen := terminal.NewScreen(40, 12)
		screen.Write([]byte("\x1b[H\x1b[J" + c.screen))
		l, got := launch{started: now.Add(-time.Hour)}, ""
		if s := l.proved(sessions, clues{shown: now, prompt: lastPrompt(screen, refusal)}); s != nil {
			got = s.ID
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.screen, got, c.want)
		}
	}
}
