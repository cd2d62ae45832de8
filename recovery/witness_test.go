package recovery

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/matcher"
)

func TestTheSessionFileHasTheLastWordOnARefusal(t *testing.T) {
	begun := time.Now()
	shown := begun.Add(time.Minute)
	turn := func(t rollout.Turn) []rollout.Turn {
		t.Started = shown.Add(-5 * time.Second)
		if t.Ended.IsZero() {
			t.Ended = shown
		}
		return []rollout.Turn{t}
	}
	running := []rollout.Turn{{Started: shown.Add(-5 * time.Second)}}
	before := []rollout.Turn{{Started: begun.Add(-time.Hour), Ended: begun.Add(-time.Hour), Answered: true}}
	for name, c := range map[string]struct {
		release   string
		turns     []rollout.Turn
		tui, exec verdict
	}{
		"refused":                          {"0.171.0", turn(rollout.Turn{Error: rollout.Overloaded}), upheld, upheld},
		"refused after part of an answer":  {"0.171.0", turn(rollout.Turn{Error: rollout.Overloaded, Answered: true}), upheld, upheld},
		"answered":                         {"0.171.0", turn(rollout.Turn{Answered: true}), refuted, refuted},
		"another error":                    {"0.171.0", turn(rollout.Turn{Error: "usage_limit_exceeded"}), refuted, refuted},
		"ended without a word":             {"0.171.0", turn(rollout.Turn{}), refuted, refuted},
		"interrupted":                      {"0.144.6", turn(rollout.Turn{Aborted: true}), refuted, refuted},
		"not written down yet":             {"0.171.0", running, unheard, unheard},
		"no turn":                          {"0.171.0", nil, unheard, unheard},
		"a turn of another day":            {"0.171.0", before, unheard, unheard},
		"old, ended without an answer":     {"0.144.6", turn(rollout.Turn{}), upheld, upheld},
		"old, with a part of an answer":    {"0.144.6", turn(rollout.Turn{Answered: true}), unheard, unheard},
		"old, running when the run was up": {"0.144.6", running, unheard, upheld},
	} {
		session := &rollout.Session{CLIVersion: c.release, Turns: c.turns}
		l := &launch{run: &run{}, started: begun}
		of := clues{shown: shown, class: matcher.Capacity}
		if got, _ := l.verdict(session, of, false); got != c.tui {
			t.Errorf("%s, terminal interface: %d, want %d", name, got, c.tui)
		}
		if got, _ := l.verdict(session, of, true); got != c.exec {
			t.Errorf("%s, exec: %d, want %d", name, got, c.exec)
		}
	}
	if got, _ := (&launch{run: &run{}, started: begun}).verdict(nil, clues{shown: shown}, true); got != unheard {
		t.Errorf("no file: %d", got)
	}
}

// Of the errors that words tell by a part of them the file says which it was. What was shown as a refusal for want of
// capacity was one or none.
func TestTheSessionFileNamesTheError(t *testing.T) {
	const (
		cut      = "stream disconnected before completion: Transport error: network error: error decoding response body"
		capacity = "Selected model is at capacity. Please try a different model."
	)
	for name, c := range map[string]struct {
		shown         matcher.Class
		unconfirmed   bool
		message, info string
		want          verdict
		class         matcher.Class // in force then
	}{
		"the same":                                   {matcher.UsageLimit, false, "You've hit your usage limit.", "usage_limit_exceeded", upheld, matcher.UsageLimit},
		"the same, by a part of the words":           {matcher.UsageLimit, true, "You've hit your usage limit.", "usage_limit_exceeded", upheld, matcher.UsageLimit},
		"another, by a part of the words":            {matcher.ServerError, true, cut, "response_stream_disconnected", upheld, matcher.Network},
		"another":                                    {matcher.ServerError, false, cut, "response_stream_disconnected", upheld, matcher.Network},
		"capacity shown, another in the file":        {matcher.Capacity, false, cut, "response_stream_disconnected", refuted, matcher.Network},
		"shown in words that nobody knows":           {matcher.Unknown, true, capacity, string(rollout.Overloaded), upheld, matcher.Capacity},
		"an error that nobody knows":                 {matcher.Unknown, true, "the frobnicator is stuck", "other", refuted, matcher.Unknown},
		"known by a part of words that are no error": {matcher.Network, true, "the frobnicator is stuck", "other", refuted, matcher.Unknown},
	} {
		got, said := clues{class: c.shown, unconfirmed: c.unconfirmed}.confirmed(matcher.Recorded(c.message, c.info))
		if got != c.want || said.Class != c.class {
			t.Errorf("%s: %d, %s, want %d, %s", name, got, said.Class, c.want, c.class)
		}
	}
}

// What was queued is sent some hundredths of a second behind the error, and may be the last in the file by then.
func TestWhatFailedIsFoundAmongWhatWasAsked(t *testing.T) {
	for name, c := range map[string]struct {
		prompts      []string
		screen, want string // the screen without blanks, from the prompt above the error on
	}{
		"the last":              {[]string{"hello", "fix the parser"}, "fixtheparser", "fix the parser"},
		"with a part of answer": {[]string{"hello", "fix the parser"}, "fixtheparser•Iwilldoso", "fix the parser"},
		"behind it a queued":    {[]string{"hello", "fix the parser", "and the lexer"}, "fixtheparser", "fix the parser"},
		"that begins the same":  {[]string{"fix the parser", "fix"}, "fixtheparser", "fix the parser"},
		"asked before too":      {[]string{"go on", "hello", "go on"}, "goon", "go on"},
		"not on the screen":     {[]string{"hello"}, "fixtheparser", ""},
		"nothing on the screen": {[]string{"hello"}, "", ""},
	} {
		path := filepath.Join(t.TempDir(), "rollout.jsonl")
		var lines strings.Builder
		for _, p := range c.prompts {
			fmt.Fprintf(&lines, `{"timestamp":"2026-11-29T15:26:04.264Z","type":"event_msg","payload":{"type":"user_message","message":%q}}`+"\n", p)
		}
		if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := asked(&rollout.Session{Path: path}, clues{prompt: c.screen}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
