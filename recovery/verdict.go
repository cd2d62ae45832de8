package recovery

import (
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
)

// verdict is what the session file says of a refusal that codex has shown. What is shown can be a model's or a tool's
// words; the file is codex's own.
type verdict int

const (
	unheard verdict = iota // nothing: no file, a turn that still runs, or an old release that says too little
	upheld                 // the turn was refused
	refuted                // the turn ended with an answer, with another error, or was interrupted
)

// writesErrors is the first release whose session files hold the error that a turn ended with. Before, a refused turn is
// known by its end without an answer.
const writesErrors = "0.146"

// reportsErrors is the first release that reports a failed turn to the terminal, with OSC 7501.
const reportsErrors = "0.168"

// verdict reads it in session, nil where there is none, for a refusal shown then. over says that codex has ended, so that
// a turn without an end has none to come.
func (l *launch) verdict(session *rollout.Session, shown time.Time, over bool) verdict {
	if session == nil {
		return unheard
	}
	turn, ok := session.Last()
	switch {
	case !ok, over && turn.Started.Before(l.started.Truncate(time.Second)), !over && turn.Ended.Before(shown.Add(-sameMoment)):
		return unheard // another turn
	case turn.Error == rollout.Overloaded:
		return upheld
	case turn.Error != "" || turn.Aborted:
		return refuted
	case l.writesErrors(session):
		if turn.Ended.IsZero() {
			return unheard
		}
		return refuted
	case turn.Answered: // perhaps before the refusal
		return unheard
	}
	return upheld
}

// writesErrors tells whether the codex that wrote session writes the errors down.
func (l *launch) writesErrors(session *rollout.Session) bool {
	release := l.Binary.Release()
	if release == "" {
		release = session.CLIVersion
	}
	return !codex.Older(release, writesErrors)
}
