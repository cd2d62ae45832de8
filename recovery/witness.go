package recovery

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/recovery/incident"
)

const (
	// witnessPause separates two looks at the session file: codex draws the error
	// before it writes it down.
	witnessPause = 200 * time.Millisecond
	// witnessLimit is when a file that says nothing of the refusal never will.
	witnessLimit = 3 * time.Second
)

// askWitness begins to read the session file beside the loop: the bar does not wait
// for a long one.
func (s *session) askWitness(now time.Time) {
	o, c := s.offer, s.clues()
	o.reading, o.lookedAt = true, now
	s.work(witnessed{offer: o, err: errNoConversation}, func() any {
		session, err := s.conversationOf(c)
		if err != nil {
			s.Log.Info("session file", "err", err)
		}
		return witnessed{o, session, asked(session, c), err}
	})
}

// asked is what the user asked last in a session, if that stands above the error on the screen; empty otherwise.
func asked(session *rollout.Session, c clues) string {
	if session == nil || c.prompt == "" {
		return ""
	}
	text, err := rollout.LastPrompt(session.Path)
	if begin := firstOf(blankless(text)); err != nil || begin == "" || !strings.HasPrefix(c.prompt, begin) {
		return ""
	}
	return text
}

// heardWitness takes what was read.
func (s *session) heardWitness(e witnessed, now time.Time) {
	o := e.offer
	o.reading, o.unproved = false, e.err
	if o.asked == "" { // a prompt that was queued is soon the last
		o.asked = e.asked
	}
	switch {
	case o != s.offer:
	case o.unproved != nil && !s.chosen() && s.quit == nil && now.Sub(s.started.Add(o.incident.At)) >= witnessLimit:
		s.note(nil)
		s.unproved(o.unproved, now)
	default:
		s.heard(e.session)
	}
}

// askAgain asks as long as the file may still come to confirm the refusal.
func (s *session) askAgain(now time.Time) {
	if due := s.witnessDue(); !due.IsZero() && !now.Before(due) {
		s.askWitness(now)
	}
}

// unproved takes an offer back whose keys could only act on a guess: it is not certain
// which conversation was refused.
func (s *session) unproved(err error, now time.Time) {
	o := s.offer
	s.do(incident.Refuted{}, now)
	switch {
	case o.hidden():
	case o.incident.Class == matcher.Capacity:
		s.notify(fmt.Sprintf("at capacity, but nothing to choose here: %v; take another model with /model and ask again", err), now)
	default:
		s.notify(fmt.Sprintf("nothing to choose here: %v", err), now)
	}
}

// heard makes use of the conversation, nil if it could not be read.
func (s *session) heard(session *rollout.Session) {
	o := s.offer
	if session != nil {
		o.session = *session
	}
	var said matcher.Verdict
	o.verdict, said = s.verdict(session, s.clues(), s.args.Exec())
	if o.verdict == refuted || s.args.Exec() && o.incident.Unconfirmed && o.verdict != upheld {
		s.Log.Info("no such error: its turn ended otherwise")
		s.do(incident.Refuted{}, time.Now())
		return
	}
	if o.verdict == upheld && said.Class != "" && said.Class != o.incident.Class {
		said.Task = o.incident.Task
		o.incident.Verdict = said
	}
	o.model = s.model(session)
	s.fill(o)
	if o.certain() {
		s.note(session)
	}
}

// note writes the incident down, once.
func (s *session) note(session *rollout.Session) {
	if o := s.offer; !o.noted {
		o.noted = true
		s.noteIncident(o.id, o.incident, o.model, session)
	}
}

// witnessDue is when the file is to be read again, zero for never. Where it is not known
// by then which one it is, it is looked for once more at the limit.
func (s *session) witnessDue() time.Time {
	o := s.offer
	due, limit := o.lookedAt.Add(witnessPause), s.started.Add(o.incident.At).Add(witnessLimit)
	switch {
	case o.reading || o.verdict != unheard:
		return time.Time{}
	case due.Before(limit):
		return due
	case o.unproved != nil && o.lookedAt.Before(limit):
		return due
	}
	return time.Time{}
}
