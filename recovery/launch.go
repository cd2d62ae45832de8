package recovery

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/internal/logged"
	"github.com/cxhook/cxhook/matcher"
)

// launch is one start of codex, and what is known about it.
type launch struct {
	*run
	args    codex.Args
	started time.Time
	watch   *matcher.Watcher
	group   int              // process group of codex; 0 if it has none of its own
	failure matcher.Incident // the last that was on the screen
	refusal time.Time        // when it was; zero: there was none
	prompt  string           // the one above it, as lastPrompt gives it

	configuration *configuration // at the refusal; nil: not asked for
}

// learnTimeout bounds the question for a release's options, which takes 0.1 s.
const learnTimeout = 5 * time.Second

// model is the one that was refused: the one in the request, as the session file
// tells if there is one, before the one that the footer shows or the arguments name.
func (l *launch) model(session *rollout.Session) string {
	if session != nil {
		if model := l.refusedModel(*session); model != "" {
			return model
		}
	}
	if m := l.watch.Model(); m != "" {
		return m
	}
	return l.args.Model()
}

// another reports whether a conversation is not the one that the command line began.
func (l *launch) another(session *rollout.Session) bool {
	prompt, given := l.args.Prompt()
	if !given || l.args.Exec() {
		return false
	}
	said, err := rollout.LastPrompt(session.Path)
	return session.ForkedFrom != "" && l.args.Subcommand() == "" || err != nil || !strings.Contains(blankless(said), blankless(prompt))
}

// refusedModel is the model that the last request of a session named.
func (l *launch) refusedModel(session rollout.Session) string {
	turn, _ := session.Last()
	if turn.OnlyCompacted() && codex.Unwritten(rollout.Home(l.Env), session) == "" {
		return turn.Model // a /compact is done by the model that is chosen
	}
	if len(session.Turns) == 1 && !turn.Requested && session.ForkedFrom != "" { // the turns of before stand in the other's file
		if path, err := rollout.Find(rollout.Home(l.Env), session.ForkedFrom); err == nil {
			if from, err := l.files.Read(path); err == nil {
				session.Turns, session.Tokens = slices.Concat(from.Turns, session.Turns), max(from.Tokens, session.Tokens)
			}
		}
	}
	catalogue, _ := l.facts.models()
	return codex.RefusedModel(session, catalogue)
}

// trouble is what there is to know of an error when it is decided what helps. complete is false while the
// catalogue or the settings, which decide, have not come in.
func (l *launch) trouble(i matcher.Incident, model string, session rollout.Session) (t trouble, complete bool) {
	settings, _, loaded := l.facts.settings()
	catalogue, asked := l.facts.models()
	now := time.Now()
	t = trouble{
		Verdict: i.Verdict, model: model, effort: l.effort.of(session).Now.Effort, catalogue: catalogue,
		said: l.started.Add(i.At), now: now, retries: l.retries, unasked: !l.asksAgain(), exec: l.args.Exec(), settings: settings,
	}
	t.until, _ = i.Until(t.said, time.Local)
	if turn, ok := session.Last(); ok && t.until.IsZero() && t.Class == matcher.UsageLimit {
		t.until = turn.Limits.Resets()
	}
	refused := l.refused.at(now)
	refused[model] = true
	t.candidates = Candidates(Situation{
		Tiers:     settings.Models,
		Catalogue: catalogue,
		Model:     model,
		Session:   l.effort.of(session),
		Refused:   refused,
		Crowded:   l.Notes.Pacing.RecentlyRefused(now),
		Barred:    l.Notes.Pacing.MayNotUse(now),
		Advise:    l.Notes.Advise,
	})
	return t, loaded && (asked || len(settings.Models) > 0)
}

// wish is what a plan is made for: a tier, and what the screen tells.
type wish struct {
	to      config.Entry
	compact bool
	fresh   bool // the user wants to start over
	clues   clues
	effort  effort
	again   bool // see asksAgain
}

