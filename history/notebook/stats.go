package notebook

import (
	"cmp"
	"slices"
	"time"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/journal"
)

// Stats are what the notebook tells of the time since Since. Hidden threads are
// counted apart and are in no other number.
type Stats struct {
	Since     time.Time // the zero time: all there is
	Models    []Model   // most used first
	Fallbacks []Fallback
}

// Model is what is known of one model.
type Model struct {
	Name string
	history.Counts
	Errors  map[string]int // the failed turns by the class of their error, as cxhook explain names it; nil without any
	Hidden  history.Counts
	Hours   [7][24]history.Counts // by time.Weekday and local hour
	Outage  *Outage               // the longest, nil if there was none
	Crowded []forecast.Span       // usual, from the turns of eight weeks
	Golden  []forecast.Span
}

// Few is how many turns a rate must rest on to be told without a warning.
const Few = 20

// Few reports whether too few turns are known for the rate to mean much.
func (m Model) Few() bool { return m.Asked() < Few }

// Rate is the share of refused turns among those taken or refused.
func (m Model) Rate() float64 {
	if m.Asked() == 0 {
		return 0
	}
	return float64(m.Refused) / float64(m.Asked())
}

// Outage is a time in which a model refused every turn, at least two. From and To
// are the first and the last refusal: before and after it nothing was tried.
type Outage struct {
	From     time.Time
	To       time.Time
	Refusals int
}

// Fallback is what came of using another model after a refusal.
type Fallback struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Tried  int    `json:"tried"`
	Worked int    `json:"worked"`
}

// Stats counts what happened since a time, of all models or, if its name is
// given, of one.
func (n *Notebook) Stats(since time.Time, model string) (Stats, error) {
	s := Stats{Since: since}
	slots, err := n.store.Slots(since)
	if err != nil {
		return s, err
	}
	steps, err := n.store.Steps(since)
	if err != nil {
		return s, err
	}
	records, err := n.store.Events()
	if err != nil {
		return s, err
	}
	models := map[string]*Model{}
	for _, slot := range slots {
		if model != "" && slot.Model != model {
			continue
		}
		m := models[slot.Model]
		if m == nil {
			m = &Model{Name: slot.Model, Crowded: n.Table.Crowded(slot.Model), Golden: n.Table.Golden(slot.Model)}
			models[slot.Model] = m
		}
		if slot.Hidden {
			m.Hidden.Add(slot.Counts)
			continue
		}
		m.Add(slot.Counts)
		for class, n := range slot.Errors {
			if m.Errors == nil {
				m.Errors = map[string]int{}
			}
			m.Errors[class] += n
		}
		local := slot.At.In(n.options.Now.Location())
		m.Hours[local.Weekday()][local.Hour()].Add(slot.Counts)
	}
	for name, outage := range outages(steps) {
		if m := models[name]; m != nil {
			m.Outage = &outage
		}
	}
	for _, m := range models {
		s.Models = append(s.Models, *m)
	}
	slices.SortFunc(s.Models, func(a, b Model) int {
		return cmp.Or(b.Turns-a.Turns, cmp.Compare(a.Name, b.Name))
	})
	s.Fallbacks = fallbacks(steps, records, since, model)
	return s, nil
}

// pause ends an outage: after two hours without a try nobody knows what a model
// would have done.
const pause = 2 * time.Hour

// outages gives the longest one of each model.
func outages(steps []history.Step) map[string]Outage {
	longest, current := map[string]Outage{}, map[string]Outage{}
	for _, s := range steps {
		o := current[s.Model]
		switch {
		case !s.Refused:
			delete(current, s.Model)
			continue
		case o.Refusals == 0 || s.At.Sub(o.To) > pause:
			o = Outage{From: s.At}
		}
		o.To = s.At
		o.Refusals++
		current[s.Model] = o
		if best := longest[s.Model]; o.Refusals > 1 && (best.Refusals == 0 || o.To.Sub(o.From) > best.To.Sub(best.From)) {
			longest[s.Model] = o
		}
	}
	return longest
}

// onward is how long after a refusal the same session's next turn on another
// model is what the user did about it.
const onward = 30 * time.Minute

// fallbacks counts what was done about refusals: within a session as its turns
// tell it, and from one session to its fork as the journal tells it.
func fallbacks(steps []history.Step, records []journal.Record, since time.Time, model string) []Fallback {
	type pair struct{ from, to string }
	counts := map[pair]*Fallback{}
	count := func(from, to string, worked bool) {
		if from == "" || to == "" || from == to || model != "" && from != model && to != model {
			return
		}
		f := counts[pair{from, to}]
		if f == nil {
			f = &Fallback{From: from, To: to}
			counts[pair{from, to}] = f
		}
		f.Tried++
		if worked {
			f.Worked++
		}
	}
	refused := map[string]history.Step{} // by session, the last step if it was refused
	for _, s := range steps {
		before, ok := refused[s.Session]
		if ok && s.Session != "" && s.At.Sub(before.At) <= onward {
			count(before.Model, s.Model, !s.Refused)
		}
		delete(refused, s.Session)
		if s.Refused {
			refused[s.Session] = s
		}
	}
	for _, c := range choices(records) {
		if c.forked && !c.at.Before(since) {
			count(c.from, c.to, c.worked)
		}
	}
	var list []Fallback
	for _, f := range counts {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b Fallback) int {
		return cmp.Or(b.Worked-a.Worked, cmp.Compare(a.From+" "+a.To, b.From+" "+b.To))
	})
	return list
}

// choice is a switch of the journal with its result.
type choice struct {
	at       time.Time
	from, to string
	forked   bool // the turns after it are in another session
	worked   bool
}

func choices(records []journal.Record) (list []choice) {
	from, open := map[string]string{}, map[string]choice{}
	for _, r := range records {
		switch r.Kind {
		case journal.KindIncident:
			from[r.Incident] = r.Model
		case journal.KindChoice:
			if r.Action == journal.Switch || r.Action == journal.Fresh {
				open[r.Incident] = choice{at: r.At, from: from[r.Incident], to: r.Model, forked: r.Mode == "fork" || r.Mode == "fresh"}
			}
		case journal.KindResult:
			if c, ok := open[r.Incident]; ok {
				c.worked = r.Outcome == journal.Worked
				list = append(list, c)
				delete(open, r.Incident)
			}
		}
	}
	return list
}
