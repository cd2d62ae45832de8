package recovery

import (
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/matcher"
)

// verdict is what the session file says of an error that codex has shown. What is shown can be a model's or a tool's
// words; the file is codex's own.
type verdict int

const (
	unheard verdict = iota // nothing: no file, a turn that still runs, or an old release that says too little
	upheld                 // the turn ended with that error
	refuted                // the turn ended with an answer, with an error of another kind, or was interrupted
)

// writesErrors is the first release whose session files hold the error that a turn ended with. Before, a refused turn is
// known by its end without an answer.
const writesErrors = "0.146"

// reportsErrors is the first release that reports a failed turn to the terminal, with OSC 7501.
const reportsErrors = "0.168"

// verdict reads it in session, nil where there is none, of an error shown as c has it. over says that codex has ended, so
// that a turn without an end has none to come. The second is the error that the file names, of class "" where it names none.
func (l *launch) verdict(session *rollout.Session, c clues, over bool) (verdict, matcher.Verdict) {
	var none matcher.Verdict
	if session == nil {
		return unheard, none
	}
	turn, ok := session.Last()
	switch {
	case !ok, over && turn.Started.Before(l.started.Truncate(time.Second)), !over && turn.Ended.Before(c.shown.Add(-sameMoment)):
		return unheard, none // another turn
	case turn.Aborted:
		return refuted, none
	case turn.Error != "":
		return c.confirmed(matcher.Recorded(turn.Message, turn.Info()))
	case l.writesErrors(session):
		if turn.Ended.IsZero() {
			return unheard, none
		}
		return refuted, none
	case turn.Answered: // perhaps before the error
		return unheard, none
	}
	return upheld, none
}

// confirmed compares what was shown with the error that the file names. What the words alone tell by a part of them is
// what the file says; a refusal that it knows to have been none is refuted.
func (c clues) confirmed(said matcher.Verdict) (verdict, matcher.Verdict) {
	switch {
	case said.Class == matcher.Unknown, said.Class == matcher.NotAnError,
		!c.unconfirmed && c.class == matcher.Capacity && said.Class != matcher.Capacity:
		return refuted, said
	}
	return upheld, said
}

// writesErrors tells whether the codex that wrote session writes the errors down.
func (l *launch) writesErrors(session *rollout.Session) bool {
	release := l.Binary.Release()
	if release == "" {
		release = session.CLIVersion
	}
	return !codex.Older(release, writesErrors)
}
