package recovery

import (
	"fmt"
	"time"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/recovery/incident"
)

// policy is what to do unasked: the caller's word, else the settings'.
func (r *run) policy() config.Policy {
	if r.Policy != "" {
		return r.Policy
	}
	settings, _, _ := r.facts.settings()
	return settings.OnCapacity
}

// spend tells whether the policy may act once more in this run.
func (r *run) spend() bool {
	if settings, _, _ := r.facts.settings(); r.actions >= settings.MaxActions {
		r.Log.Info("the policy's budget is spent", "actions", r.actions)
		return false
	}
	r.actions++
	return true
}

// switchPause lies between two switches that nobody asked for and that no answer came
// between: where one model after the other is refused, the next is asked no faster than a
// user could choose it.
const switchPause = 10 * time.Second

// switchAgain is when the policy may switch again if it has switched at the time now and
// no turn is answered meanwhile, at a moment in which no other terminal does.
func (r *run) switchAgain(now time.Time) time.Time {
	return r.Notes.Pacing.Reserve(now, min(switchPause, r.pause()))
}

// policyDue is when the policy acts on the open offer though nothing happens; zero: never.
func (s *session) policyDue() time.Time {
	if s.offer.decided || s.policy() != config.Switch {
		return time.Time{}
	}
	return s.nextAct
}

// allowed tells whether the policy may act on the open offer: only on two
// witnesses, once for each incident, and not more often than the settings say.
func (s *session) allowed() bool {
	o := s.offer
	if s.policy() == config.Ask || o.decided || !o.complete || o.verdict != upheld {
		return false
	}
	o.decided = true
	if !s.spend() {
		o.spent = true
		s.fill(o)
		return false
	}
	return true
}

// byPolicy acts on the offer as if a key had been pressed, where the policy is not
// to ask. A draft in the composer is never disturbed: the bar stays up then.
func (s *session) byPolicy(now time.Time) {
	o := s.offer
	if c := s.watch.Composer(); !s.args.Exec() && !(c.Visible && c.Empty && !c.Blocked) {
		return
	}
	if s.policy() == config.Switch && len(o.candidates) > 0 && now.Before(s.nextAct) || !s.allowed() {
		return
	}
	o.by = journal.Policy
	if s.policy() == config.Switch && len(o.candidates) > 0 {
		s.notify(fmt.Sprintf("switching to %s (policy: switch)", o.candidates[0].Model), now)
		s.nextAct = s.switchAgain(now)
		s.do(incident.Chosen{Remedy: s.remedy(o.candidates[0].Entry, false)}, now)
		return
	}
	s.startWait(now)
}
