package recovery

import (
	"slices"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
)

// sameMoment is how far apart a refusal on the screen and in the session file are at
// most: 0.2 s on an idle machine, a second on a loaded one.
const sameMoment = 2 * time.Second

// written tells whether a refusal that was shown then must stand in its file by now.
func written(shown time.Time) bool { return !shown.IsZero() && time.Since(shown) > sameMoment }

// proved gives the one of several sessions of a directory that is surely the one of this
// codex, nil if none is: the one whose file it has open; the only one whose last turn was
// refused; or the only one that was refused at the moment in which the refusal was shown.
// A session whose turn still runs may be ours for a moment, not yet written down.
func (l *launch) proved(sessions []*rollout.Session, shown time.Time) *rollout.Session {
	if l.group != 0 {
		open := openFiles(l.group)
		if s := only(sessions, func(s *rollout.Session) bool { return open[s.Path] }); s != nil {
			return s
		}
	}
	runs := func(s *rollout.Session) bool {
		turn, ok := s.Last()
		return ok && turn.Ended.IsZero()
	}
	if !written(shown) && slices.ContainsFunc(sessions, runs) {
		return nil
	}
	if s := only(sessions, l.refusedIn); s != nil {
		return s
	}
	if shown.IsZero() {
		return nil
	}
	return only(sessions, func(s *rollout.Session) bool { return l.refusedIn(s) && endedAt(s, shown) })
}

// endedAt tells whether the last turn ended in the moment in which a refusal was shown.
func endedAt(s *rollout.Session, shown time.Time) bool {
	turn, ok := s.Last()
	return ok && !shown.IsZero() && turn.Ended.Sub(shown).Abs() < sameMoment
}

// only gives the one session for which is holds; nil if there is none or another.
func only(sessions []*rollout.Session, is func(*rollout.Session) bool) (found *rollout.Session) {
	for _, s := range sessions {
		if !is(s) {
			continue
		}
		if found != nil {
			return nil
		}
		found = s
	}
	return found
}
