package importer

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/matcher"
)

// turn is what the history keeps of a turn.
func turn(s rollout.Session, t rollout.Turn) history.Turn {
	class := class(t)
	return history.Turn{
		ID: key(s.ID, t), Session: s.ID, Started: startOf(t.ID, t.Started), Duration: t.Took,
		Model: t.Model, Provider: t.Provider, Effort: t.Effort, Review: t.ReviewTurn,
		Outcome: outcome(t, class), Error: string(t.Error), Class: class, Hidden: s.SubAgent,
	}
}

// class says what the error of a turn means; "" if it had none.
func class(t rollout.Turn) string {
	if t.Error == "" {
		return ""
	}
	return string(matcher.Recorded(t.Message, t.Info()).Class)
}

func outcome(t rollout.Turn, class string) history.Outcome {
	switch {
	case t.Aborted:
		return history.Aborted
	case t.Ended.IsZero() && !t.Concluded: // to 0.98 no end is marked
		return history.Running
	case class == journal.Capacity:
		return history.Refused
	case class != "":
		return history.Failed
	case t.Concluded:
		return history.Answered
	}
	return history.Unanswered
}

// key makes a turn's id unique over all sessions, as a UUID is.
func key(session string, t rollout.Turn) string {
	switch {
	case t.ID == "":
		return fmt.Sprintf("%s#%d", session, t.Number)
	case uuid.Validate(t.ID) == nil:
		return t.ID
	}
	return session + "#" + t.ID
}

// startOf gives when a turn began. A turn's id is a UUID of version 7 and holds
// the time of its making; a fork's file repeats the turns of the session before
// under their ids, but with the fork's time (0.106.0, 0.144.6).
func startOf(id string, at time.Time) time.Time {
	if u, err := uuid.Parse(id); err == nil && u.Version() == 7 {
		if made := time.Unix(u.Time().UnixTime()).UTC(); made.Before(at) {
			return made
		}
	}
	return at
}
