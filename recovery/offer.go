package recovery

import (
	"fmt"
	"slices"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/internal/logged"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/recovery/incident"
	"github.com/cxhook/cxhook/terminal"
)

// offer is an incident with its bar, from the error to an answer or to a new turn.
type offer struct {
	id         incident.ID // in the journal
	incident   matcher.Incident
	model      string // refused; empty if unknown
	bar        *prompt.Bar
	candidates []Candidate
	session    rollout.Session // the conversation as the session file has it
	complete   bool            // what decides about them was there
	facts      int             // how many of the facts had come in
	reading    bool            // the session file is being read
	unproved   error           // why the last look found none
	asked      time.Time       // when the session file was looked at last
	verdict    verdict         // what it says of the refusal
	noted      bool            // it stands in the journal
	decided    bool            // the policy has acted on it
	spent      bool            // or would have, had it not acted as often as it may
	by         journal.By
	answered   bool // the user wants nothing done
	typed      bool // a key has gone to codex since
	seen       bool // the bar has been on the screen
	nudged     bool // codex was made to draw its screen anew
}

// incident opens an offer for an error that codex has just shown.
func (s *session) incident(i matcher.Incident, now time.Time) {
	s.Log.Info("incident", "surface", logged.Name(i.Surface), "task", logged.Name(i.Task), "class", logged.Name(i.Class), "at", i.At, "offset", i.Offset)
	if s.quit != nil || i.Class != matcher.Capacity { // of the others nothing is made yet
		return
	}
	s.undone = false
	o := &offer{id: journal.NewID(), incident: i, model: s.model(nil), by: journal.Key}
	s.offer, s.refusal, s.prompt = o, s.started.Add(i.At), lastPrompt(s.watch.Screen(), i.Text)
	s.do(incident.Refused{ID: o.id}, now)
	s.facts.hurry()
	s.readConfiguration()
	if !s.notice.stays {
		s.notice = notice{}
	}
	if s.args.Exec() { // asked on a line of its own once codex has ended
		session, err := s.conversation()
		if err != nil {
			s.Log.Info("session file", "err", err)
		}
		s.heard(session)
		return
	}
	s.fill(o)
	s.askWitness(now)
	s.child.Intercept(true)
	if at, b := s.child.LastInput(); len(b) > 0 {
		var in terminal.Input
		for _, e := range append(in.Write(b), in.Flush()...) {
			o.bar.Passed(e, at)
		}
	}
}

// fill makes the bar, or renews what it offers when the facts have come in.
func (s *session) fill(o *offer) {
	o.facts = s.facts.version()
	o.candidates, o.complete = s.candidates(o.model, o.session)
	p := prompt.Offer{Title: title(o), Actions: s.keysFor(o), Why: why(o.incident.Text)}
	switch {
	case o.spent:
		p.Note = fmt.Sprintf("the budget of %d steps is spent", s.actions)
	case s.retries == 1:
		p.Note = "one retry was refused"
	case s.retries > 1:
		p.Note = fmt.Sprintf("%d retries were refused", s.retries)
	}
	if len(o.candidates) > 0 && nearFullHour(time.Now()) {
		p.WaitNote = "models are crowded at the full hour: better switch"
	}
	if settings, _, _ := s.facts.settings(); len(settings.Models) > 0 {
		p.Most = len(o.candidates)
	}
	if o.bar == nil {
		o.bar = prompt.New(p)
	} else {
		o.bar.SetOffer(p)
	}
	now := time.Now()
	o.bar.SetRoundTrip(s.roundTrip(s.watch, now.Sub(s.started)))
}

// title is what has happened.
func title(o *offer) string {
	model := o.model
	if model == "" {
		model = lang.Text("bar.model")
	}
	if o.incident.Task == matcher.RemoteCompact {
		return lang.Text("bar.compact", model)
	}
	return lang.Text("bar.at_capacity", model)
}

// keys are what can be done about it.
func (s *session) keysFor(o *offer) (list []prompt.Action) {
	for i, c := range o.candidates[:min(9, len(o.candidates))] {
		list = append(list, prompt.Action{Key: '1' + rune(i), Label: c.Model, Note: c.Note})
	}
	if s.retries < maxRetries {
		list = append(list, prompt.Action{Key: 'w', Label: lang.Text("bar.wait")})
	}
	if len(o.candidates) > 0 {
		fresh := prompt.Action{Key: 'f', Label: lang.Text("bar.fresh")}
		if !s.asksAgain() {
			fresh.Note = lang.Text("bar.unasked")
		}
		list = append(list, fresh)
	}
	return list
}

