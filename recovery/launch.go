package recovery

import (
	"context"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/matcher"
)

// launch is one start of codex, and what is known about it.
type launch struct {
	*run
	args    codex.Args
	started time.Time
	watch   *matcher.Watcher
	left    string    // id of a session that the codex before this one has left
	group   int       // process group of codex; 0 if it has none of its own
	refusal time.Time // when one was on the screen; zero: there is none
	prompt  string    // the one above it, as lastPrompt gives it
}

// learnTimeout bounds the question for a release's options, which takes 0.1 s.
const learnTimeout = 5 * time.Second

// model is the one that was refused: the one in the request, as the session file
// tells if there is one, before the one that the footer shows or the arguments name.
func (l *launch) model(session *rollout.Session) string {
	if session != nil {
		if turn, ok := session.Last(); ok && turn.Model != "" {
			return turn.Model
		}
	}
	if m := l.watch.Model(); m != "" {
		return m
	}
	return l.args.Model()
}

// candidates are what can be offered instead of model. complete is false while the
// catalogue, which decides, has not come in.
func (l *launch) candidates(model string, session rollout.Session) (list []Candidate, complete bool) {
	settings, _, loaded := l.facts.settings()
	catalogue, asked := l.facts.models()
	refused := l.refused.at(time.Now())
	refused[model] = true
	list = Candidates(Situation{
		Tiers:     settings.Models,
		Catalogue: catalogue,
		Model:     model,
		Session:   l.effort.of(session),
		Refused:   refused,
		Crowded:   l.Notes.Pacing.RecentlyRefused(time.Now()),
		Barred:    l.Notes.Pacing.MayNotUse(time.Now()),
		Advise:    l.Notes.Advise,
	})
	return list, loaded && (asked || len(settings.Models) > 0)
}

// plan makes the plan for another tier and gives the conversation it is made for, nil
// if that is not known. fresh is the user's wish to start over.
func (l *launch) plan(to config.Entry, i matcher.Incident, fresh bool) (codex.Plan, *rollout.Session) {
	r := codex.Request{
		Args:     l.parsed(),
		Model:    to.Model,
		Provider: to.Provider, Profile: to.Profile, Effort: to.Effort,
		Fresh:   fresh,
		Compact: i.Task == matcher.RemoteCompact,
		Release: l.Binary.Release(),
	}
	r.Catalogue, _ = l.facts.models()
	session, err := l.conversation()
	if err == nil {
		chosen := l.effort.of(*session)
		r.Session, r.SessionID = &chosen, session.ID
		if l.effort = l.effort.fit(to, *session, r.Catalogue); chosen.Now.Effort != session.Now.Effort {
			r.Effort = l.effort.given // whatever the arguments of the switch before say
		}
		if r.Compact {
			r.Unwritten = codex.Unwritten(rollout.Home(l.Env), *session)
			r.Unheld = l.prompt != "" && !asks(session, l.prompt)
		}
	} else {
		l.Log.Warn("session file", "err", err)
		r.SessionID = l.watch.SessionID()
	}
	profile, _ := l.args.Value("profile")
	r.Configured = codex.ReadConfigured(rollout.Home(l.Env), l.cwd(), profile)
	plan := codex.MakePlan(r)
	l.Log.Info("plan", "mode", plan.Mode, "model", to.Model, "reason", plan.Reason)
	return plan, session
}

// parsed are the arguments as the installed release reads them: options that we do
// not know are learned from its own help, which takes a moment.
func (l *launch) parsed() codex.Args {
	if l.args.Unknown() == "" {
		return l.args
	}
	ctx, cancel := context.WithTimeout(context.Background(), learnTimeout)
	defer cancel()
	args, err := codex.ParseArgsOf(ctx, l.Binary, l.args.Argv(), l.Cache)
	if err != nil {
		l.Log.Info("arguments", "err", err)
	}
	return args
}

// cwd is the directory that codex works in: the run's, or what -C says.
func (l *launch) cwd() string { return l.args.Cwd(l.Dir) }
