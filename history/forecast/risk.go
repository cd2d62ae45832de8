package forecast

import (
	"math"
	"time"
)

// The estimate of an hour begins with what is known of the model as a whole and
// is drawn, by as much as each has turns, to the hour on all days of its kind,
// and to the hour on that weekday. Each constant is the number of turns at which
// the narrower view counts as much as the wider one.
const (
	usual      = 0.05 // refusals of a model that nothing is known of
	trustModel = 10.0
	trustHour  = 3.0
	trustCell  = 5.0
	// trustFresh is small: one refusal a minute ago says more than a month.
	trustFresh = 0.4
	// beside is how much the hours before and after count for an hour.
	beside = 0.35
)

// Risk is the share of turns that a model is expected to refuse at a time. For
// a time close to the table's own the last hour counts too. known is how many
// turns, by their weight, the hour's own part of it rests on.
func (t *Table) Risk(model string, at time.Time) (risk, known float64) {
	w := t.Models[model]
	if w == nil {
		return usual, 0
	}
	local := at.In(t.Zone)
	day, hour := local.Weekday(), local.Hour()
	var all, alike Cell
	for d := range days {
		for h := range hours {
			c := w.Cells[d][h]
			all.add(c.Asked, c.Refused, 1)
			if weekend(time.Weekday(d)) == weekend(day) {
				alike.add(c.Asked, c.Refused, closeness(h, hour))
			}
		}
	}
	risk = mix(usual, trustModel, all)
	risk = mix(risk, trustHour, alike)
	risk = mix(risk, trustCell, w.Cells[day][hour])
	if ahead := at.Sub(t.Now); ahead > -time.Minute && ahead < fresh {
		weight := math.Exp2(-float64(max(ahead, 0)) / float64(faded))
		risk = mix(risk, trustFresh, Cell{w.Fresh.Asked * weight, w.Fresh.Refused * weight})
	}
	return risk, alike.Asked
}

// mix draws an estimate towards what a cell has seen.
func mix(estimate, trust float64, c Cell) float64 {
	return (estimate*trust + c.Refused) / (trust + c.Asked)
}

func weekend(d time.Weekday) bool { return d == time.Saturday || d == time.Sunday }

// closeness is how much one hour of the day tells of another.
func closeness(a, b int) float64 {
	switch (a - b + hours) % hours {
	case 0:
		return 1
	case 1, hours - 1:
		return beside
	}
	return 0
}
