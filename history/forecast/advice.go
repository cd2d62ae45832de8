package forecast

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

const (
	// enough is how many turns there must be before any advice.
	enough = 20
	// tolerated is how much more risk than the best model's the user's own order
	// is worth: the main model is the main one for a reason.
	tolerated = 0.08
	// ahead is how many hours advice looks forward.
	ahead = 6
)

// Advice says which model to use.
type Advice struct {
	At time.Time
	// Model is the first of Ranking, "" without candidates.
	Model string
	// Enough is false when there are too few turns to tell: Ranking is then in
	// the order that was given, but for what was refused a moment ago.
	Enough bool
	// Reason is one sentence in words, such as "gpt-6-sol refuses about 70 % of
	// turns at this hour".
	Reason string
	// Ranking has every candidate, best first.
	Ranking []Estimate
	// Next is the advice for the coming full hours.
	Next []Hour
}

// Estimate is what is expected of one model.
type Estimate struct {
	Model   string
	Risk    float64 // share of turns refused, 0 to 1
	Few     bool    // the estimate rests on fewer than ten turns of such hours
	Refused bool    // within the last ten minutes, by any terminal
}

// Hour is the advice for one hour.
type Hour struct {
	At    time.Time
	Model string
	Risk  float64 // of that model
}

// Advise ranks candidates, which stand in the user's order, for the time at.
// refused are those refused a moment ago.
func (t *Table) Advise(candidates []string, refused map[string]bool, at time.Time) Advice {
	a := Advice{At: at, Ranking: t.rank(candidates, refused, at)}
	turns := 0
	for _, m := range candidates {
		if w := t.Models[m]; w != nil {
			turns += w.Turns
		}
	}
	a.Enough = turns >= enough
	if !a.Enough {
		// What little there is must not overrule the user.
		slices.SortStableFunc(a.Ranking, func(x, y Estimate) int {
			return cmp.Or(compareBool(x.Refused, y.Refused), slices.Index(candidates, x.Model)-slices.Index(candidates, y.Model))
		})
	}
	if len(a.Ranking) == 0 {
		a.Reason = "there is no model to choose from"
		return a
	}
	a.Model = a.Ranking[0].Model
	a.Reason = t.reason(a, candidates, turns)
	for h := 1; h <= ahead && a.Enough; h++ {
		hour := at.In(t.Zone).Truncate(quarter).Add(time.Duration(h) * time.Hour)
		hour = hour.Add(-time.Duration(hour.Minute()) * time.Minute)
		best := t.rank(candidates, nil, hour)[0]
		a.Next = append(a.Next, Hour{hour, best.Model, best.Risk})
	}
	return a
}

// quarter is the step in which turns are counted; every time zone's hours begin
// with one.
const quarter = 15 * time.Minute

func (t *Table) rank(candidates []string, refused map[string]bool, at time.Time) []Estimate {
	var list []Estimate
	least := 1.0
	for _, m := range candidates {
		risk, known := t.Risk(m, at)
		list = append(list, Estimate{m, risk, known < few, refused[m]})
		if !refused[m] {
			least = min(least, risk)
		}
	}
	// Those about as good as the best stay in the user's order.
	class := func(e Estimate) float64 {
		if e.Risk <= least+tolerated {
			return 0
		}
		return e.Risk
	}
	slices.SortStableFunc(list, func(x, y Estimate) int {
		return cmp.Or(compareBool(x.Refused, y.Refused), cmp.Compare(class(x), class(y)))
	})
	return list
}

// few is how many turns make an estimate worth its digits.
const few = 10

func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

func (t *Table) reason(a Advice, candidates []string, turns int) string {
	first := a.Ranking[0]
	main := candidates[0]
	switch i := slices.IndexFunc(a.Ranking, func(e Estimate) bool { return e.Model == main }); {
	case first.Refused:
		return "every model was refused within the last ten minutes; " + first.Model + " is the least unlikely"
	case first.Model != main && a.Ranking[i].Refused:
		return main + " was refused within the last ten minutes"
	case !a.Enough:
		return fmt.Sprintf("not enough data: %d turns in eight weeks, %d are needed; this is the order as it was given", turns, enough)
	case first.Model != main:
		return fmt.Sprintf("%s refuses about %s of turns at this hour, %s %s", main, a.Ranking[i].About(), first.Model, Percent(first.Risk))
	}
	return fmt.Sprintf("%s refuses about %s of turns at this hour", main, first.About())
}

// About writes the risk for a sentence that says "about", 1 % at the least.
func (e Estimate) About() string { return Percent(max(e.Risk, 0.01)) }

// Percent writes a share as people say it.
func Percent(share float64) string {
	switch p := share * 100; {
	case p <= 0:
		return "0 %"
	case p < 1:
		return "under 1 %"
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}
