package recovery

import (
	"fmt"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/recovery/incident"
)

// do tells the machine what has happened and carries out what follows.
func (s *session) do(e incident.Event, now time.Time) {
	for _, effect := range s.machine.Handle(e) {
		s.carry(effect, now)
	}
}

// carry is where every effect is carried out.
func (s *session) carry(effect incident.Effect, now time.Time) {
	switch e := effect.(type) {
	case incident.Close:
		s.closeOffer()
	case incident.Count:
		s.offer.bar.StartWait(e.Until)
	case incident.Uncount:
		s.offer.bar.StopWait()
	case incident.Ask:
		s.countRetry(e.Remedy)
		s.askDaemon(e.Remedy)
	case incident.Type:
		s.tellByTyping(e.Remedy, now)
	case incident.Cancel:
		s.asked.cancel()
	case incident.NeedModels:
		s.notify("asking codex for its models …", now)
	case incident.Plan:
		if !e.Remedy.InPlace { // else it was counted when the daemon was asked
			s.countRetry(e.Remedy)
		}
		s.makePlan(e.Remedy, now)
	case incident.End:
		s.endFor(e.Remedy.To, now)
	case incident.ByHand:
		s.byHand = s.made.plan.Command
		s.notify(fmt.Sprintf("no switch: %s; run it yourself: %s", s.made.plan.Reason, s.byHand), now)
	case incident.Went:
		s.wentInPlace(e.Remedy, now)
	case incident.Told:
		s.toldByTyping(e.Remedy, now)
	case incident.Doubt:
		s.notify(fmt.Sprintf("asked codex to go on with %s, but it did not answer; look before you go on", e.Remedy.To.Model), now)
	case incident.Leave:
		s.offer.answered = true
		if !s.offer.overtaken {
			s.noteChoice(e.ID, journal.Dismiss, "", "", journal.Key)
		}
	case incident.Overtaken:
		s.note(nil)
		s.noteChoice(e.ID, journal.Overtaken, "", "", journal.Queue)
		s.notify("codex goes on with what you queued; what was refused is not done", now)
		s.undone = s.offer
	}
}

// chosen reports whether the open offer was answered, and something is being done for it.
func (s *session) chosen() bool {
	switch s.machine.State().(type) {
	case incident.Asking, incident.Telling, incident.Needing, incident.Planning:
		return true
	}
	return false
}

// remedy is a way to go on for the open offer. fresh is the user's wish to start over.
func (s *session) remedy(to config.Entry, fresh bool) incident.Remedy {
	return incident.Remedy{To: to, Fresh: fresh, Retry: to.Model == s.offer.model, InPlace: !fresh && s.mayAskDaemon(to)}
}

// again is a way to go on with the model that was refused.
func (s *session) again() incident.Remedy {
	return s.remedy(config.Entry{Model: s.offer.model}, false)
}

// countRetry counts a retry and offers its model again.
func (s *session) countRetry(r incident.Remedy) {
	if r.Retry {
		s.retries++
		delete(s.refused, r.To.Model)
	}
}

// heardFacts tells the machine that the catalogue is there.
func (s *session) heardFacts(now time.Time) {
	if _, asked := s.facts.models(); asked {
		s.do(incident.Catalogue{}, now)
	}
}

// makePlan has the plan made: at once for exec, which has ended, else beside the loop.
func (s *session) makePlan(r incident.Remedy, now time.Time) {
	id := s.offer.id
	w := s.wish(r.To, s.offer.incident, r.Fresh)
	if s.args.Exec() {
		s.planned(planned{id, s.plan(w)}, now)
		return
	}
	failed := planning{plan: codex.Plan{Mode: codex.ModeManual, Reason: lang.Say("reason.unreadable", "internal error"), Command: "codex resume"}}
	s.work(planned{id, failed}, func() any { return planned{id, s.plan(w)} })
}

// planned takes the plan that was awaited.
func (s *session) planned(e planned, now time.Time) {
	s.made = e.planning
	s.do(incident.Planned{ID: e.id, Good: e.plan.Mode != codex.ModeManual}, now)
}

// endFor begins to end this codex for the next.
func (s *session) endFor(to config.Entry, now time.Time) {
	plan := s.made.plan
	if s.made.unasked != "" {
		s.questions = append(s.questions, s.made.unasked)
		plan.Warnings = append(plan.Warnings, lang.Verbatim("your question is not asked again; codex's end prints it"))
	}
	if from := s.made.session; from != nil && s.made.effort.given != from.Now.Effort && s.made.effort.given == s.made.effort.chosen {
		plan.Warnings = append(plan.Warnings, lang.Verbatim("effort "+s.made.effort.given+" again"))
	}
	s.next, s.nextModel, s.carried, s.effort = &plan, to.Model, s.made.session, s.made.effort
	if s.sight().draft {
		s.draft = drafted(s.watch.Screen())
		s.drafts = append(s.drafts, s.draft)
	}
	s.noteChoice(s.offer.id, action(to.Model, s.offer.model, plan.Mode), to.Model, plan.Mode, s.offer.by)
	if !s.args.Exec() {
		s.quit = startQuitting(s, now)
	}
}
