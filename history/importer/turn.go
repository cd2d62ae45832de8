package importer

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history"
)

// turn is what the history keeps of a turn.
func turn(s rollout.Session, t rollout.Turn) history.Turn {
	return history.Turn{
		ID: key(s.ID, t), Session: s.ID, Started: startOf(t.ID, t.Started), Duration: t.Took,
		Model: t.Model, Provider: t.Provider, Effort: t.Effort, Review: t.ReviewTurn,
		Outcome: outcome(t), Error: history.Name(string(t.Error)), Hidden: s.SubAgent,
	}
}

func outcome(t rollout.Turn) history.Outcome {
	switch {
	case t.Aborted:
		return history.Aborted
	case t.Ended.IsZero() && !t.Concluded: // to 0.98 no end is marked
		return history.Running
	case t.Error == rollout.Overloaded:
		return history.Refused
	case t.Error != "":
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
	return session + "#" + history.Name(t.ID)
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
