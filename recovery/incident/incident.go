// Package incident owns what is being done about a refusal, from the offer to the end of
// codex: a state, an event, and what follows from the two. It is pure: it has no clock, no
// goroutine, no file and no terminal, and must never learn of any.
//
//	             Offered ──Wait──▶ Counting
//	Refused ──▶     │ ◀──StopWait──┘  │ Clock
//	                ├──────Chosen─────┤
//	                ▼                 ▼
//	      Asking (the daemon) ──▶ Needing (the catalogue) ──▶ Planning ──▶ Ending
//
// Each state names in one place, its method on, what it does with every event; a pair
// that stands nowhere is a fault, and the tests look for it.
package incident

import (
	"fmt"
	"time"

	"github.com/cxhook/cxhook/config"
)

// ID is what the journal calls an incident.
type ID = string

// Remedy is a way to go on.
type Remedy struct {
	To    config.Entry
	Fresh bool // the user wants to start over
	Retry bool // To is the model that was refused
	// Compact says that the conversation is made shorter first, Repeat that what was asked is
	// asked again. The codex that runs does both.
	Compact, Repeat bool
	// InPlace says that codex's daemon may be asked to go on in the same codex.
	InPlace bool
}

// State is what is being done now.
type State interface {
	// on is what follows from an event.
	on(e Event, m *Machine) (State, []Effect)
}

// The states.
type (
	// Idle is no open incident.
	Idle struct{}
	// Offered is a bar that asks.
	Offered struct{ ID ID }
	// Counting is a countdown to a retry.
	Counting struct {
		ID    ID
		Until time.Time
		Retry Remedy
		Kept  bool // a retry that keeps the draft that stands was tried
	}
	// Asking is an answer awaited from codex's daemon.
	Asking struct {
		ID     ID
		Remedy Remedy
		From   Counting // what to go back to where no other way may be taken, since a draft stands; zero: none
		Behind ID       // an incident that has come since, with a bar of its own; empty: none
	}
	// Needing is a plan that cannot be made yet: without the catalogue it could not keep the
	// new model's own default tier and effort off.
	Needing struct {
		ID     ID
		Remedy Remedy
	}
	// Planning is a plan awaited.
	Planning struct {
		ID     ID
		Remedy Remedy
	}
	// Telling is a codex that is told in its own composer what to do.
	Telling struct {
		ID     ID
		Remedy Remedy
	}
	// Ending is a codex that is being ended for the next, or has ended.
	Ending struct{}
)

// Event is what has happened.
type Event interface{ event() }

// The events.
type (
	// Refused is a new incident.
	Refused struct{ ID ID }
	// Chosen is an answer to the open offer.
	Chosen struct{ Remedy Remedy }
	// Wait is the wish to retry at a time.
	Wait struct {
		Until time.Time
		Retry Remedy
	}
	// StopWait is the wish not to.
	StopWait struct{}
	// Dismissed is the wish that nothing be done.
	Dismissed struct{}
	// Clock is the time.
	Clock struct {
		Now   time.Time
		Free  bool // the user types nothing, and nothing would be lost if codex ended
		Draft bool // the user types nothing, but a draft stands
	}
	// Answered is what the daemon said, or that there was nobody to ask.
	Answered struct{ Answer Answer }
	// Typed says that codex was told, or cannot be.
	Typed struct{ Good bool }
	// Catalogue says that the catalogue has come, or that there is none.
	Catalogue struct{}
	// Planned is the plan that was awaited.
	Planned struct {
		ID   ID
		Good bool
	}
	// TurnBegan is a turn that nobody here has begun.
	TurnBegan struct {
		Typed bool // the user's own; else a prompt was queued
	}
	// Refuted says that the session file knows better: there was no refusal, or it is not
	// certain in which conversation.
	Refuted struct{}
	// Exited is the end of codex.
	Exited struct{}
)

// Answer is what the daemon said.
type Answer int

// The answers.
const (
	Begun      Answer = iota // the turn runs
	Moved                    // the conversation has gone on by itself
	Unclear                  // it was asked, and did not answer: the turn may run
	Impossible               // it cannot be done in place
)

// Effect is something to be carried out, in order.
type Effect interface{ effect() }

