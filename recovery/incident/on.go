package incident

func (s Idle) on(e Event, _ *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused:
		return Offered{e.ID}, nil
	case Exited:
		return Ending{}, nil
	case Chosen, Wait, StopWait, Dismissed: // a key that was on its way when the bar closed
	case Answered, Planned, Typed: // of an incident that is gone
	case Clock, Catalogue, TurnBegan, Refuted:
	default:
		return missing(s, e)
	}
	return s, nil
}

func (s Offered) on(e Event, m *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused: // of the same conversation, so that the one before has nothing left to go on with
		return Offered{e.ID}, nil
	case Chosen:
		return m.choose(s.ID, e.Remedy, Counting{})
	case Wait:
		return Counting{ID: s.ID, Until: e.Until, Retry: e.Retry}, []Effect{Count{e.Until}}
	case Dismissed: // the bar stays within reach of its key
		return s, []Effect{Leave{s.ID}}
	case TurnBegan:
		return s.goneOn(e)
	case Refuted:
		return Idle{}, []Effect{Close{s.ID}}
	case Exited: // an exec run asks now; nobody asks for another
		return s, nil
	case StopWait, Clock, Catalogue:
	case Answered, Planned, Typed: // of an incident that is gone
	default:
		return missing(s, e)
	}
	return s, nil
}

// goneOn closes an offer that a turn has made pointless.
func (s Offered) goneOn(e TurnBegan) (State, []Effect) {
	if e.Typed {
		return Idle{}, []Effect{Close{s.ID}}
	}
	return Idle{}, []Effect{Overtaken{s.ID}, Close{s.ID}}
}

func (s Counting) on(e Event, m *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused:
		return Offered{e.ID}, nil
	case Chosen:
		return s.uncount(m, e.Remedy)
	case Wait:
		return Counting{ID: s.ID, Until: e.Until, Retry: e.Retry}, []Effect{Count{e.Until}}
	case StopWait:
		return Offered{s.ID}, []Effect{Uncount{s.ID}}
	case Dismissed:
		return Offered{s.ID}, []Effect{Leave{s.ID}}
	case Clock:
		return s.clock(e, m)
	case TurnBegan:
		return Offered{s.ID}.goneOn(e)
	case Refuted:
		return Idle{}, []Effect{Close{s.ID}}
	case Exited:
		return Offered{s.ID}, nil
	case Catalogue:
	case Answered, Planned, Typed: // of an incident that is gone
	default:
		return missing(s, e)
	}
	return s, nil
}

// uncount ends the countdown and carries a remedy out.
func (s Counting) uncount(m *Machine, r Remedy) (State, []Effect) {
	next, effects := m.choose(s.ID, r, Counting{})
	return next, append([]Effect{Uncount{s.ID}}, effects...)
}

// clock retries once the countdown has ended. A user who types then is not interrupted:
// the retry waits. A draft that stands has nothing to fear from a retry in place.
func (s Counting) clock(e Clock, m *Machine) (State, []Effect) {
	switch {
	case e.Now.Before(s.Until):
	case e.Free:
		return s.uncount(m, s.Retry)
	case e.Draft && s.Retry.InPlace && !s.Kept:
		return m.choose(s.ID, s.Retry, s)
	}
	return s, nil
}

func (s Asking) on(e Event, m *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused: // the answer is still this one's
		s.Behind = e.ID
		return s, nil
	case Answered:
		return s.answered(e.Answer, m)
	case Exited:
		return Ending{}, []Effect{Cancel{}}
	case Refuted: // the question was asked, whatever the file says
	case TurnBegan: // the one that was asked for
	case Chosen, Wait, StopWait, Dismissed: // no bar is up
	case Clock, Catalogue, Planned, Typed:
	default:
		return missing(s, e)
	}
	return s, nil
}

func (s Asking) answered(a Answer, m *Machine) (State, []Effect) {
	over := []Effect{Close{s.ID}}
	var then State = Idle{}
	if s.Behind != "" { // the bar that is up is that one's
		then, over = Offered{s.Behind}, nil
	}
	switch {
	case a == Begun:
		return then, append(over, Went{s.ID, s.Remedy})
	case a == Unclear:
		return then, append(over, Doubt{s.Remedy})
	case a == Moved, s.Behind != "":
		return then, over
	case s.From != (Counting{}):
		s.From.Kept = true
		return s.From, nil
	}
	return m.plan(s.ID, s.Remedy)
}

func (s Needing) on(e Event, m *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused: // what was chosen was for an incident that is gone
		return Offered{e.ID}, nil
	case Catalogue:
		return m.plan(s.ID, s.Remedy)
	case Exited:
		return Ending{}, nil
	case Refuted:
		return Idle{}, []Effect{Close{s.ID}}
	case Chosen, Wait, StopWait, Dismissed: // it is chosen
	case Clock, TurnBegan: // a turn that runs is stopped before codex is ended
	case Answered, Planned, Typed: // of an incident that is gone
	default:
		return missing(s, e)
	}
	return s, nil
}

func (s Planning) on(e Event, m *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused:
		return Offered{e.ID}, nil
	case Planned:
		switch {
		case e.ID != s.ID: // of an incident that is gone
			return s, nil
		case e.Good:
			return Ending{}, []Effect{End{s.ID, s.Remedy}}
		}
		return Offered{s.ID}, []Effect{ByHand{}}
	case Exited:
		return Ending{}, nil
	case Refuted:
		return Idle{}, []Effect{Close{s.ID}}
	case Chosen, Wait, StopWait, Dismissed: // it is chosen
	case Clock, TurnBegan, Catalogue:
	case Answered, Typed: // of an incident that is gone
	default:
		return missing(s, e)
	}
	return s, nil
}

func (s Telling) on(e Event, _ *Machine) (State, []Effect) {
	switch e := e.(type) {
	case Refused: // a compaction, or what came behind it
		return Offered{e.ID}, nil
	case Typed:
		if !e.Good {
			return Offered{s.ID}, nil
		}
		return Idle{}, []Effect{Told{s.ID, s.Remedy}, Close{s.ID}}
	case Exited:
		return Ending{}, nil
	case TurnBegan: // the compaction's
	case Refuted: // codex was told already
	case Chosen, Wait, StopWait, Dismissed: // no bar is up
	case Clock, Catalogue:
	case Answered, Planned: // of an incident that is gone
	default:
		return missing(s, e)
	}
	return s, nil
}

func (s Ending) on(e Event, _ *Machine) (State, []Effect) {
	switch e.(type) {
	case Refused, Chosen, Wait, StopWait, Dismissed, Clock, Answered, Typed, Catalogue, Planned, TurnBegan, Refuted, Exited:
		return s, nil // nothing is to come but the next codex
	}
	return missing(s, e)
}
