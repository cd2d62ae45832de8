package recovery

import (
	"slices"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
)

// effort is the reasoning effort that the last switch gave a codex in place of the user's,
// which the model does not offer. The zero value is none.
type effort struct{ chosen, given string }

// of is the session as the user's own choice would have it: each switch starts from the
// effort that was chosen, not from what the one before made of it. An effort other than
// the one given was chosen since.
func (e effort) of(s rollout.Session) rollout.Session {
	if e.chosen == e.given || s.Now.Effort != e.given {
		return s
	}
	s.Now.Effort = e.chosen
	s.Turns = slices.Clone(s.Turns)
	for i := range s.Turns {
		if turn := &s.Turns[i]; turn.Effort == e.given {
			turn.Effort = e.chosen
		}
	}
	return s
}

// fit is the effort that another model gets in a session: what the user configured for it,
// else the one chosen or, where it does not offer that, the nearest.
func (e effort) fit(to config.Entry, s rollout.Session, catalogue []codex.Model) effort {
	chosen := e.of(s).Now.Effort
	if to.Effort != "" {
		return effort{chosen, to.Effort}
	}
	if m, match := codex.Lookup(catalogue, to.Model); match == codex.MatchExact {
		return effort{chosen, m.Effort(chosen)}
	}
	return effort{chosen, chosen}
}
