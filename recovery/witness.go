package recovery

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
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

// asked is what the user asked in the turn that ended with the error on the screen; empty where that is not certain. What
// was queued behind it may be written down already: of several that the screen begins with the longest is meant.
func asked(session *rollout.Session, c clues) string {
	if session == nil || c.prompt == "" {
		return ""
	}
	longest := 1
	text, err := rollout.FindPrompt(session.Path, func(text string) bool {
		begin := firstOf(blankless(text))
		if !strings.HasPrefix(c.prompt, begin) || len(begin) < longest {
			return false
		}
		longest = len(begin)
		return true
	})
	if err != nil {
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

// writesErrors reports whether the codex that wrote session writes the errors down.
func (l *launch) writesErrors(session *rollout.Session) bool {
	release := l.Binary.Release()
	if release == "" {
		release = session.CLIVersion
	}
	return !codex.Older(release, writesErrors)
}
