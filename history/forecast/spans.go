package forecast

import "time"

// The shares of refused turns from which an hour is called crowded, and up to
// which golden.
const (
	crowdedShare = 0.25
	goldenShare  = 0.06
	// knownHour is how many turns, by their weight, an hour must have to be called
	// either, and knownDays on how many weekdays: one bad day is no habit.
	knownHour = 3.0
	knownDays = 2
)

// Span is a range of hours on all days of a kind, in local time. To is after
// From or, for a span over midnight, before it; a whole day is 0 to 24.
type Span struct {
	Weekend bool // Saturdays and Sundays, else working days
	From    int  // hour, 0 to 23
	To      int  // hour, 1 to 24
	Count        // the turns in these hours, in eight weeks
}

// Crowded gives the hours in which a model usually refuses turns.
func (t *Table) Crowded(model string) []Span {
	return t.spans(model, crowded)
}

func crowded(w Weight) bool { return w.Refused >= crowdedShare*w.Asked && w.Refused > 0 }

func golden(w Weight) bool { return w.Refused <= goldenShare*w.Asked }

// Golden gives the hours in which a model usually takes every turn. A model that
// has no others has none of these either: there is nothing to choose.
func (t *Table) Golden(model string) []Span {
	if len(t.Crowded(model)) == 0 {
		return nil
	}
	return t.spans(model, golden)
}

// spans joins the hours of a kind, over midnight too.
func (t *Table) spans(model string, is func(Weight) bool) (spans []Span) {
	w := t.Models[model]
	if w == nil {
		return nil
	}
	for _, weekends := range []bool{false, true} {
		var day [hours]Cell
		var in [hours]bool
		all := true
		for h := range hours {
			day[h], in[h] = w.hour(weekends, h, is)
			all = all && in[h]
		}
		if all {
			spans = append(spans, span(weekends, 0, hours, day))
			continue
		}
		for h := range hours {
			if !in[h] || in[(h+hours-1)%hours] {
				continue // not the first of a span
			}
			n := 1
			for in[(h+n)%hours] {
				n++
			}
			spans = append(spans, span(weekends, h, h+n, day))
		}
	}
	return spans
}

// hour joins one hour of all days of a kind, and reports whether it usually is what is asked for.
func (w *Week) hour(weekends bool, h int, is func(Weight) bool) (all Cell, usually bool) {
	alike := 0 // weekdays
	for d := range days {
		c := w.Cells[d][h]
		if weekend(time.Weekday(d)) != weekends || c.Turns == 0 {
			continue
		}
		all.add(c.Count)
		all.Weight.add(c.Weight, 1)
		if is(c.Weight) {
			alike++
		}
	}
	return all, all.Weight.Asked >= knownHour && alike >= knownDays && is(all.Weight)
}

func span(weekends bool, from, to int, day [hours]Cell) Span {
	s := Span{Weekend: weekends, From: from, To: to}
	for h := from; h < to; h++ {
		s.add(day[h%hours].Count)
	}
	if s.To > hours {
		s.To -= hours
	}
	return s
}

// usually reports whether a model usually refuses turns at that hour, and whether enough is known of the hour to tell.
func (t *Table) usually(model string, at time.Time) (refuses, known bool) {
	w := t.Models[model]
	if w == nil {
		return false, false
	}
	local := at.In(t.Zone)
	_, refuses = w.hour(weekend(local.Weekday()), local.Hour(), crowded)
	_, known = w.hour(weekend(local.Weekday()), local.Hour(), func(Weight) bool { return true })
	return refuses, known
}
