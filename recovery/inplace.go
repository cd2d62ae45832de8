package recovery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/appserver"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/matcher"
)

const (
	// inPlaceLimit bounds the conversation with codex's daemon before another way is
	// taken; it answers within milliseconds.
	inPlaceLimit = 5 * time.Second
	// inPlacePoll is how often the loop looks for the answer.
	inPlacePoll = 10 * time.Millisecond
)

// inPlace is an attempt to have the same codex go on with another model, through the
// daemon that runs its thread. The TUI, its draft and its permissions stay.
type inPlace struct {
	to     config.Entry
	answer chan inPlaceAnswer // gets one
	cancel context.CancelFunc
}

type inPlaceAnswer struct {
	model string // that the new turn asks
	err   error
}

// goInPlace begins an attempt, if there is a daemon to ask; false means that another
// way has to be taken.
func (s *session) goInPlace(to config.Entry) bool {
	settings, _, _ := s.facts.settings()
	if s.args.Exec() || s.args.NoDaemon() || settings.Switch == config.Relaunch || to.Provider != "" || to.Profile != "" {
		return false
	}
	session, err := s.conversation()
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), inPlaceLimit)
	p := &inPlace{to: to, answer: make(chan inPlaceAnswer, 1), cancel: cancel}
	request := s.inPlaceRequest(to, session)
	home, compact := rollout.Home(s.Env), s.offer.incident.Task == matcher.RemoteCompact
	go func() { // ends within inPlaceLimit
		a := inPlaceAnswer{err: errors.New("internal error")}
		defer func() {
			if r := recover(); r != nil {
				s.Log.Error("in place", "panic", r)
			}
			p.answer <- a
		}()
		a = ask(ctx, home, request, compact)
		if request.Model == "" && !compact && s.queueable(a.err) {
			if err := codex.Queue(ctx, s.Binary, s.Env, request.Thread, codex.ContinueMessage); err == nil {
				a = inPlaceAnswer{}
			}
		}
	}()
	s.carried = session
	s.inPlace = p
	return true
}

// queueable tells whether a retry that the daemon did not take may be handed to the
// running codex by its own command instead: there is a daemon, and it has begun nothing.
func (s *session) queueable(err error) bool {
	var failed *appserver.Error
	if err == nil || errors.As(err, &failed) && failed.Started {
		return false
	}
	for _, final := range []error{appserver.ErrNoDaemon, appserver.ErrForeign, appserver.ErrNotLoaded, appserver.ErrRunning, appserver.ErrMoved} {
		if errors.Is(err, final) {
			return false
		}
	}
	return true
}

func (s *session) inPlaceRequest(to config.Entry, session *rollout.Session) appserver.Request {
	r := appserver.Request{Thread: session.ID, Model: to.Model, Effort: to.Effort}
	if turn, ok := session.Last(); ok {
		r.Turn = turn.ID
	}
	if to.Model == s.offer.model {
		r.Model = "" // a retry
	}
	catalogue, _ := s.facts.models()
	if m, match := codex.Lookup(catalogue, to.Model); match == codex.MatchExact && r.Effort == "" {
		if fits := m.Effort(session.Now.Effort); fits != session.Now.Effort {
			r.Effort = fits
		}
	}
	return r
}

func ask(ctx context.Context, home string, r appserver.Request, compact bool) inPlaceAnswer {
	client, err := appserver.Dial(ctx, home)
	if err != nil {
		return inPlaceAnswer{err: err}
	}
	defer client.Close()
	goOn := client.Continue
	if compact {
		goOn = client.Compact
	}
	model, err := goOn(ctx, r)
	return inPlaceAnswer{model, err}
}

// inPlaceDone looks for the answer and carries on with it.
func (s *session) inPlaceDone(now time.Time) {
	p := s.inPlace
	var a inPlaceAnswer
	select {
	case a = <-p.answer:
	default:
		return
	}
	p.cancel()
	s.inPlace = nil
	var failed *appserver.Error
	switch {
	case a.err == nil:
		s.Log.Info("in place", "model", a.model)
		o := s.offer
		s.noteChoice(o.id, action(p.to.Model, o.model, codex.ModeInPlace), p.to.Model, codex.ModeInPlace, o.by)
		s.verify = &verification{want: p.to.Model, incident: o.id, old: s.carried.Turns, begun: now, retry: p.to.Model == o.model}
		s.closeOffer()
		if a.model != "" { // else the session file tells it
			s.tellModel(a.model, now)
		}
	case errors.Is(a.err, appserver.ErrRunning), errors.Is(a.err, appserver.ErrMoved):
		s.Log.Info("in place", "err", a.err)
		s.closeOffer() // the conversation went on by itself
	case errors.As(a.err, &failed) && failed.Started:
		s.Log.Warn("in place", "err", a.err)
		s.closeOffer()
		s.notify(fmt.Sprintf("asked codex to go on with %s, but it did not answer; look before you go on", p.to.Model), now)
	default:
		s.Log.Info("in place is not possible", "err", a.err)
		s.relaunch(p.to, false, now)
	}
}