func (l *launch) wish(to config.Entry, i matcher.Incident, fresh bool) wish {
	return wish{to, i.Task == matcher.RemoteCompact, fresh, l.clues(), l.effort, l.asksAgain()}
}

// planning is a plan and what belongs to it.
type planning struct {
	plan    codex.Plan
	session *rollout.Session // that it is made for, nil if that is not known
	effort  effort           // of the next codex
	unasked string           // the question that it does not ask again
}

// plan makes the plan for a wish. It may run beside the loop.
func (l *launch) plan(w wish) planning {
	r := codex.Request{
		Args:     l.parsed(),
		Model:    w.to.Model,
		Provider: w.to.Provider, Profile: w.to.Profile, Effort: w.to.Effort,
		Fresh:   w.fresh,
		Compact: w.compact,
		Release: l.Binary.Release(),
	}
	r.Catalogue, _ = l.facts.models()
	made := planning{effort: w.effort}
	session, err := l.conversationOf(w.clues)
	if err == nil {
		chosen := w.effort.of(*session)
		r.Session, r.SessionID = &chosen, session.ID
		if made.session, made.effort = session, w.effort.fit(w.to, *session, r.Catalogue); chosen.Now.Effort != session.Now.Effort {
			r.Effort = made.effort.given // whatever the arguments of the switch before say
		}
		r.Another = l.another(session)
		if last, ok := session.Last(); ok && last.OnlyCompacted() {
			r.Compact = true // one by a provider of the user's own says no more than a turn
		}
		if r.Compact {
			r.Unwritten = codex.Unwritten(rollout.Home(l.Env), *session)
			r.Unheld = w.clues.prompt != "" && !asks(session, w.clues.prompt)
		}
	} else {
		l.Log.Warn("session file", "err", err)
		r.SessionID = w.clues.id
	}
	r.Configured = l.configured()
	made.plan = codex.MakePlan(r)
	if made.plan.Mode == codex.ModeFresh && !w.again && session != nil {
		made.unasked, _ = rollout.LastPrompt(session.Path) // it was read just now
	}
	l.Log.Info("plan", "mode", logged.Name(made.plan.Mode), "model", logged.Name(w.to.Model))
	return made
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

// configurationTime bounds the wait for codex's configuration, which is read in some
// milliseconds: a plan that does not know it names every setting.
const configurationTime = 250 * time.Millisecond

// configuration is what codex's files say, read beside the loop.
type configuration struct {
	done   chan struct{}
	values codex.Configured // once done is closed; nil if unknown
}

// readConfiguration begins to read what codex would read if it were started now.
func (l *launch) readConfiguration() {
	c := &configuration{done: make(chan struct{})}
	o := layers.Options{Args: l.args, Home: rollout.Home(l.Env), Dir: l.Dir, Rules: layers.RulesOf(l.Binary.Release())}
	go func() {
		defer close(c.done)
		defer func() {
			if p := recover(); p != nil {
				l.Log.Error("configuration", "panic", p)
			}
		}()
		c.values = layers.Configured(o)
	}()
	l.configuration = c
}

// configured gives what was read since the refusal, nil if it is not there in time.
func (l *launch) configured() codex.Configured {
	if l.configuration == nil {
		l.readConfiguration()
	}
	select {
	case <-l.configuration.done:
		return l.configuration.values
	case <-time.After(configurationTime):
		return nil
	}
}

// asksAgain reports whether the arguments hold the question that was refused, so that a
// fresh start asks it again.
func (l *launch) asksAgain() bool {
	prompt, ok := l.args.Prompt()
	return l.args.Exec() || ok && (l.prompt == "" || strings.HasPrefix(l.prompt, firstOf(blankless(prompt))))
}

func action(to, refused string, mode codex.Mode) journal.Action {
	switch {
	case to == refused:
		return journal.Retry
	case mode == codex.ModeFresh:
		return journal.Fresh
	}
	return journal.Switch
}
