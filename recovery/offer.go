package recovery

import (
	"fmt"
	"slices"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
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
	id        incident.ID // in the journal
	incident  matcher.Incident
	model     string // refused; empty if unknown
	bar       *prompt.Bar
	trouble   trouble         // what is known of it now
	menu                      // what is asked about it
	session   rollout.Session // the conversation as the session file has it
	complete  bool            // what decides about them was there
	facts     int             // how many of the facts had come in
	reading   bool            // the session file is being read
	unproved  error           // why the last look found none
	lookedAt  time.Time       // when the session file was looked at last
	asked     string          // what the failed turn was asked; empty if that is not certain
	overtaken bool            // a queued prompt was answered since: what remains is to ask it again
	verdict   verdict         // what it says of the refusal
	noted     bool            // it stands in the journal
	decided   bool            // the policy has acted on it
	spent     bool            // or would have, had it not acted as often as it may
	by        journal.By
	answered  bool // the user wants nothing done
	typed     bool // a key has gone to codex since
	seen      bool // the bar has been on the screen
	nudged    bool // codex was made to draw its screen anew
}

// incident opens an offer for an error that codex has just shown.
func (s *session) incident(i matcher.Incident, now time.Time) {
	s.Log.Info("incident", "surface", logged.Name(i.Surface), "task", logged.Name(i.Task), "class", logged.Name(i.Class), "at", i.At, "offset", i.Offset)
	if s.quit != nil {
		return
	}
	s.undone, s.typing = nil, nil
	o := &offer{id: journal.NewID(), incident: i, model: s.model(nil), by: journal.Key}
	s.offer, s.failure, s.refusal, s.prompt = o, i, s.started.Add(i.At), lastPrompt(s.watch.Screen(), i.Text)
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

// offerUndone offers to ask again what a queued prompt has overtaken, once that is answered.
func (s *session) offerUndone(now time.Time) {
	o := s.undone
	s.undone = nil
	if o.asked == "" {
		s.notify("what was refused before is still not done: ask codex for it, ↑ brings it back", now)
		return
	}
	s.offer = &offer{
		id: o.id, incident: o.incident, model: o.model, session: o.session, asked: o.asked, by: journal.Key,
		verdict: upheld, noted: true, decided: true, overtaken: true,
	}
	s.do(incident.Refused{ID: o.id}, now)
	s.fill(s.offer)
	s.child.Intercept(true)
}

// fill makes the bar, or renews what it offers when the facts have come in.
func (s *session) fill(o *offer) {
	o.facts = s.facts.version()
	o.trouble, o.complete = s.launch.trouble(o.incident, o.model, o.session)
	if o.menu, _ = o.trouble.menu(); o.overtaken {
		o.menu = menu{lang.Text("bar.undone"), []choice{{prompt.Action{Key: 'r', Label: lang.Text("bar.repeat")}, askAgain, config.Entry{}}}}
	}
	t, q := o.trouble, o.menu
	p := prompt.Offer{Title: q.title, Why: why(o.incident.Verdict), Faint: len(q.choices) == 0}
	models := 0
	for _, a := range q.choices {
		p.Actions = append(p.Actions, a.Action)
		if a.do == switchModel {
			models++
		}
	}
	switch {
	case o.spent:
		p.Note = fmt.Sprintf("the budget of %d steps is spent", s.actions)
	case s.retries == 1:
		p.Note = "one retry was refused"
	case s.retries > 1:
		p.Note = fmt.Sprintf("%d retries were refused", s.retries)
	}
	if o.incident.Class == matcher.Capacity && models > 0 && nearFullHour(time.Now()) {
		p.WaitNote = "models are crowded at the full hour: better switch"
	}
	if len(t.settings.Models) > 0 {
		p.Most = models
	}
	if o.bar == nil {
		o.bar = prompt.New(p)
	} else {
		o.bar.SetOffer(p)
	}
	now := time.Now()
	o.bar.SetRoundTrip(s.roundTrip(s.watch, now.Sub(s.started)))
}

// helpless reports whether no key would help, whatever models there are.
func (o *offer) helpless() bool {
	return len(o.choices) == 0 && (o.complete || kindOf(o.incident.Class) == "")
}

// certain reports whether the error is one for sure, by codex's own words or by the session file's.
func (o *offer) certain() bool { return !o.incident.Unconfirmed || o.verdict == upheld }

// hidden reports whether nothing is shown of an offer yet, or at all.
func (o *offer) hidden() bool { return o.title == "" || !o.certain() }

// why is what explain says about the error, for the bar's ? key.
func why(v matcher.Verdict) []string {
	if v.Rule.Says == "" {
		return nil
	}
	return []string{v.Rule.Explanation()}
}

// tend keeps an open offer in step with codex and with the clock.
func (s *session) tend(now time.Time) {
	o := s.offer
	if s.chosen() {
		return
	}
	if s.watch.Working() && now.Sub(s.started.Add(o.incident.At)) > quiet {
		// A new turn runs: the user went on, or a queued prompt was sent.
		s.do(incident.TurnBegan{Typed: o.answered || o.typed || o.overtaken}, now)
		return
	}
	s.child.Intercept(true) // it ends where we have not attended to the keys for seconds
	s.askAgain(now)
	if late := now.Sub(s.refusal) >= witnessLimit; o.hidden() && (o.noted || late) {
		if o.certain() {
			s.note(nil)
		}
		s.do(incident.Refuted{}, now) // nothing is to be offered, or nobody but these words says that it happened
		return
	}
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
		for _, a := range o.choices {
			if a.Key == c.Key {
				s.act(a, now)
				return
			}
		}
	case prompt.StopWait:
		s.do(incident.StopWait{}, now)
	case prompt.Now:
		s.do(incident.Chosen{Remedy: s.again()}, now)
	case prompt.Leave:
		s.do(incident.Dismissed{}, now)
	}
}

// act does what a choice on the open offer means.
func (s *session) act(c choice, now time.Time) {
	switch c.do {
	case switchModel:
		s.do(incident.Chosen{Remedy: s.remedy(c.to, false)}, now)
	case startOver:
		s.do(incident.Chosen{Remedy: s.remedy(c.to, true)}, now)
	case retryLater:
		s.startWait(now)
	case compactFirst:
		r := s.again()
		r.Compact = true
		s.do(incident.Chosen{Remedy: r}, now)
	case askAgain:
		s.do(incident.Chosen{Remedy: incident.Remedy{Repeat: true}}, now)
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
