package recovery

import (
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
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
		if got := l.verdict(session, shown, false); got != c.tui {
			t.Errorf("%s, terminal interface: %d, want %d", name, got, c.tui)
		}
		if got := l.verdict(session, shown, true); got != c.exec {
			t.Errorf("%s, exec: %d, want %d", name, got, c.exec)
		}
	}
	if got := (&launch{run: &run{}, started: begun}).verdict(nil, shown, true); got != unheard {
		t.Errorf("no file: %d", got)
	}
}
