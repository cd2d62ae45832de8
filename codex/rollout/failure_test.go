package rollout

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The files are of real releases. The limits were set by the answering server.
func TestATurnTellsWhyItFailedAndUntilWhen(t *testing.T) {
	type why struct {
		Error  Code
		Status int
		Model  string
		Resets int64
		Info   string // if it is not the error alone
	}
	for file, want := range map[string]why{
		"0.171.0-second-turn-refused": {Error: Overloaded},
		"0.171.0-usage-limit":         {Error: UsageLimit, Resets: 1796108650},
		"0.171.0-model-limit":         {Error: UsageLimit, Model: "gpt-5.6-sol", Resets: 1796105053},
		"0.155.1-context-window":      {Error: ContextWindow},
		"0.163.0-unavailable":         {Error: Connection, Status: 503, Info: "http_connection_failed:503"},
		"0.171.0-stream-cut":          {Error: Other},
		"0.144.6-wider-workspace":     {},
	} {
		s, err := Read("testdata/" + file + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		turn, _ := s.Last()
		got := why{turn.Error, turn.Status, turn.Limits.Model, 0, ""}
		if info := turn.Info(); info != string(turn.Error) {
			got.Info = info
		}
		if at := turn.Limits.Resets(); !at.IsZero() {
			got.Resets = at.Unix()
		}
		if diff := cmp.Diff(want, got); diff != "" || (turn.Error != "") != (turn.Message != "") {
			t.Errorf("%s: %q %s", file, turn.Message, diff)
		}
	}
}

func TestALimitIsWaitedForUntilAllThatIsUsedUpIsBack(t *testing.T) {
	const head, tail = `{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"token_count","info":null,"rate_limits":`, `}}`
	for limits, want := range map[string]int64{
		`{"primary":{"used_percent":100,"resets_at":7000},"secondary":{"used_percent":100.0,"resets_at":9000}}`: 9000,
		`{"primary":{"used_percent":99.5,"resets_at":7000},"secondary":null}`:                                   0,
		`{"primary":{"used_percent":100,"resets_at":null}}`:                                                     0,
		`{"primary":null,"secondary":null}`:                                                                     0,
		`null`:                                                                                                  0,
	} {
		s := read(t, metaLine, startTen, head+limits+tail)
		got := int64(0)
		if at := s.Turns[0].Limits.Resets(); !at.IsZero() {
			got = at.Unix()
		}
		if got != want {
			t.Errorf("%s: %d, want %d", limits, got, want)
		}
	}
}

func TestAReviewEndsWithItsFindings(t *testing.T) {
	for release, answered := range map[string]bool{
		"0.80.0-review-answered": true, "0.106.0-review-answered": true, "0.144.6-review-answered": true, "0.171.0-review-answered": true,
		"0.144.6-review-refused": false, "0.171.0-review-refused": false,
	} {
		s, err := Read("testdata/" + release + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		last, _ := s.Last()
		if last.Review != `{"type":"uncommittedChanges"}` && answered || last.Review == "" || last.Concluded != answered || last.Ended.IsZero() || last.Took > time.Minute {
			t.Errorf("%s: %+v", release, last)
		}
		if last.ReviewTurn == "" && release != "0.80.0-review-answered" || last.ReviewTurn == last.ID && last.ID != "" {
			t.Errorf("%s: the reviewer's turn is %q", release, last.ReviewTurn)
		}
	}
}

// To 0.98 no line marks a turn. 0.80.0 tells the settings behind the prompt, releases of 2025 before it.
func TestTurnsWithoutMarksRunWithTheSettingsToldForThem(t *testing.T) {
	at := func(second, kind, payload string) string {
		return `{"timestamp":"2026-01-29T10:00:` + second + `Z","type":"` + kind + `","payload":` + payload + `}`
	}
	prompt := func(second string) string { return at(second, "event_msg", `{"type":"user_message","message":"x"}`) }
	model := func(second, name string) string { return at(second, "turn_context", `{"model":"`+name+`"}`) }
	answer := func(second string) string { return at(second, "event_msg", `{"type":"agent_message","message":"x"}`) }
	for name, lines := range map[string][]string{
		"0.80":           {metaLine, prompt("01"), model("01", "sol"), answer("02"), prompt("11"), model("11", "luna"), answer("12")},
		"2025":           {metaLine, model("01", "sol"), prompt("01"), answer("02"), model("11", "luna"), prompt("11"), answer("12")},
		"told both ways": {metaLine, model("01", "sol"), prompt("01"), answer("02"), answer("02"), model("11", "luna"), prompt("11"), model("11", "luna"), answer("12")},
	} {
		s := read(t, lines...)
		var got []string
		for _, turn := range s.Turns {
			got = append(got, turn.Model)
			if !turn.Concluded || !turn.Requested || !turn.Prompted || turn.Took != time.Second {
				t.Errorf("%s: %+v", name, turn)
			}
		}
		if diff := cmp.Diff([]string{"sol", "luna"}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