// why is what explain says about the error, for the bar's ? key.
func why(text string) []string {
	var lines []string
	for _, v := range matcher.Classify(text) {
		lines = append(lines, v.Rule.Explanation())
	}
	return lines
}

// tend keeps an open offer in step with codex and with the clock.
func (s *session) tend(now time.Time) {
	o := s.offer
	if s.chosen() {
		return
	}
	if s.watch.Working() && now.Sub(s.started.Add(o.incident.At)) > quiet {
		// A new turn runs: the user went on, or a queued prompt was sent.
		s.do(incident.TurnBegan{Typed: o.answered || o.typed}, now)
		return
	}
	s.child.Intercept(true) // it ends where we have not attended to the keys for seconds
	s.askAgain(now)
	if o.facts != s.facts.version() {
		s.fill(o)
	}
	o.bar.SetRoundTrip(s.roundTrip(s.watch, now.Sub(s.started)))
	c := s.watch.Composer()
	o.bar.SetReady(c.Visible && c.Empty && !c.Busy && !c.Blocked)
	if s.keys.Pending() && now.Sub(s.keysAt) >= escapePause {
		s.answer(o.bar.Handle(s.keys.Flush(), s.keysAt), now)
	}
	if s.offer == o {
		s.answer(o.bar.Tick(now), now)
	}
	if s.offer == o {
		s.byPolicy(now)
	}
	if due := s.machine.Due(); s.offer == o && !due.IsZero() && !now.Before(due) {
		s.do(incident.Clock{Now: now, Free: o.bar.TakesKeys(now), Draft: c.Visible && !c.Empty && !c.Blocked && o.bar.Calm(now)}, now)
	}
}

// held takes what came from the keyboard while the offer was up. A codex that was
// asked to end still gets the terminal's replies, which it may wait for, but no
// keys: nobody sees any more what they would do.
func (s *session) held(b []byte, at time.Time) {
	s.keysAt = at
	switch events := s.keys.Write(b); {
	case s.quit != nil:
		s.pass(rest(slices.DeleteFunc(events, isTyped)))
	case s.offer == nil || s.chosen():
		s.pass(rest(events))
	default:
		out := s.offer.bar.Handle(events, at)
		s.offer.typed = s.offer.typed || len(out.Pass) > 0 && slices.ContainsFunc(events, isTyped)
		s.answer(out, time.Now())
	}
}

func isTyped(e terminal.Event) bool {
	return e.Kind == terminal.KindKey || e.Kind == terminal.KindPaste
}

// answer carries out what came of keys or of time going by.
func (s *session) answer(out prompt.Outcome, now time.Time) {
	s.pass(out.Pass)
	if out.Choice.Kind != prompt.None {
		s.note(nil) // the user was quicker than the session file
	}
	s.choose(out.Choice, now)
}

// choose takes the user's choice.
func (s *session) choose(c prompt.Choice, now time.Time) {
	o := s.offer
	switch c.Kind {
	case prompt.Act:
		switch c.Key {
		case 'w':
			s.startWait(now)
		case 'f':
			s.do(incident.Chosen{Remedy: s.remedy(o.candidates[0].Entry, true)}, now)
		default:
			s.do(incident.Chosen{Remedy: s.remedy(o.candidates[c.Key-'1'].Entry, false)}, now)
		}
	case prompt.StopWait:
		s.do(incident.StopWait{}, now)
	case prompt.Now:
		s.do(incident.Chosen{Remedy: s.again()}, now)
	case prompt.Leave:
		s.do(incident.Dismissed{}, now)
	}
}

// closeOffer ends the offer: it was answered, or nothing is left to answer.
func (s *session) closeOffer() {
	s.pass(rest(s.keys.Flush()))
	s.offer = nil
	if s.child != nil {
		s.child.Intercept(false)
	}
}

func rest(events []terminal.Event) (b []byte) {
	for _, e := range events {
		b = append(b, e.Raw...)
	}
	return b
}
