package recovery

import (
	"github.com/cxhook/cxhook/internal/logged"
	"runtime/debug"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/recovery/incident"
)

// What workers beside the loop tell it. Each names what it is about: the loop passes over
// what has come too late.
type (
	// factsCame says that settings or the catalogue are there.
	factsCame struct{}
	// witnessed is what the session file holds of an offer's conversation, or why it is
	// not known.
	witnessed struct {
		offer   *offer
		session *rollout.Session
		asked   string // as asked gives it
		err     error
	}
	// looked is the same for a verification.
	looked struct {
		verify  *verification
		session *rollout.Session
	}
	// daemonAnswered is what came of an attempt in place.
	daemonAnswered struct {
		attempt *inPlace
		answer  inPlaceAnswer
	}
	// planned is the plan that was waited for.
	planned struct {
		id incident.ID
		planning
	}
	// fault is a worker that failed, and what it would say then.
	fault struct {
		panic   any
		stack   string
		instead any
	}
)

// work runs do beside the loop, which gets what it returns; instead if it fails.
func (s *session) work(instead any, do func() any) {
	queue := s.Events()
	go func() { // ends with do
		var told any
		defer func() {
			if p := recover(); p != nil {
				told = fault{p, string(debug.Stack()), instead}
			}
			queue.Post(told)
		}()
		told = do()
	}()
}

// hear takes what a worker tells.
func (s *session) hear(told any, now time.Time) {
	switch e := told.(type) {
	case fault:
		s.Log.Error("worker failed", "panic", e.panic, "stack", logged.Name(e.stack))
		s.hear(e.instead, now)
	case factsCame:
		s.heardFacts(now)
	case witnessed:
		s.heardWitness(e, now)
	case looked:
		s.looked(e, now)
	case daemonAnswered:
		s.inPlaceDone(e, now)
	case planned:
		s.planned(e, now)
	}
}
