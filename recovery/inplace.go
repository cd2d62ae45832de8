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
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/internal/logged"
	"github.com/cxhook/cxhook/recovery/incident"
)

// inPlaceLimit bounds the conversation with codex's daemon before another way is
// taken; it answers within milliseconds.
const inPlaceLimit = 5 * time.Second

// inPlace is an attempt to have the same codex go on with another model, through the
// daemon that runs its thread. The TUI, its draft and its permissions stay.
type inPlace struct {
	offer  *offer // that was answered by it; another may have come up since
	cancel context.CancelFunc
	answer inPlaceAnswer
}

// inPlaceAnswer is what came of it.
type inPlaceAnswer struct {
	model   string           // that the new turn asks
	session *rollout.Session // the conversation
	effort  effort           // of the new turn
	err     error
}

// mayAskDaemon reports whether there may be a daemon that can go on with another tier.
func (s *session) mayAskDaemon(to config.Entry) bool {
	settings, _, _ := s.facts.settings()
	return !s.args.Exec() && !s.args.NoDaemon() && settings.Switch != config.Relaunch && to.Provider == "" && to.Profile == ""
}

// askDaemon begins an attempt.
func (s *session) askDaemon(r incident.Remedy) {
	limit := inPlaceLimit
	if r.Compact {
		limit = compactionTime
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	p := &inPlace{offer: s.offer, cancel: cancel}
	c, chosen, refused := s.clues(), s.effort, s.offer.model
	s.asked = p
	s.work(daemonAnswered{p, inPlaceAnswer{err: errors.New("internal error")}}, func() any {
		return daemonAnswered{p, s.askInPlace(ctx, r, c, chosen, refused)}
	})
}

// askInPlace asks the daemon, beside the loop.
func (l *launch) askInPlace(ctx context.Context, r incident.Remedy, c clues, chosen effort, refused string) (a inPlaceAnswer) {
	session, err := l.conversationOf(c)
	if err != nil {
		return inPlaceAnswer{err: err}
	}
	catalogue, _ := l.facts.models()
	e := chosen.fit(r.To, *session, catalogue)
	request := inPlaceRequest(r.To, session, e, refused)
	request.CompactFirst = r.Compact
	model, err := ask(ctx, rollout.Home(l.Env), request)
	if request.Model == "" && !request.Compact && !request.CompactFirst && request.Review == "" && queueable(err) && codex.Queue(ctx, l.Binary, l.Env, request.Thread, codex.ContinueMessage) == nil {
		model, err = "", nil
	}
	return inPlaceAnswer{model, session, e, err}
}

// queueable reports whether a retry that the daemon did not take may be handed to the
// running codex by its own command instead: there is a daemon, and it has begun nothing.
func queueable(err error) bool {
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

func inPlaceRequest(to config.Entry, session *rollout.Session, e effort, refused string) appserver.Request {
	r := appserver.Request{Thread: session.ID, Model: to.Model, Goal: session.Pursued}
	if turn, ok := session.Last(); ok {
		r.Turn, r.Compact, r.Review = turn.ID, turn.OnlyCompacted(), turn.Review
	}
	if to.Model == refused {
		r.Model = "" // a retry
	}
	if e.given != session.Now.Effort {
		r.Effort = e.given
	}
	return r
}

func ask(ctx context.Context, home string, r appserver.Request) (model string, err error) {
	client, err := appserver.Dial(ctx, home)
	if err != nil {
		return "", err
	}
	defer client.Close()
	return client.Again(ctx, r)
}

// inPlaceDone takes the answer.
func (s *session) inPlaceDone(e daemonAnswered, now time.Time) {
	e.attempt.cancel()
	e.attempt.answer = e.answer
	s.Log.Info("in place", "model", logged.Name(e.answer.model), "err", e.answer.err)
	s.do(incident.Answered{Answer: e.answer.kind()}, now)
}

func (a inPlaceAnswer) kind() incident.Answer {
	var failed *appserver.Error
	switch {
	case a.err == nil, errors.Is(a.err, appserver.ErrStalled):
		return incident.Begun
	case errors.Is(a.err, appserver.ErrRunning), errors.Is(a.err, appserver.ErrMoved):
		return incident.Moved
	case errors.As(a.err, &failed) && failed.Started:
		return incident.Unclear
	}
	return incident.Impossible
}

// wentInPlace notes that the same codex goes on, and has it verified.
func (s *session) wentInPlace(r incident.Remedy, now time.Time) {
	to, o, a := r.To, s.asked.offer, s.asked.answer
	did := action(to.Model, o.model, codex.ModeInPlace)
	if r.Compact {
		did = journal.Compact
	}
	s.noteChoice(o.id, did, to.Model, codex.ModeInPlace, o.by)
	s.verify = &verification{
		Check: incident.Check{ID: o.id, Want: to.Model, Begun: now, Retry: to.Model == o.model},
		old:   a.session.Turns, path: a.session.Path, compacted: r.Compact,
	}
	if a.effort.given != a.session.Now.Effort {
		s.verify.remarks = []string{"effort " + a.effort.given}
	}
	if errors.Is(a.err, appserver.ErrStalled) {
		s.verify.remarks = append(s.verify.remarks, "the goal rests: /goal resume takes it up")
	}
	s.effort = a.effort
	if to.Model != o.model {
		s.went = fmt.Sprintf("went on with %s in place of %s, in the same codex", to.Model, o.model)
	}
	if a.model != "" { // else the session file tells it
		s.verify.Knows()
		s.tellModel(s.verify, a.model, now)
	}
}
