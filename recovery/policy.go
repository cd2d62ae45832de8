package recovery

import (
	"fmt"
	"time"

	"github.com/cxhook/cxhook/config"
)

// policy is what to do unasked: the caller's word, else the settings'.
func (s *session) policy() config.Policy {
	if s.Policy != "" {
		return s.Policy
	}
	settings, _, _ := s.facts.settings()
	return settings.OnCapacity
}

// allowed tells whether the policy may act on the open offer: only on two
// witnesses, once for each incident, and not more often than the settings say.
func (s *session) allowed() bool {
	o := s.offer
	if s.policy() == config.Ask || o.decided || !o.complete {
		return false
	}
	o.decided = true
	if !s.confirmed() {
		s.Log.Info("policy waits for the user: the session file does not confirm the refusal")
		return false
	}
	if settings, _, _ := s.facts.settings(); s.actions >= settings.MaxActions {
		s.Log.Info("policy waits for the user: its budget is spent", "actions", s.actions)
		return false
	}
	s.actions++
	return true
}

// byPolicy acts on the offer as if a key had been pressed, where the policy is not
// to ask. A draft in the composer is never disturbed: the bar stays up then.
func (s *session) byPolicy(now time.Time) {
	o := s.offer
	if c := s.watch.Composer(); !s.args.Exec() && !(c.Visible && c.Empty && !c.Blocked) {
		return
	}
	if !s.allowed() {
		return
	}
	if s.policy() == config.Switch && len(o.candidates) > 0 {
		s.notify(fmt.Sprintf("switching to %s (policy: switch)", o.candidates[0].Model), now)
		s.switchTo(o.candidates[0], false, now)
		return
	}
	o.bar.StartWait(now.Add(pause()))
}