// The effects.
type (
	// Close takes a bar off that nothing is left to answer on.
	Close struct{ ID ID }
	// Count shows the countdown, Uncount the choices again.
	Count   struct{ Until time.Time }
	Uncount struct{ ID ID }
	// Ask asks the daemon: Answered follows.
	Ask struct {
		ID     ID
		Remedy Remedy
	}
	// Type tells codex in its composer: Typed follows.
	Type struct {
		ID     ID
		Remedy Remedy
	}
	// Cancel ends the question to the daemon.
	Cancel struct{}
	// NeedModels says that the catalogue is waited for.
	NeedModels struct{}
	// Plan has the plan made: Planned follows.
	Plan struct {
		ID     ID
		Remedy Remedy
	}
	// End carries the plan out.
	End struct {
		ID     ID
		Remedy Remedy
	}
	// ByHand tells why the plan cannot be carried out, and the command to run.
	ByHand struct{}
	// Went notes that the same codex goes on, and has it verified.
	Went struct {
		ID     ID
		Remedy Remedy
	}
	// Told notes that codex was told.
	Told struct {
		ID     ID
		Remedy Remedy
	}
	// Doubt tells that nobody knows whether the turn runs.
	Doubt struct{ Remedy Remedy }
	// Leave notes that the user wants nothing done.
	Leave struct{ ID ID }
	// Overtaken notes that a queued prompt took the place of what was refused.
	Overtaken struct{ ID ID }
)

// Machine is the incidents of one codex. The zero value has none. It is for one goroutine.
type Machine struct {
	state    State
	complete bool // the catalogue has come
}

// State is the present one.
func (m *Machine) State() State {
	if m.state == nil {
		return Idle{}
	}
	return m.state
}

// Quiet reports whether codex is being told to go on, in a moment in which nothing of ours is shown.
func (m *Machine) Quiet() bool {
	switch m.state.(type) {
	case Asking, Telling:
		return true
	}
	return false
}

// Handle takes an event and returns what is to be carried out.
func (m *Machine) Handle(e Event) (effects []Effect) {
	if _, ok := e.(Catalogue); ok {
		m.complete = true
	}
	m.state, effects = m.State().on(e, m)
	return effects
}

// Due is when a Clock is wanted though nothing happens; zero: never.
func (m *Machine) Due() time.Time {
	if c, ok := m.state.(Counting); ok {
		return c.Until
	}
	return time.Time{}
}

// choose begins to carry a remedy out. from is what it began from where only a way that
// keeps the draft may be taken, else zero.
func (m *Machine) choose(id ID, r Remedy, from Counting) (State, []Effect) {
	if r.InPlace && !r.Fresh {
		return Asking{ID: id, Remedy: r, From: from}, []Effect{Ask{id, r}}
	}
	return m.plan(id, r)
}

// plan is the way where the daemon cannot go on.
func (m *Machine) plan(id ID, r Remedy) (State, []Effect) {
	if r.Compact || r.Repeat { // no other codex could do it better
		return Telling{id, r}, []Effect{Type{id, r}}
	}
	if !m.complete {
		return Needing{id, r}, []Effect{NeedModels{}}
	}
	return Planning{id, r}, []Effect{Plan{id, r}}
}

func missing(s State, e Event) (State, []Effect) {
	panic(fmt.Sprintf("incident: %T knows nothing of %T", s, e))
}

func (Refused) event()   {}
func (Chosen) event()    {}
func (Wait) event()      {}
func (StopWait) event()  {}
func (Dismissed) event() {}
func (Clock) event()     {}
func (Answered) event()  {}
func (Typed) event()     {}
func (Catalogue) event() {}
func (Planned) event()   {}
func (TurnBegan) event() {}
func (Refuted) event()   {}
func (Exited) event()    {}

func (Close) effect()      {}
func (Count) effect()      {}
func (Uncount) effect()    {}
func (Ask) effect()        {}
func (Type) effect()       {}
func (Cancel) effect()     {}
func (NeedModels) effect() {}
func (Plan) effect()       {}
func (End) effect()        {}
func (ByHand) effect()     {}
func (Went) effect()       {}
func (Told) effect()       {}
func (Doubt) effect()      {}
func (Leave) effect()      {}
func (Overtaken) effect()  {}
