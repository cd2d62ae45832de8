package recovery

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/recovery/incident"
)

const (
	// refusedFor is how long a model that was refused in this run is not offered again:
	// users report that a crowded one often takes a turn again after some minutes.
	refusedFor = pacing.Recent
	// rush is the time around the full hour in which many jobs start and retries are
	// refused more often.
	rush = 10 * time.Minute
	// switchPause lies between two switches that nobody asked for and that no answer came
	// between: where one model after the other is refused, the next is asked no faster than a
	// user could choose it.
	switchPause = 10 * time.Second
)

// refusals are the times from which on models that were refused may be offered again.
type refusals map[string]time.Time

// at gives the models that are not to be offered at the time now.
func (r refusals) at(now time.Time) map[string]bool {
	models := map[string]bool{}
	for model, until := range r {
		if now.Before(until) {
			models[model] = true
		}
	}
	return models
}

// spend reports whether a policy may act once more in this run.
func (r *run) spend() bool {
	if settings, _, _ := r.facts.settings(); r.actions >= settings.MaxActions {
		r.Log.Info("the policy's budget is spent", "actions", r.actions)
		return false
	}
	r.actions++
	return true
}

// due is when to try again what ended in an error, at a moment in which no other terminal of the
// user does.
func (r *run) due(t trouble) time.Time {
	at := t.due(rand.Float64())
	if r.Pause != nil {
		at = t.now.Add(r.Pause())
	}
	return r.Notes.Pacing.Reserve(t.now, at.Sub(t.now)).Round(0)
}

// switchAgain is when a policy may switch again if it has switched at the time now and
// no turn is answered meanwhile, at a moment in which no other terminal does.
func (r *run) switchAgain(now time.Time) time.Time {
	pause := switchPause
	if r.Pause != nil {
		pause = min(pause, r.Pause())
	}
	return r.Notes.Pacing.Reserve(now, pause)
}

// startWait begins the countdown to a retry.
func (s *session) startWait(now time.Time) {
	t := s.offer.trouble
	t.now = now
	s.do(incident.Wait{Until: s.due(t), Retry: s.again()}, now)
}

// policy is what to do unasked about the open offer.
func (o *offer) policy(r *run) config.Policy { return o.trouble.policy(r.Policy) }

// policyDue is when the policy acts on the open offer though nothing happens; zero: never.
func (s *session) policyDue() time.Time {
	if s.offer.decided || s.offer.policy(s.run) != config.Switch {
		return time.Time{}
	}
	return s.nextAct
}

// byPolicy acts on the offer as if a key had been pressed, where the policy is not to ask: only on two
// witnesses, once for each incident, and not more often than the settings say. A draft in the composer
// is never disturbed: the bar stays up then.
func (s *session) byPolicy(now time.Time) {
	o := s.offer
	if c := s.watch.Composer(); !s.args.Exec() && !(c.Visible && c.Empty && !c.Blocked) {
		return
	}
	a, acts := o.unasked(o.policy(s.run))
	if !acts || o.decided || !o.complete || o.verdict != upheld || a.do == switchModel && now.Before(s.nextAct) {
		return
	}
	o.decided = true
	if !s.spend() {
		o.spent = true
		s.fill(o)
		return
	}
	o.by = journal.Policy
	if a.do == switchModel {
		s.notify(fmt.Sprintf("switching to %s (policy: switch)", a.to.Model), now)
		s.nextAct = s.switchAgain(now)
	}
	s.act(a, now)
}

func nearFullHour(now time.Time) bool {
	past := time.Duration(now.Minute()) * time.Minute
	return past < rush || past >= time.Hour-rush
}
