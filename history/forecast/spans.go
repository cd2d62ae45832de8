package forecast

import (
	"slices"
	"time"
)

// The shares of refused turns from which an hour is called crowded, and up to
// which golden.
const (
	crowdedShare = 0.25
	goldenShare  = 0.06
	// knownHour is how many turns, by their weight, an hour must have to be called
	// either, and knownDays on how many weekdays: one bad day is no habit.
	knownHour = 3.0
	knownDays = 2
	// gap is how many hours between two golden ones may be without a habit of their own.
	gap = 2
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
	return t.spans(model, (*Week).crowdedHours)
}

func crowded(w Weight) bool { return w.Refused >= crowdedShare*w.Asked && w.Refused > 0 }

func golden(w Weight) bool { return w.Refused <= goldenShare*w.Asked }

// Golden gives the hours in which a model usually takes every turn. A model that
// has no others has none of these either: there is nothing to choose.
func (t *Table) Golden(model string) []Span {
	if len(t.Crowded(model)) == 0 {
		return nil
	}
	return t.spans(model, (*Week).goldenHours)
}

// in says for each hour of a day whether it is of a span.
type in [hours]bool

func (w *Week) crowdedHours(weekends bool) (in in) {
	for h := range hours {
		_, in[h] = w.hour(weekends, h, crowded)
	}
	return in
}

// goldenHours joins golden hours over a gap, of which too little is known or nothing certain, where no hour of it is
// crowded and all together are golden still: with two days of a kind a weekend has more of these than working days have.
func (w *Week) goldenHours(weekends bool) (in in) {
	for h := range hours {
		_, in[h] = w.hour(weekends, h, golden)
	}
	busy := w.crowdedHours(weekends)
	for from := range hours {
		if in[from] || !in[(from+hours-1)%hours] {
			continue // not the first of a gap
		}
		n := 1
		for !in[(from+n)%hours] {
			n++
		}
		if n > gap {
			continue
		}
		joined, clear := in, true
		for h := from; h < from+n; h++ {
			joined[h%hours] = true
			clear = clear && !busy[h%hours]
		}
		var all Weight
		for _, h := range joined.around(from) {
			cell, _ := w.hour(weekends, h, golden)
			all.add(cell.Weight, 1)
		}
		if clear && golden(all) {
			in = joined
		}
	}
	return in
}

// around gives the hours of the span that holds one.
func (i in) around(hour int) (list []int) {
	for h := hour; i[h%hours] && h < hour+hours; h++ {
		list = append(list, h%hours)
	}
	for h := hour + hours - 1; i[h%hours] && len(list) < hours; h-- {
		list = append(list, h%hours)
	}
	return list
}

// spans joins the hours of a kind, over midnight too.
func (t *Table) spans(model string, of func(*Week, bool) in) (spans []Span) {
	w := t.Models[model]
	if w == nil {
		return nil
	}
	for _, weekends := range []bool{false, true} {
		in := of(w, weekends)
		var day [hours]Cell
		for h := range hours {
			day[h], _ = w.hour(weekends, h, golden)
		}
		if !slices.Contains(in[:], false) {
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
