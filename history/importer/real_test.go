package importer

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history"
)

// The files were written by the releases that they are named after, against an
// API that refused gpt-5.6-sol.
func TestRealSessionsAreCountedExactly(t *testing.T) {
	const (
		good    = "gpt-5.6-sol answered"
		refused = "gpt-5.6-sol refused"
		failed  = "gpt-5.6-sol failed"
		silent  = "gpt-5.6-sol unanswered" // up to 0.144.6 the error is not written down
	)
	for name, want := range map[string][]string{
		"0.106.0-second-turn-refused":      {good, silent},
		"0.106.0-tool-then-refused":        {silent},
		"0.106.0-fork":                     {good, silent, "gpt-5.3-codex answered"},
		"0.144.6-wider-workspace":          {good, silent},
		"0.144.6-exec-resumed":             {silent, "gpt-5.6-terra answered"},
		"0.171.0-second-turn-refused":      {good, refused},
		"0.171.0-goal-and-compact-refused": {good, refused, refused},
		"0.171.0-exec-tool-then-refused":   {refused},
		"0.171.0-fork":                     {"gpt-6.2-sol answered"},
		"0.171.0-auto-review":              {refused},
		"0.171.0-review-refused":           {good, refused},
		"0.144.6-review-refused":           {good, silent},
		"0.171.0-model-limit":              {failed},
		"0.155.1-context-window":           {failed},
		"0.80.0-exec":                      {good},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.real(name)
			report := h.importAll()
			if diff := cmp.Diff(want, h.outcomes()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if report.Turns != len(want) || report.Lines != 0 || len(report.Skipped) != 0 {
				t.Errorf("%+v", report)
			}
		})
	}
}

// What an error means is said by the words that it came with, and by codex_error_info.
func TestErrorsOfRealSessionsHaveTheirClass(t *testing.T) {
	for name, want := range map[string]string{
		"0.171.0-second-turn-refused": "capacity", "0.171.0-usage-limit": "usage_limit", "0.171.0-model-limit": "usage_limit",
		"0.155.1-context-window": "context_window", "0.163.0-unavailable": "server_error", "0.171.0-stream-cut": "network",
		"0.106.0-second-turn-refused": "",
	} {
		h := newHome(t)
		h.real(name)
		h.importAll()
		if turns := h.turns(); turns[len(turns)-1].Class != want {
			t.Errorf("%s: %q", name, turns[len(turns)-1].Class)
		}
	}
}

func TestATurnThatAForkRepeatsIsCountedOnceInAnyOrder(t *testing.T) {
	names := []string{"0.106.0-second-turn-refused", "0.106.0-fork"}
	var first []history.Turn
	for range 2 {
		h := newHome(t)
		for _, name := range names {
			h.real(name)
			h.importAll()
		}
		turns := h.turns()
		if len(turns) != 3 {
			t.Fatalf("%d turns", len(turns))
		}
		if d := turns[0].Duration; d < 50*time.Millisecond || d > time.Second {
			t.Errorf("the first turn took %v, and not the time of the copy", d)
		}
		for i := range turns {
			turns[i].Session = "" // either is right
		}
		if first == nil {
			first = turns
		} else if diff := cmp.Diff(first, turns); diff != "" {
			t.Error(diff)
		}
		slices.Reverse(names)
	}
}

func TestARepeatedTurnHasItsOwnTimeThoughItsSessionIsGone(t *testing.T) {
	h := newHome(t)
	h.real("0.106.0-fork")
	h.importAll()
	session, err := rollout.Read("../../codex/rollout/testdata/0.106.0-second-turn-refused.jsonl")
	h.must(err)
	for i, turn := range session.Turns {
		if d := turn.Started.Sub(h.turns()[i].Started).Abs(); d > time.Second {
			t.Errorf("turn %d: %v away from when it began", i, d)
		}
	}
}
