package recovery

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/journal"
)

// switchTo goes on with another tier, in place if that is possible. fresh is the
// user's wish to start over.
func (s *session) switchTo(to config.Entry, fresh bool, now time.Time) {
	if s.inPlace != nil || !fresh && s.goInPlace(to) {
		return
	}
	s.relaunch(to, fresh, now)
}

// pendingSwitch is a relaunch that waits for its plan.
type pendingSwitch struct {
	to    config.Entry
	fresh bool
	begun bool // the plan is being made; else the catalogue is waited for
}

// relaunch has the plan for another tier made and, if it is a good one, begins to end
// this codex.
func (s *session) relaunch(to config.Entry, fresh bool, now time.Time) {
	if s.args.Exec() { // it has ended, and nothing else happens here
		s.carryOut(to, s.plan(s.wish(to, s.offer.incident, fresh)), now)
		return
	}
	s.pending = &pendingSwitch{to: to, fresh: fresh}
	if s.beginPlan(now); !s.pending.begun {
		s.notify("asking codex for its models …", now)
	}
}

// beginPlan has the plan made once the catalogue is there: without it a plan could not keep
// the new model's own default tier and effort off. The question for it is bounded.
func (s *session) beginPlan(now time.Time) {
	p := s.pending
	if _, asked := s.facts.models(); !asked || p.begun {
		return
	}
	p.begun, s.notice = true, notice{}
	w := s.wish(p.to, s.offer.incident, p.fresh)
	failed := planning{plan: codex.Plan{Mode: codex.ModeRefused, Reason: "the plan cannot be read back: internal error", Command: "codex resume"}}
	s.work(planned{p, failed}, func() any { return planned{p, s.plan(w)} })
}

// planned goes on with the plan that was waited for.
func (s *session) planned(e planned, now time.Time) {
	if s.pending == e.pending {
		s.pending = nil
		s.carryOut(e.pending.to, e.plan, now)
	}
}

// carryOut begins to end this codex for the next, if there is a good plan for that one.
func (s *session) carryOut(to config.Entry, made planning, now time.Time) {
	plan := made.plan
	if plan.Mode == codex.ModeRefused {
		s.byHand = plan.Command
		s.notify(fmt.Sprintf("no switch: %s; run it yourself: %s", plan.Reason, plan.Command), now)
		return
	}
	if made.unasked != "" {
		s.questions = append(s.questions, made.unasked)
		plan.Warnings = append(plan.Warnings, "your question is not asked again; codex's end prints it")
	}
	s.next, s.nextModel, s.carried, s.effort = &plan, to.Model, made.session, made.effort
	if s.sight().draft {
		s.draft = drafted(s.watch.Screen())
		s.drafts = append(s.drafts, s.draft)
	}
	s.noteChoice(s.offer.id, action(to.Model, s.offer.model, plan.Mode), to.Model, plan.Mode, s.offer.by)
	if s.quit == nil && !s.args.Exec() {
		s.quit = startQuitting(s, now)
	}
}

// asksAgain reports whether the arguments hold the question that was refused, so that a
// fresh start asks it again.
func (l *launch) asksAgain() bool {
	prompt, ok := l.args.Prompt()
	return l.args.Exec() || ok && (l.prompt == "" || strings.HasPrefix(l.prompt, firstOf(blankless(prompt))))
}

func action(to, refused string, mode codex.Mode) journal.Action {
	switch {
	case to == refused:
		return journal.Retry
	case mode == codex.ModeFresh:
		return journal.Fresh
	}
	return journal.Switch
}
