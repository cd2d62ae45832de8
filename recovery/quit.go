package recovery

import (
	"syscall"
	"time"
)

// quitStep is one attempt to end codex and how long it is given.
type quitStep struct {
	name  string
	do    func(*session) error
	grace time.Duration
}

// quitSteps end codex as a user would, and then less and less kindly. Ctrl-C (0x03)
// with an empty composer quits within 0.5 to 1.5 s on 0.171.0; with text in it the
// first one only puts the draft into the history; releases up to 0.155 ask for a
// second one. Signals go to the process group: npm's codex is node above a child.
var quitSteps = []quitStep{
	{"ctrl-c", typeInterrupt, 1500 * time.Millisecond},
	{"ctrl-c", typeInterrupt, 1500 * time.Millisecond},
	{"ctrl-c", typeInterrupt, 2 * time.Second},
	{"term", func(s *session) error { return s.child.Signal(syscall.SIGTERM) }, 2 * time.Second},
	{"kill", func(s *session) error { return s.child.Signal(syscall.SIGKILL) }, time.Minute},
}

// interruptTime bounds the wait for a running turn to stop after Esc.
const interruptTime = 2 * time.Second

const (
	// goneLimit bounds the wait for what codex has left running. One that still has the
	// session open would shut the next one out ("already has an active writer").
	goneLimit = 5 * time.Second
	gonePoll  = 20 * time.Millisecond
)

// awaitGone waits until no process of this codex is left. npm's launcher may end before
// the native codex below it, but not that of exec, which has no group of its own.
func (s *session) awaitGone() {
	if s.group == 0 {
		return
	}
	for deadline := time.Now().Add(goneLimit); syscall.Kill(-s.group, 0) == nil; time.Sleep(gonePoll) {
		if time.Now().After(deadline) {
			s.Log.Warn("codex has left something running", "group", s.group)
			return
		}
	}
}

func typeInterrupt(s *session) error { return s.child.Write([]byte{0x03}) }

// quitting is the way from a choice to the end of this codex.
type quitting struct {
	left []quitStep
	due  time.Time // of the next step
}

// startQuitting takes the bar off and begins. A turn that runs (a queued prompt was
// sent meanwhile) is interrupted first: under a shared daemon it would outlive its
// TUI, and two threads would work on the same tree.
func startQuitting(s *session, now time.Time) *quitting {
	s.Terminal.Hide()
	s.shown = ""
	q := &quitting{left: quitSteps, due: now}
	if s.watch.Working() {
		if err := s.child.Write([]byte{0x1b}); err != nil {
			s.Log.Warn("interrupt", "err", err)
		}
		q.due = now.Add(interruptTime)
	}
	return q
}

// step does what is due.
func (q *quitting) step(s *session, now time.Time) {
	if now.Before(q.due) || len(q.left) == 0 {
		return
	}
	step := q.left[0]
	q.left, q.due = q.left[1:], now.Add(step.grace)
	s.Log.Info("quit", "step", step.name)
	if err := step.do(s); err != nil {
		s.Log.Warn("quit", "step", step.name, "err", err)
	}
}
