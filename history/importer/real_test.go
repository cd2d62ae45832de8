package importer

import (
	"path/filepath"
	"slices"
	"strings"
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

// The thorough reader is the judge of everything that both read. It does not read the
// provider, which is the same in all samples.
func TestTheFastReaderAgreesWithTheThoroughOne(t *testing.T) {
	files, err := filepath.Glob("../../codex/rollout/testdata/*.jsonl")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		session, err := rollout.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		h := newHome(t)
		h.real(strings.TrimSuffix(filepath.Base(file), ".jsonl"))
		h.importAll()
		var want []history.Turn
		for _, turn := range session.Turns {
			want = append(want, history.Turn{
				ID: turn.ID, Session: session.ID, Model: turn.Model, Provider: "mock", Effort: turn.Effort,
				Error: turn.Error, Hidden: session.SubAgent,
			})
		}
		got := h.turns()
		for i, turn := range got {
			if turn.Started.Sub(session.Turns[i].Started) > 0 || turn.Duration < 0 || turn.Duration > time.Minute {
				t.Errorf("%s: %+v", file, turn)
			}
			got[i].Started, got[i].Duration, got[i].Outcome = time.Time{}, 0, ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", file, diff)
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
