package forecast

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

// world is a month in which models are crowded at times. A crowd comes at about
// the same hours on most days, and while it is there it comes and goes.
type world struct {
	models []string // in the user's order
	free   map[string][]bool
	start  time.Time
	turns  []time.Time
}

const (
	simulated = 30 * 24 * time.Hour
	moment    = 5 * time.Minute // a crowd does not change within it
)

// peak says when a model is crowded: hours of a day, and the share of moments.
type peak struct {
	from, to float64
	share    float64
	weekend  bool
}

func newWorld(seed uint64) *world {
	random := rand.New(rand.NewPCG(seed, 7))
	w := &world{
		models: []string{"gpt-6-sol", "gpt-6-astra", "gpt-6-luna", "gpt-5.6-terra"},
		free:   map[string][]bool{},
		start:  time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
	}
	peaks := map[string][]peak{
		"gpt-6-sol":     {{10, 16, 0.75, false}, {20, 22, 0.5, false}},
		"gpt-6-astra":   {{9, 12, 0.6, false}, {14, 18, 0.7, false}},
		"gpt-6-luna":    {{12, 14, 0.6, false}, {16, 19, 0.4, false}, {13, 20, 0.5, true}},
		"gpt-5.6-terra": {{9, 11, 0.5, false}, {15, 17, 0.5, false}},
	}
	for _, m := range w.models {
		w.free[m] = timeline(random, peaks[m])
	}
	for at := w.start; at.Before(w.start.Add(simulated)); {
		gap := 6.0 // minutes between turns at work
		if h := at.Hour(); h < 9 || h >= 23 || weekend(at.Weekday()) && h < 11 {
			at = at.Add(10 * time.Minute)
			continue
		} else if h >= 19 || weekend(at.Weekday()) {
			gap = 40
		}
		at = at.Add(time.Duration(random.ExpFloat64() * gap * float64(time.Minute)))
		w.turns = append(w.turns, at)
	}
	return w
}

func timeline(random *rand.Rand, peaks []peak) []bool {
	free := make([]bool, int((simulated+24*time.Hour)/moment))
	crowd := false
	for day := 0; day*24*int(time.Hour/moment) < len(free); day++ {
		shift, quiet := random.NormFloat64()*0.4, random.IntN(10) == 0 // hours; a day without a crowd
		start := time.Date(2026, 11, 1+day, 0, 0, 0, 0, time.UTC)
		for i := range int(24 * time.Hour / moment) {
			hour := float64(i)*moment.Hours() - shift
			share := 0.01
			for _, p := range peaks {
				if !quiet && p.weekend == weekend(start.Weekday()) && hour >= p.from && hour < p.to {
					share = p.share
				}
			}
			if random.Float64() < 0.25 { // a crowd lasts twenty minutes on average
				crowd = random.Float64() < share
			} else if share == 0.01 {
				crowd = false
			}
			if n := day*int(24*time.Hour/moment) + i; n < len(free) {
				free[n] = !crowd
			}
		}
	}
	return free
}

func (w *world) takes(model string, at time.Time) bool {
	return w.free[model][int(at.Sub(w.start)/moment)]
}

// strategy gives the models to try for one turn, one after the other.
type strategy interface {
	next(at time.Time, tried map[string]bool) string // "" to give the turn up
	heard(model string, at time.Time, refused bool)
}

type alwaysMain struct{ main string }

func (s alwaysMain) next(_ time.Time, tried map[string]bool) string {
	if tried[s.main] {
		return ""
	}
	return s.main
}
func (alwaysMain) heard(string, time.Time, bool) {}

type fixedOrder struct{ models []string }

func (s fixedOrder) next(_ time.Time, tried map[string]bool) string {
	for _, m := range s.models {
		if !tried[m] {
			return m
		}
	}
	return ""
}
func (fixedOrder) heard(string, time.Time, bool) {}

type lastWorking struct {
	fixedOrder
	last string
}

func (s *lastWorking) next(at time.Time, tried map[string]bool) string {
	if !tried[s.last] {
		return s.last
	}
	return s.fixedOrder.next(at, tried)
}
func (s *lastWorking) heard(model string, _ time.Time, refused bool) {
	if !refused {
		s.last = model
	}
}

// advised knows nothing but what its own turns met.
type advised struct {
	models []string
	past   []sample
}

type sample struct {
	model   string
	at      time.Time
	refused bool
}

func (s *advised) next(at time.Time, tried map[string]bool) string {
	if len(tried) == len(s.models) {
		return ""
	}
	table, recent := New(at), map[string]bool{}
	for _, p := range s.past {
		refused := 0
		if p.refused {
			refused = 1
		}
		table.Add(p.model, p.at, 1, refused)
		if at.Sub(p.at) <= 10*time.Minute {
			recent[p.model] = p.refused
		}
	}
	for m := range tried {
		recent[m] = true
	}
	for _, e := range table.Advise(Question{Models: s.models, Refused: recent, At: at}).Ranking {
		if !tried[e.Model] {
			return e.Model
		}
	}
	return ""
}
func (s *advised) heard(model string, at time.Time, refused bool) {
	s.past = append(s.past, sample{model, at, refused})
}

// result counts what one way of choosing met.
type result struct {
	turns, refusals, stopped, lost, main int
}

func (w *world) play(s strategy) (r result) {
	for _, at := range w.turns {
		r.turns++
		tried := map[string]bool{}
		for {
			model := s.next(at, tried)
			if model == "" {
				r.lost++
				break
			}
			refused := !w.takes(model, at)
			s.heard(model, at, refused)
			if !refused {
				if model == w.models[0] {
					r.main++
				}
				break
			}
			tried[model] = true
			r.refusals++
		}
		if len(tried) > 0 {
			r.stopped++
		}
	}
	return r
}

// TestTheForecastIsWorthHaving prints the table of docs/history.md.
func TestTheForecastIsWorthHaving(t *testing.T) {
	const seeds = 5
	ways := []string{"always the main model", "a fixed order", "the last that worked", "cxhook's advice"}
	var sum [4]result
	for seed := range uint64(seeds) {
		w := newWorld(seed)
		var refusals [4]int
		for i, s := range []strategy{
			alwaysMain{w.models[0]}, fixedOrder{w.models}, &lastWorking{fixedOrder{w.models}, w.models[0]}, &advised{models: w.models},
		} {
			r := w.play(s)
			refusals[i] = r.refusals
			sum[i].turns += r.turns
			sum[i].refusals += r.refusals
			sum[i].stopped += r.stopped
			sum[i].lost += r.lost
			sum[i].main += r.main
		}
		for i := range 3 {
			if refusals[3] >= refusals[i] {
				t.Errorf("world %d: %d refusals by advice, %d with %s", seed, refusals[3], refusals[i], ways[i])
			}
		}
	}
	var b strings.Builder
	b.WriteString("| way of choosing | turns | refusals met | turns that met one | turns never taken | on the main model |\n|---|---|---|---|---|---|\n")
	for i, r := range sum {
		fmt.Fprintf(&b, "| %s | %d | %d | %.1f %% | %d | %.0f %% |\n", ways[i], r.turns/seeds, r.refusals/seeds,
			100*float64(r.stopped)/float64(r.turns), r.lost/seeds, 100*float64(r.main)/float64(r.turns))
	}
	t.Log("\n" + b.String())
	page, err := os.ReadFile("../../docs/history.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), b.String()) {
		t.Error("docs/history.md has another table than the one above")
	}
}
