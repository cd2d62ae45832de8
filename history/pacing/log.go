package pacing

import (
	"slices"
	"time"

	"github.com/cxhook/cxhook/history/journal"
)

const (
	// Recent is how long a refusal speaks against a model. Users report that a
	// crowded model often takes a turn again after some minutes.
	Recent = 10 * time.Minute
	// spacing lies between the retries of two terminals. Ten stuck terminals
	// then need less than a minute more than one does.
	spacing = 5 * time.Second
	// barredFor is how long a model that the account may not use is not offered: an
	// account's rights change seldom, and to be refused again costs a turn.
	barredFor = 24 * time.Hour
	// farthest is how far ahead a retry can be reserved; what lies beyond was
	// written by a clock that has been set back since.
	farthest = time.Hour
)

// Log is the file of one user. It holds no descriptor between calls; any
// goroutine may call it.
type Log struct {
	path string
}

// Open names the file. It is created, with its folder, by the first write.
func Open(path string) *Log { return &Log{path: path} }

// entry is one line of the file.
type entry struct {
	At    time.Time `json:"at"` // when it happened, or for a slot when it is due
	Kind  kind      `json:"kind"`
	Model string    `json:"model,omitempty"`
	// Class is why it was refused, as cxhook explain names it; "" is capacity.
	Class string `json:"class,omitempty"`
}

type kind string

const (
	refused kind = "refused"
	worked  kind = "worked"
	slot    kind = "slot"
	barred  kind = "barred"
)

// Refused notes that a turn of model ended at the time given with an error of that
// class. Only capacity speaks against the model. The error says that the other
// terminals were not told; nothing else depends on it.
func (l *Log) Refused(model, class string, at time.Time) error {
	if class == journal.Capacity {
		class = "" // as all entries were before others were noted
	}
	return l.add(entry{At: at.UTC(), Kind: refused, Model: model, Class: class})
}

// Barred notes that this account was told that it may not use model.
func (l *Log) Barred(model string, at time.Time) error {
	return l.add(entry{At: at.UTC(), Kind: barred, Model: model})
}

// MayNotUse gives the models that this account was told within a day that it may not
// use, if they have not answered since.
func (l *Log) MayNotUse(now time.Time) map[string]bool {
	models := map[string]bool{}
	for _, e := range l.read() {
		switch {
		case e.At.Before(now.Add(-barredFor)) || e.At.After(now.Add(spacing)):
		case e.Kind == barred:
			models[e.Model] = true
		case e.Kind == worked:
			delete(models, e.Model)
		}
	}
	return models
}

// Worked notes that model answered, which ends what a refusal before it said.
func (l *Log) Worked(model string, at time.Time) error {
	return l.add(entry{At: at.UTC(), Kind: worked, Model: model})
}

func (l *Log) add(e entry) error {
	return l.locked(func(f file) error { return f.add(e) })
}

// RecentlyRefused gives the models whose last word, from any terminal within
// the last ten minutes, was that they had no capacity. It is empty when the file cannot be read.
func (l *Log) RecentlyRefused(now time.Time) map[string]bool {
	last := map[string]entry{}
	for _, e := range l.read() {
		if e.Kind == slot || e.Kind == barred || e.Class != "" || e.At.Before(now.Add(-Recent)) || e.At.After(now.Add(spacing)) {
			continue
		}
		if e.At.Before(last[e.Model].At) {
			continue
		}
		last[e.Model] = e
	}
	models := map[string]bool{}
	for model, e := range last {
		if e.Kind == refused {
			models[model] = true
		}
	}
	return models
}

// Reserve gives the time at which this terminal is to retry: now plus wait, or
// as much later as it takes to stay five seconds away from every retry that
// another terminal has reserved. If the file cannot be used it is now plus wait.
func (l *Log) Reserve(now time.Time, wait time.Duration) time.Time {
	due := now.Add(wait)
	// Without the file the caller's own jitter is what keeps the terminals apart.
	_ = l.locked(func(f file) error {
		free := firstFree(due, f.slots(now))
		if err := f.add(entry{At: free.UTC(), Kind: slot}); err != nil {
			return err
		}
		due = free
		return nil
	})
	return due
}

// firstFree is the first time from due on that keeps its distance to all taken ones.
func firstFree(due time.Time, taken []time.Time) time.Time {
	slices.SortFunc(taken, time.Time.Compare)
	for _, t := range taken {
		if t.Sub(due) >= spacing {
			break
		}
		if due.Sub(t) < spacing {
			due = t.Add(spacing)
		}
	}
	return due
}
