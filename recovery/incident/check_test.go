package incident

import (
	"testing"
	"time"
)

// Each line is a check of whether codex is on "other", with what was seen when and what followed.
func TestWhatIsFoundOutAboutAChoice(t *testing.T) {
	type seen struct {
		after string
		look  Look
		want  string
	}
	for name, looks := range map[string][]seen{
		"the model, then the end": {
			{"500ms", Look{}, "nothing"}, {"1s", Look{Turn: true}, "nothing"},
			{"1.5s", Look{Turn: true, Model: "other"}, "OnModel{other}"}, {"2s", Look{Turn: true, Model: "other"}, "nothing"},
			{"9s", Look{Turn: true, Model: "other", Ended: true}, "Over"},
		},
		"both at once":                    {{"1s", Look{Turn: true, Model: "other", Ended: true}, "OnModel{other}, Over"}},
		"a turn that ended without one":   {{"1s", Look{Turn: true, Ended: true}, "Over"}},
		"the settings of the turn before": {{"1s", Look{Turn: true, Model: "same"}, "nothing"}, {"1.5s", Look{Turn: true, Model: "other"}, "OnModel{other}"}},
		"another model that stays": {
			{"1s", Look{Turn: true, Model: "same"}, "nothing"}, {"2.9s", Look{Turn: true, Model: "same"}, "nothing"},
			{"3s", Look{Turn: true, Model: "same"}, "OnModel{same}"},
		},
		"another model at the end": {{"1s", Look{Turn: true, Model: "same", Ended: true}, "OnModel{same}, Over"}},
		"a dialog, once": {
			{"2s", Look{Blocked: true}, "nothing"}, {"3.1s", Look{Blocked: true}, "Asks"}, {"9s", Look{Blocked: true}, "nothing"},
			{"10s", Look{Turn: true, Model: "other"}, "OnModel{other}"},
		},
		"no file that can be read": {{"20s", Look{}, "nothing"}, {"20.1s", Look{}, "Unread"}},
	} {
		c := Check{Want: "other", Begun: due}
		for _, s := range looks {
			after, err := time.ParseDuration(s.after)
			if err != nil {
				t.Fatal(err)
			}
			if got := words(c.Saw(s.look, due.Add(after))...); got != s.want {
				t.Errorf("%s, after %s: %s, want %s", name, s.after, got, s.want)
			}
		}
	}
}

func TestAModelThatIsKnownIsNotLookedUpInTheFooter(t *testing.T) {
	c := Check{Want: "other", Begun: due}
	c.Knows()
	if got := words(c.Saw(Look{}, due.Add(time.Minute))...); got != "nothing" {
		t.Error(got)
	}
}

// A look follows what codex writes, and else the moments at which something would be said.
func TestWhenALookIsDue(t *testing.T) {
	var none *Check
	if !none.Due(due).IsZero() {
		t.Error("a look is due where there is nothing to find out")
	}
	c := Check{Want: "other", Begun: due}
	if !c.Begin(due) || c.Begin(due.Add(time.Hour)) || !c.Due(due).IsZero() {
		t.Error("a second look begins while the file is read")
	}
	c.Saw(Look{}, due)
	if c.Begin(due.Add(checkPause - 1)) {
		t.Error("a look begins too soon")
	}
	for _, s := range []struct {
		looked, written time.Duration // after the choice
		want            time.Duration
	}{
		{0, 0, checkPause},
		{time.Second, 900 * time.Millisecond, time.Second + checkPause}, // codex has written since
		{time.Second, 0, dialogTime + checkPause},
		{4 * time.Second, 0, checkLimit + checkPause},
	} {
		c := Check{Want: "other", Begun: due, looked: due.Add(s.looked)}
		if got := c.Due(due.Add(s.written)).Sub(due); got != s.want {
			t.Errorf("looked after %v, written after %v: due after %v, want %v", s.looked, s.written, got, s.want)
		}
	}
	over := Check{Want: "other", Begun: due, looked: due.Add(time.Minute)}
	if !over.Due(due).IsZero() {
		t.Error("a look is due although codex is silent and all is said")
	}
}
