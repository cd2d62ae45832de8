package recovery

import (
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
)

const (
	// witnessPause separates two looks at the session file: codex draws the error
	// before it writes it down.
	witnessPause = 200 * time.Millisecond
	// witnessPoll is how often the loop looks whether the file was read.
	witnessPoll = 20 * time.Millisecond
	// witnessLimit is when a file that does not confirm the refusal never will:
	// releases up to 0.143 do not write it down.
	witnessLimit = 3 * time.Second
)

// askWitness begins to read the session file beside the loop: the bar does not wait
// for a long one.
func (s *session) askWitness(now time.Time) {
	o := s.offer
	o.witness, o.asked = make(chan *rollout.Session, 1), now
	go func(c clues, answer chan<- *rollout.Session) { // ends with the file
		var session *rollout.Session
		defer func() {
			if p := recover(); p != nil {
				s.Log.Error("session file", "panic", p)
			}
			answer <- session
		}()
		found, err := s.conversationOf(c)
		if err != nil {
			s.Log.Info("session file", "err", err)
			return
		}
		session = found
	}(s.clues(), o.witness)
}

// hearWitness takes what was read, and asks again while the file may still come to
// confirm the refusal.
func (s *session) hearWitness(now time.Time) {
	o := s.offer
	if o.witness == nil {
		if !o.confirmed && now.Sub(s.started.Add(o.incident.At)) < witnessLimit && now.Sub(o.asked) >= witnessPause {
			s.askWitness(now)
		}
		return
	}
	select {
	case session := <-o.witness:
		o.witness = nil
		s.heard(session)
	default:
	}
}

// heard makes use of the conversation, nil if it could not be read.
func (s *session) heard(session *rollout.Session) {
	o := s.offer
	if session != nil {
		o.session = *session
		o.confirmed = o.confirmed || s.refusedIn(session)
	}
	o.model = s.model(session)
	s.note(session)
	s.fill(o)
}

// note writes the incident down, once.
func (s *session) note(session *rollout.Session) {
	if o := s.offer; !o.noted {
		o.noted = true
		s.noteIncident(o.id, o.incident, o.model, session)
	}
}

// witnessDue is when the loop has to look again, zero for never.
func (s *session) witnessDue(now time.Time) time.Time {
	o := s.offer
	switch {
	case o.witness != nil:
		return now.Add(witnessPoll)
	case o.confirmed || now.Sub(s.started.Add(o.incident.At)) >= witnessLimit:
		return time.Time{}
	}
	return o.asked.Add(witnessPause)
}
