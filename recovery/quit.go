package recovery

import (
	"slices"
	"syscall"
	"time"

	"github.com/cxhook/cxhook/internal/logged"
)

// quitStep is one attempt to end codex and how long it is given at most.
type quitStep struct {
	name  string
	typed bool // it reaches only a codex that has the terminal: in a shell's it would be seen
	do    func(*session) error
	grace time.Duration
}

// quitSteps end codex as a user would, and then less and less kindly. Ctrl-C (0x03)
// with an empty composer ends the TUI within 0.1 s (0.80.0 to 0.171.0); with text in
// it, it only empties it. Signals go to the process group: npm's codex is node above
// a child.
var quitSteps = []quitStep{
	{"ctrl-c", true, typeInterrupt, 1500 * time.Millisecond},
	{"ctrl-c", true, typeInterrupt, 1500 * time.Millisecond},
	{"ctrl-c", true, typeInterrupt, 2 * time.Second},
	{"term", false, func(s *session) error { return s.child.Signal(syscall.SIGTERM) }, 2 * time.Second},
	{"kill", false, func(s *session) error { return s.child.Signal(syscall.SIGKILL) }, time.Minute},
}

// lingerTime is what codex gets to end in when it has given the terminal back. It has
// undone its modes and named the session by then, and needs 0.05 to 0.12 s (0.106.0 to
// 0.171.0); one that was started a few seconds ago stays up to 2.2 s longer (0.171.0).
var lingerTime = 300 * time.Millisecond

// interruptStep comes first where a turn runs: Esc (0x1b) stops it.
var interruptStep = quitStep{"interrupt", true, func(s *session) error { return s.child.Write([]byte{0x1b}) }, 2 * time.Second}

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
	left  []quitStep
	due   time.Time // of the next step, at the latest
	last  sight     // what was to be seen at the last step
	letGo bool      // codex has given the terminal back
}

// sight is what can be seen of a codex that has to end.
type sight struct {
	raw     bool // it has the terminal
	working bool // a turn runs
	draft   bool // there is text in the composer
	empty   bool // there is a composer without
}

func (s *session) sight() sight {
	c := s.watch.Composer()
	return sight{s.child != nil && s.child.Raw(), s.watch.Working(), c.Visible && !c.Empty, c.Visible && c.Empty}
}

// startQuitting takes the bar off and begins.
func startQuitting(s *session, now time.Time) *quitting {
	s.Terminal.Hide()
	s.shown = ""
	return newQuitting(s.sight(), now)
}

// newQuitting begins. A turn that runs (a queued prompt was sent meanwhile) is
// interrupted first: under a shared daemon it would outlive its TUI, and two threads
// would work on the same tree.
func newQuitting(seen sight, now time.Time) *quitting {
	q := &quitting{left: quitSteps, due: now, last: seen}
	if seen.working {
		q.left = append([]quitStep{interruptStep}, quitSteps...)
	}
	return q
}

// step does what is due.
func (q *quitting) step(s *session, now time.Time) {
	seen := s.sight()
	if s.judged {
		q.hurry(seen, now)
	}
	if now.Before(q.due) || len(q.left) == 0 {
		return
	}
	step := q.left[0]
	q.left, q.due, q.last = q.left[1:], now.Add(step.grace), seen
	s.Log.Info("quit", "step", logged.Name(step.name))
	if err := step.do(s); err != nil {
		s.Log.Warn("quit", "step", logged.Name(step.name), "err", err)
	}
}

// hurry makes the next step due as soon as what the last one was given time for has
// happened: the turn has stopped, the composer is empty, the terminal was given back.
func (q *quitting) hurry(seen sight, now time.Time) {
	switch {
	case !seen.raw && !q.letGo:
		q.letGo = true
		q.left = slices.DeleteFunc(slices.Clone(q.left), func(s quitStep) bool { return s.typed })
		if due := now.Add(lingerTime); due.Before(q.due) {
			q.due = due
		}
	case q.last.working && !seen.working, q.last.draft && seen.empty:
		q.due, q.last = now, sight{}
	}
}
