package recovery

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
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

// pendingSwitch is a relaunch that waits for the catalogue: without it a plan could
// not keep the new model's own default tier and effort off. The question is bounded.
type pendingSwitch struct {
	to    config.Entry
	fresh bool
}

// relaunch makes the plan for another tier and, if it is a good one, begins to end
// this codex.
func (s *session) relaunch(to config.Entry, fresh bool, now time.Time) {
	if _, asked := s.facts.models(); !asked && !s.args.Exec() {
		s.pending = &pendingSwitch{to, fresh} // the plan depends on the catalogue
		s.notify("asking codex for its models …", now)
		return
	}
	s.pending = nil
	plan, conversation := s.plan(to, s.offer.incident, fresh)
	if plan.Mode == codex.ModeRefused {
		s.byHand = plan.Command
		s.notify(fmt.Sprintf("no switch: %s; run it yourself: %s", plan.Reason, plan.Command), now)
		return
	}
	if plan.Mode == codex.ModeFresh && !s.asksAgain() && conversation != nil {
		if question, err := rollout.LastPrompt(conversation.Path); err == nil && question != "" {
			s.questions = append(s.questions, question)
			plan.Warnings = append(plan.Warnings, "your question is not asked again; codex's end prints it")
		}
	}
	s.next, s.nextModel, s.carried = &plan, to.Model, conversation
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
