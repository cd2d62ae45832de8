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
	Risk    float64
}

// Crowded gives the hours in which a model usually refuses turns.
func (t *Table) Crowded(model string) []Span {
	return t.spans(model, func(c Cell) bool { return c.Refused >= crowdedShare*c.Asked && c.Refused > 0 })
}

// Golden gives the hours in which a model usually takes every turn. A model that
// has no others has none of these either: there is nothing to choose.
func (t *Table) Golden(model string) []Span {
	if len(t.Crowded(model)) == 0 {
		return nil
	}
	return t.spans(model, func(c Cell) bool { return c.Refused <= goldenShare*c.Asked })
}

// spans joins the hours of a kind, over midnight too.
func (t *Table) spans(model string, is func(Cell) bool) (spans []Span) {
	w := t.Models[model]
	if w == nil {
		return nil
	}
	for _, weekends := range []bool{false, true} {
		var day [hours]Cell
		var in [hours]bool
		all := true
		for h := range hours {
			var alike int
			day[h], alike = w.hour(weekends, h, is)
			in[h] = day[h].Asked >= knownHour && alike >= knownDays && is(day[h])
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

// hour joins one hour of all days of a kind, and counts the weekdays on which it
// is what is asked for.
func (w *Week) hour(weekends bool, h int, is func(Cell) bool) (all Cell, alike int) {
	for d := range days {
		c := w.Cells[d][h]
		if weekend(time.Weekday(d)) != weekends || c.Asked == 0 {
			continue
		}
		all.add(c.Asked, c.Refused, 1)
		if is(c) {
			alike++
		}
	}
	return all, alike
}

func span(weekends bool, from, to int, day [hours]Cell) Span {
	var c Cell
	for h := from; h < to; h++ {
		c.add(day[h%hours].Asked, day[h%hours].Refused, 1)
	}
	if to > hours {
		to -= hours
	}
	return Span{weekends, from, to, c.Refused / c.Asked}
}
