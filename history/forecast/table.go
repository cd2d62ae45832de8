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
	// Fresh are the turns of the last hour before Table.Now, weighted by age.
	Fresh Cell
	// Turns that were counted, without weights.
	Turns int
}

// Cell counts turns that a model took or refused, each with a weight of at most 1.
type Cell struct {
	Asked   float64
	Refused float64
}

func (c *Cell) add(asked, refused, weight float64) {
	c.Asked += asked * weight
	c.Refused += refused * weight
}

// New makes an empty table for the time now, in whose time zone the hours are.
func New(now time.Time) *Table {
	return &Table{Now: now, Zone: now.Location(), Models: map[string]*Week{}}
}

const (
	// fresh is how long a single turn says something of the present, and faded
	// the age at which it says half as much.
	fresh = time.Hour
	faded = 15 * time.Minute
)

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
	a, r := float64(asked), float64(refused)
	w.Cells[local.Weekday()][local.Hour()].add(a, r, math.Exp2(-float64(age)/float64(halfLife)))
	if age <= fresh {
		w.Fresh.add(a, r, math.Exp2(-float64(age)/float64(faded)))
	}
	w.Turns += asked
}
