package terminal

import (
	"testing"
	"time"
)

// exchange is what the program writes and what the terminal sends at one time.
type exchange struct {
	at        time.Duration
	out, back string
}

func measure(steps []exchange) *RoundTrip {
	r, s, in := &RoundTrip{}, NewScreen(80, 24), Input{}
	var now time.Duration
	s.SetHooks(Hooks{Query: func(q Sequence) { r.Asked(q, now) }})
	for _, e := range steps {
		now = e.at
		s.Write([]byte(e.out))
		for _, event := range in.Write([]byte(e.back)) {
			r.Answered(event, now)
		}
	}
	return r
}

func TestTheRoundTripIsTheTimeToTheTerminalsAnswer(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name  string
		steps []exchange
		now   time.Duration
		want  time.Duration
		ok    bool
	}{
		{"nothing asked", []exchange{{0, "hello", ""}}, 5 * time.Second, 0, false},
		{"device attributes", []exchange{{10 * ms, "\x1b[c", ""}, {610 * ms, "", "\x1b[?62;22c"}}, time.Second, 600 * ms, true},
		{"the cursor's position", []exchange{{10 * ms, "\x1b[6n", ""}, {260 * ms, "", "\x1b[3;1R"}}, time.Second, 250 * ms, true},
		{"the longest counts", []exchange{
			{0, "\x1b[c\x1b[6n", ""}, {300 * ms, "", "\x1b[?62;22c"}, {400 * ms, "", "\x1b[3;1R"},
			{500 * ms, "\x1b[c", ""}, {600 * ms, "", "\x1b[?62;22c"},
		}, time.Second, 400 * ms, true},
		{"one after the other", []exchange{
			{0, "\x1b[c", ""}, {100 * ms, "\x1b[c", ""}, {300 * ms, "", "\x1b[?1c"}, {400 * ms, "", "\x1b[?1c"},
		}, time.Second, 300 * ms, true},
		{"an answer is overdue", []exchange{{0, "\x1b[c", ""}, {100 * ms, "", "\x1b[?1c"}, {200 * ms, "\x1b[6n", ""}}, time.Second, 800 * ms, true},
		{"a terminal that answers nothing", []exchange{{0, "\x1b[c", ""}}, time.Second, time.Second, false},
		{"it never will", []exchange{{0, "\x1b[c", ""}}, time.Minute, 0, false},
		{"a late answer to a question that was given up is not one to the next", []exchange{
			{0, "\x1b[c", ""}, {20 * time.Second, "\x1b[c", ""}, {20*time.Second + 100*ms, "", "\x1b[?1c"},
		}, 21 * time.Second, 100 * ms, true},
		{"an answer that is told of before its question", []exchange{{0, "", "\x1b[?1c"}, {1 * ms, "\x1b[c", ""}}, 5 * time.Second, 0, true},
		{"what nobody asked for is no answer to what is asked later", []exchange{{0, "", "\x1b[?1c"}, {2 * time.Second, "\x1b[c", ""}}, 3 * time.Second, time.Second, false},
		{"what nobody asked for", []exchange{{0, "", "\x1b[?1c\x1b[3;1R"}}, time.Second, 0, false},
		{"other replies and keys", []exchange{{0, "\x1b[c", ""}, {100 * ms, "", "\x1b[?7uc\x1b[?1007;1$y"}}, 150 * ms, 150 * ms, false},
		{"DA2 and a status report are other questions", []exchange{{0, "\x1b[>c\x1b[5n", ""}, {100 * ms, "", "\x1b[?1c"}}, time.Second, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := measure(tt.steps).Longest(tt.now); got != tt.want || ok != tt.ok {
				t.Errorf("%v, %v; want %v, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestASlowMomentIsForgottenAfterSomeFastOnes(t *testing.T) {
	steps := []exchange{{0, "\x1b[c", ""}, {time.Second, "", "\x1b[?1c"}}
	for i := range keptTrips {
		at := time.Duration(2+i) * time.Second
		steps = append(steps, exchange{at, "\x1b[c", ""}, exchange{at + time.Millisecond, "", "\x1b[?1c"})
	}
	if got, _ := measure(steps[:len(steps)-2]).Longest(0); got != time.Second {
		t.Errorf("%v while it is one of the latest", got)
	}
	if got, _ := measure(steps).Longest(0); got != time.Millisecond {
		t.Errorf("%v afterwards", got)
	}
}
