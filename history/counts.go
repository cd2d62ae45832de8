package history

import (
	"cmp"
	"database/sql"
	"fmt"
	"time"

	"github.com/cxhook/cxhook/history/journal"
)

// Counts are turns by their outcome. Asked is what a rate of refusals is of: the
// turns of which it is known whether the model took them.
type Counts struct {
	Turns      int `json:"turns"`
	Answered   int `json:"answered"`
	Refused    int `json:"refused"`
	Failed     int `json:"failed"`
	Aborted    int `json:"aborted"`
	Unanswered int `json:"unanswered"`
	Running    int `json:"running"`
}

// Asked counts the turns that were taken or refused.
func (c Counts) Asked() int { return c.Answered + c.Refused }

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	c.Turns += o.Turns
	c.Answered += o.Answered
	c.Refused += o.Refused
	c.Failed += o.Failed
	c.Aborted += o.Aborted
	c.Unanswered += o.Unanswered
	c.Running += o.Running
}

func (c *Counts) count(o Outcome) {
	c.Turns++
	switch o {
	case Answered:
		c.Answered++
	case Refused:
		c.Refused++
	case Failed:
		c.Failed++
	case Aborted:
		c.Aborted++
	case Unanswered:
		c.Unanswered++
	case Running:
		c.Running++
	}
}

// Slot holds the turns of one model that began within a quarter of an hour.
type Slot struct {
	Model  string
	Hidden bool
	At     time.Time
	Counts
	Errors map[string]int // the failed turns by class; nil without any
}

// count counts a turn in. One that the file tells of no answer was refused, or failed, if cxhook saw it.
func (s *Slot) count(o Outcome, class string, witnessed bool) {
	if o == Unanswered && witnessed {
		if o = Failed; class == journal.Capacity {
			o = Refused
		}
	}
	s.Counts.count(o)
	if o == Failed {
		if s.Errors == nil {
			s.Errors = map[string]int{}
		}
		s.Errors[cmp.Or(class, Unknown)]++
	}
}

// Unknown is the class of errors of which none is known.
const Unknown = "unknown"

// slotLength is the length of a slot. Every time zone's hours begin with one.
const slotLength = 15 * time.Minute

// refusedSQL is true for a refused turn: the file says so, or cxhook saw it.
const refusedSQL = "(outcome = 'refused' OR outcome = 'unanswered' AND witnessed AND class = 'capacity')"

// Slots counts the turns that began at or after since, and the incidents that no
// session file tells of, oldest first. Turns without a model's name are left out.
// They are counted here and not by SQLite: nearly every slot holds one turn, and to
// group, sum and read ten columns takes it twice as long.
func (s *Store) Slots(since time.Time) (slots []Slot, err error) {
	const quarter = int64(slotLength / time.Millisecond)
	type kind struct {
		model  string
		hidden bool
	}
	newest := map[kind]int{} // in slots
	err = s.each(`SELECT model, hidden, started, outcome, class, witnessed FROM turns WHERE started >= ?1 AND model <> ''
		UNION ALL SELECT model, 0, at, 'unanswered', class, 1 FROM incidents WHERE alone AND at >= ?1 AND model <> '' ORDER BY 3`, func(rows *sql.Rows) error {
		var k kind
		var started int64
		var outcome Outcome
		var class string
		var witnessed bool
		err := rows.Scan(&k.model, &k.hidden, &started, &outcome, &class, &witnessed)
		at := time.UnixMilli(started / quarter * quarter)
		i, known := newest[k]
		if !known || !slots[i].At.Equal(at) {
			i = len(slots)
			newest[k] = i
			slots = append(slots, Slot{Model: k.model, Hidden: k.hidden, At: at})
		}
		slots[i].count(outcome, class, witnessed)
		return err
	}, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("history: counts: %w", err)
	}
	return slots, nil
}

// Step is one turn as its place among the others tells it.
type Step struct {
	Session string
	Model   string
	At      time.Time
	Refused bool
}

// Steps gives the turns of users that were taken or refused since a time, oldest
// first, and the incidents that no session file tells of. Only sessions and models
// that met a refusal are told.
func (s *Store) Steps(since time.Time) (steps []Step, err error) {
	err = s.each(`WITH bad AS (SELECT session, model FROM turns WHERE started >= ?1 AND `+refusedSQL+`
			UNION SELECT session, model FROM incidents WHERE alone AND class = 'capacity' AND at >= ?1)
		SELECT session, model, started, `+refusedSQL+` FROM turns WHERE started >= ?1 AND NOT hidden AND model <> '' AND (outcome = 'answered' OR `+refusedSQL+`)
			AND (model IN (SELECT model FROM bad) OR session IN (SELECT session FROM bad))
		UNION ALL SELECT session, model, at, 1 FROM incidents WHERE alone AND class = 'capacity' AND at >= ?1 AND model <> '' ORDER BY 3`, func(rows *sql.Rows) error {
		var t Step
		var at int64
		err := rows.Scan(&t.Session, &t.Model, &at, &t.Refused)
		t.At = time.UnixMilli(at)
		steps = append(steps, t)
		return err
	}, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("history: steps: %w", err)
	}
	return steps, nil
}
