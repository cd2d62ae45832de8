package forecast

import "time"

// The estimate of an hour begins with what is known of the model as a whole and
// is drawn, by as much as each has turns, to the hour on all days of its kind,
// and to the hour on that weekday. Each constant is the number of turns at which
// the narrower view counts as much as the wider one.
const (
	usual      = 0.05 // refusals of a model that nothing is known of
	trustModel = 10.0
	trustHour  = 3.0
	trustCell  = 5.0
	// beside is how much the hours before and after count for an hour.
	beside = 0.35
)

// Risk is the share of turns that a model is expected to refuse at a time. It orders models, and is no fact to be told:
// other hours and days have their part in it.
func (t *Table) Risk(model string, at time.Time) float64 {
	w := t.Models[model]
	if w == nil {
		return usual
	}
	local := at.In(t.Zone)
	day, hour := local.Weekday(), local.Hour()
	var all, alike Weight
	for d := range days {
		for h := range hours {
			c := w.Cells[d][h].Weight
			all.add(c, 1)
			if weekend(time.Weekday(d)) == weekend(day) {
				alike.add(c, closeness(h, hour))
			}
		}
	}
	risk := mix(usual, trustModel, all)
	risk = mix(risk, trustHour, alike)
	return mix(risk, trustCell, w.Cells[day][hour].Weight)
}

// mix draws an estimate towards what was seen.
func mix(estimate, trust float64, seen Weight) float64 {
	return (estimate*trust + seen.Refused) / (trust + seen.Asked)
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
