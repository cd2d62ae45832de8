package forecast

import (
	"math"
	"time"
)

const (
	// halfLife is when a turn counts half: crowds move with releases and prices,
	// within weeks.
	halfLife = 14 * 24 * time.Hour
	// Oldest is when it counts so little that it is left out.
	Oldest = 8 * 7 * 24 * time.Hour
	hours  = 24
	days   = 7
)

// Table holds what is known, per model and hour of the week, in the local time
// of Zone. Make it with New; it is for one goroutine.
type Table struct {
	Now    time.Time // which all weights refer to
	Zone   *time.Location
	Models map[string]*Week
}

// Week is one model's.
type Week struct {
	Cells [days][hours]Cell // by time.Weekday and hour
}

// Count is a number of turns that a model took or refused, and of those that it refused.
type Count struct {
	Turns   int `json:"turns"`
	Refused int `json:"refused"`
}

// Share is that of the refused turns, 0 to 1; 0 without a turn.
func (c Count) Share() float64 {
	if c.Turns == 0 {
		return 0
	}
	return float64(c.Refused) / float64(c.Turns)
}

func (c *Count) add(o Count) {
	c.Turns += o.Turns
	c.Refused += o.Refused
}

// count counts the cells for which is is true.
func (w *Week) count(is func(day time.Weekday, hour int) bool) (all Count) {
	if w == nil {
		return all
	}
	for d := range days {
		for h := range hours {
			if is(time.Weekday(d), h) {
				all.add(w.Cells[d][h].Count)
			}
		}
	}
	return all
}

// All counts the turns of a model in eight weeks.
func (t *Table) All(model string) Count {
	return t.Models[model].count(func(time.Weekday, int) bool { return true })
}

// Hour counts the turns of a model in eight weeks at that hour of the day, on working days or on weekends. It is what
// is said of an hour; what is expected of it (Risk) is never said.
func (t *Table) Hour(model string, at time.Time) Count {
	local := at.In(t.Zone)
	return t.Models[model].count(func(day time.Weekday, hour int) bool {
		return hour == local.Hour() && weekend(day) == weekend(local.Weekday())
	})
}

// Cell counts turns as they are, and with weights of at most 1 that fall with their age.
type Cell struct {
	Count
	Weight Weight
}

// Weight is what turns count for an estimate.
type Weight struct {
	Asked   float64
	Refused float64
}

func (w *Weight) add(o Weight, factor float64) {
	w.Asked += o.Asked * factor
	w.Refused += o.Refused * factor
}

// New makes an empty table for the time now, in whose time zone the hours are.
func New(now time.Time) *Table {
	return &Table{Now: now, Zone: now.Location(), Models: map[string]*Week{}}
}

// Add counts turns of a model that began at about one time. Those in the future
// or too old are passed over.
func (t *Table) Add(model string, at time.Time, asked, refused int) {
	age := t.Now.Sub(at)
	if age < 0 || age > Oldest || asked == 0 {
		return
	}
	w := t.Models[model]
	if w == nil {
		w = &Week{}
		t.Models[model] = w
	}
	local := at.In(t.Zone)
	c := &w.Cells[local.Weekday()][local.Hour()]
	c.add(Count{asked, refused})
	c.Weight.add(Weight{float64(asked), float64(refused)}, math.Exp2(-float64(age)/float64(halfLife)))
}
