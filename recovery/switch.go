package recovery

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
)

// A retry waits between pauseMin and pauseMax: sooner is refused again, as people
// who retry by hand report, and jitter keeps many terminals from retrying together.
const (
	pauseMin = 30 * time.Second
	pauseMax = 60 * time.Second
)

func pause() time.Duration { return pauseMin + rand.N(pauseMax-pauseMin) }

// switchTo goes on with another tier, in place if that is possible. fresh is the
// user's wish to start over.
func (s *session) switchTo(to config.Entry, fresh bool, now time.Time) {
	if s.inPlace != nil || !fresh && s.goInPlace(to) {
		return
	}
	s.relaunch(to, fresh, now)
}

// relaunch makes the plan for another tier and, if it is a good one, begins to end
// this codex.
func (s *session) relaunch(to config.Entry, fresh bool, now time.Time) {
	plan, conversation := s.plan(to, s.offer.incident, fresh)
	if plan.Mode == codex.ModeRefused {
		s.byHand = plan.Command
		s.notify(fmt.Sprintf("no switch: %s; run it yourself: %s", plan.Reason, plan.Command), now)
		return
	}
	s.next, s.nextModel, s.carried = &plan, to.Model, conversation
	if s.quit == nil && !s.args.Exec() {
		s.quit = startQuitting(s, now)
	}
}

// retry goes on with the model that was refused.
func (s *session) retry(now time.Time) {
	delete(s.refused, s.offer.model)
	s.switchTo(config.Entry{Model: s.offer.model}, false, now)
}
