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
	offer  *offer // that was answered by it; another may have come up since
	to     config.Entry
	effort effort
	only   bool               // no other way is to be taken: a draft stands that it would not keep
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
	catalogue, _ := s.facts.models()
	p := &inPlace{offer: s.offer, to: to, effort: s.effort.fit(to, *session, catalogue), answer: make(chan inPlaceAnswer, 1), cancel: cancel}
	request := s.inPlaceRequest(to, session, p.effort)
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

func (s *session) inPlaceRequest(to config.Entry, session *rollout.Session, e effort) appserver.Request {
	r := appserver.Request{Thread: session.ID, Model: to.Model}
	if turn, ok := session.Last(); ok {
		r.Turn = turn.ID
	}
	if to.Model == s.offer.model {
		r.Model = "" // a retry
	}
	if e.given != session.Now.Effort {
		r.Effort = e.given
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
	o, failed := p.offer, (*appserver.Error)(nil)
	over := s.offer != o // what was answered is no more: an error has come since
	switch {
	case a.err == nil:
		s.Log.Info("in place", "model", a.model)
		s.noteChoice(o.id, action(p.to.Model, o.model, codex.ModeInPlace), p.to.Model, codex.ModeInPlace, o.by)
		s.verify = &verification{want: p.to.Model, incident: o.id, old: s.carried.Turns, begun: now, retry: p.to.Model == o.model}
		if p.effort.given != s.carried.Now.Effort {
			s.verify.remarks = []string{"effort " + p.effort.given}
		}
		s.effort = p.effort
		s.went = fmt.Sprintf("went on with %s in place of %s, in the same codex", p.to.Model, o.model)
		s.closeIf(o)
		if a.model != "" { // else the session file tells it
			s.tellModel(a.model, now)
		}
	case errors.Is(a.err, appserver.ErrRunning), errors.Is(a.err, appserver.ErrMoved):
		s.Log.Info("in place", "err", a.err)
		s.closeIf(o) // the conversation went on by itself
	case errors.As(a.err, &failed) && failed.Started:
		s.Log.Warn("in place", "err", a.err)
		s.closeIf(o)
		s.notify(fmt.Sprintf("asked codex to go on with %s, but it did not answer; look before you go on", p.to.Model), now)
	case over, p.only:
		s.Log.Info("in place is not possible and nothing else is wanted", "err", a.err)
	default:
		s.Log.Info("in place is not possible", "err", a.err)
		s.relaunch(p.to, false, now)
	}
}
