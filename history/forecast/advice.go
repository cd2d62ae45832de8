package forecast

import (
	"cmp"
	"slices"
	"time"

	"github.com/cxhook/cxhook/lang"
)

const (
	// enough is how many turns there must be before any advice.
	enough = 20
	// step is how much more risk the order that was given is worth: within a step
	// models count as about as good. Steps are absolute, so that leaving one model
	// out changes nothing between the others: what the bar offers instead of a
	// model stands in the order of the advice.
	step = 0.08
	// few is how many turns of an hour say something of it.
	few = 10
	// ahead is how many hours advice looks forward.
	ahead = 6
)

// Question is what advice is asked for.
type Question struct {
	// Models are the candidates, in the order that counts between those about as good.
	Models []string
	// Own is true if that order is the user's own. Then only a model that was
	// refused a moment ago, or usually is at that hour, leaves its place.
	Own     bool
	Refused map[string]bool // a moment ago, by any terminal
	At      time.Time
}

// Advice says which model to use.
type Advice struct {
	At time.Time
	// Model is the first of Ranking, "" without candidates.
	Model string
	// Enough is false when there are too few turns to tell: Ranking is then in
	// the order that was given, but for what was refused a moment ago.
	Enough bool
	// Reason is one sentence in words, of the first model and of the main one, such as
	// "refused 1 of 32 turns at this hour, against gpt-6-sol: refused 40 of 50 turns at this hour".
	Reason lang.Message
	// Ranking has every candidate, best first.
	Ranking []Estimate
	// Next is the advice for the coming full hours.
	Next []Hour
}

// Estimate is what is known of one model.
type Estimate struct {
	Model   string
	Hour    Count // at this hour on working days, or on weekends, in eight weeks
	All     Count // at all hours, in eight weeks
	Crowded bool  // it usually refuses turns at this hour; Table.Crowded has its span
	Refused bool  // within the last ten minutes, by any terminal

	poor bool // nothing is known of the hour, and it refuses many turns at all hours
	risk float64
}

// Few reports whether too few turns are known for the hour's share to mean much.
func (e Estimate) Few() bool { return e.Hour.Turns < few }

// Record says what is known in words, with the turns behind each number.
func (e Estimate) Record() lang.Message {
	switch {
	case e.All.Turns == 0:
		return lang.Say("advice.no_turns")
	case e.Hour.Turns == 0:
		return lang.Say("advice.no_turns_then", e.All.Refused, e.All.Turns)
	}
	return lang.Say("advice.refused", e.Hour.Refused, e.Hour.Turns)
}

// Hour is the advice for one hour.
type Hour struct {
	At time.Time
	Estimate
}

// Advise ranks the candidates.
func (t *Table) Advise(q Question) Advice {
	a := Advice{At: q.At, Ranking: t.rank(q)}
	turns := 0
	for m := range t.Models {
		turns += t.All(m).Turns
	}
	a.Enough = turns >= enough
	if !a.Enough {
		// What little there is must not overrule the order that was given.
		slices.SortStableFunc(a.Ranking, func(x, y Estimate) int {
			return cmp.Or(compareBool(x.Refused, y.Refused), slices.Index(q.Models, x.Model)-slices.Index(q.Models, y.Model))
		})
	}
	if len(a.Ranking) == 0 {
		a.Reason = lang.Say("advice.nothing")
		return a
	}
	a.Model = a.Ranking[0].Model
	a.Reason = reason(a, q.Models[0], turns)
	for h := 1; h <= ahead && a.Enough; h++ {
		at := q.At.In(t.Zone).Truncate(quarter).Add(time.Duration(h) * time.Hour)
		at = at.Add(-time.Duration(at.Minute()) * time.Minute)
		a.Next = append(a.Next, Hour{at, t.rank(Question{Models: q.Models, Own: q.Own, At: at})[0]})
	}
	return a
}

// quarter is the step in which turns are counted; every time zone's hours begin
// with one.
const quarter = 15 * time.Minute

// rank puts what was refused a moment ago last, and before that what is usually
// crowded at that time. A model that was never used stands behind those that
// proved good, unless the user put it elsewhere.
func (t *Table) rank(q Question) []Estimate {
	list := make([]Estimate, 0, len(q.Models))
	for _, m := range q.Models {
		crowded, known := t.usually(m, q.At)
		all := t.All(m)
		poor := !known && all.Turns >= few && all.Share() >= crowdedShare
		list = append(list, Estimate{m, t.Hour(m, q.At), all, crowded, q.Refused[m], poor, t.Risk(m, q.At)})
	}
	slices.SortStableFunc(list, func(x, y Estimate) int {
		order := cmp.Or(compareBool(x.Refused, y.Refused), compareBool(x.Crowded, y.Crowded))
		if order != 0 || q.Own {
			return order
		}
		return cmp.Or(compareBool(x.poor, y.poor), compareBool(x.All.Turns == 0, y.All.Turns == 0),
			cmp.Compare(int(x.risk/step), int(y.risk/step)))
	})
	return list
}

func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

func reason(a Advice, main string, turns int) lang.Message {
	first := a.Ranking[0]
	switch i := slices.IndexFunc(a.Ranking, func(e Estimate) bool { return e.Model == main }); {
	case first.Refused:
		return lang.Say("advice.all_refused", first.Model)
	case first.Model != main && a.Ranking[i].Refused:
		return lang.Say("advice.main_refused", main)
	case !a.Enough:
		return lang.Say("advice.not_enough", turns, enough)
	case first.Model != main:
		return lang.Say("advice.against", first.Record(), main, a.Ranking[i].Record())
	}
	return first.Record()
}
