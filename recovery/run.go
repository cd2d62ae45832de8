// Package recovery owns the way of an incident: it watches one codex after the
// other on the user's terminal, offers the bar when one is refused, carries the
// user's choice out, and says what came of it.
//
// One goroutine owns everything here. It reads events that ptywrap has already
// shown to the user, so nothing in this package can delay or change a byte of
// codex; if it fails, codex goes on without it. Unattended is the exception: there
// codex's bytes go through pipes of ours, shown before they are looked at.
//
// It must never switch, retry or write without a key pressed for it, unless the
// policy says so, and must never ask codex to quit before the plan for what
// follows is complete.
package recovery

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/terminal"
)

// Options are what a run needs from its caller.
type Options struct {
	Terminal *ptywrap.Terminal // in the user's settings; Run may make it raw, and restores it
	Binary   codex.Binary
	Prefix   []string // arguments before codex's own, for a codex inside another binary
	Args     codex.Args
	Env      []string
	Dir      string // working directory, absolute
	Cache    string // directory for what was learned about a release
	Record   string // file that gets a recording of the run; empty: none
	// Wanted is the model that the user chose for this run, in Args already: whether
	// codex takes it is checked as after a switch. Empty checks nothing.
	Wanted string
	// Policy overrides the one of the settings; empty leaves it to them.
	Policy config.Policy
	// Load reads the settings. It is called once, after codex has started.
	Load func() (config.Config, []config.Problem)
	// Hint is shown on the last row while nothing else is, for the demo.
	Hint string
	// Stdio are codex's standard files where they are not the terminal.
	Stdio Stdio
	Notes Notes
	// RoundTrip is how long a byte takes to the user's terminal and back, where that is
	// known beforehand; 0 takes it from the terminal's answers to codex.
	RoundTrip time.Duration
	// Pause is how long to wait before the refused model is tried again; nil takes 30 to
	// 60 s with jitter.
	Pause func() time.Duration
	Log   *slog.Logger
}

// run is one command of the user: one codex, or several after each other.
type run struct {
	Options
	facts     *facts
	files     rollout.Followers // the session files that were read
	refused   refusals          // of models in this run
	left      map[string]bool   // ids of sessions that a codex of this run has left for another
	effort    effort            // what the last switch made of the user's
	actions   int               // what the policy has done unasked
	nextAct   time.Time         // when the policy may switch again; zero: at once
	retries   int               // of the model that was refused, since the last turn that was answered
	input     *input            // piped into codex; nil if nothing is
	questions []string          // what a fresh start did not ask again, told at the end
	drafts    []string          // what codex would have lost of the user's, told at the end
	went      string            // what was switched in place last, told at the end
	byHand    string            // a command that the user has to run, told at the end
	record    recorder
	trips     terminal.RoundTrip // to the user's terminal
	unnoted   error              // the first thing that could not be written down
}

// Run runs codex on the terminal until the user has done with it, and returns its
// exit status: the one of the last codex. The error is about the first start only;
// no codex has run then and the terminal is as it was.
func Run(o Options) (status int, err error) {
	r := &run{Options: o, refused: refusals{}, left: map[string]bool{}, input: newInput(o.Stdio.Input), record: recorder{path: o.Record}}
	defer func() {
		if restored := o.Terminal.Restore(); restored != nil {
			o.Log.Error("restore terminal", "err", restored)
		}
	}()
	args := o.Args
	var before *session // the launch that the next one follows; nil for the user's own
	for {
		s, err := r.start(args, before)
		if err != nil {
			if before == nil {
				return 0, err
			}
			r.say(fmt.Sprintf("codex could not be started again: %v; run: %s", err, "codex "+codex.Quote(args.Argv())))
			return startStatus(err), nil
		}
		exit := s.observe()
		r.Log.Info("codex ended", "status", exit.Code)
		if sig := cmp.Or(s.told, s.Ending()); sig != 0 && (s.next != nil || s.told != 0) {
			r.end(s) // whoever told us to end did not mean the old codex alone
			return 128 + int(sig), nil
		}
		if s.next == nil {
			r.end(s)
			return exit.Code, nil
		}
		r.say(fmt.Sprintf("going on with %s (%s: %s)", s.nextModel, s.next.Mode, s.next.Reason))
		for _, w := range s.next.Warnings {
			r.say(w.String())
		}
		if args, err = codex.ParseArgs(s.next.Argv); err != nil {
			r.Log.Warn("plan not understood", "err", err)
		}
		s.awaitGone()
		r.Log.Info("codex is gone", "group", s.group)
		before = s
	}
}

// end tells what remains to be told when the last codex has gone.
func (r *run) end(last *session) {
	if _, problems, _ := r.facts.settings(); len(problems) > 0 {
		r.say(fmt.Sprintf("settings: %s", problems[0]))
	}
	if r.went != "" {
		r.say(r.went)
	}
	for _, q := range r.questions {
		r.say("what you had asked: " + q)
	}
	for _, d := range r.drafts {
		r.say("your draft at the switch: " + d)
	}
	switch o := last.offer; {
	case r.byHand != "":
		r.say("to go on by hand: " + r.byHand)
	case o != nil && !o.answered && !o.hidden():
		a, ok := o.unasked(config.Switch)
		if ok && a.do == switchModel && o.incident.Class == matcher.Capacity {
			r.say(fmt.Sprintf("%s was at capacity; the same command on another model: cxhook again %s", o.model, a.to.Model))
		} else if ok && a.do == switchModel {
			r.say(fmt.Sprintf("the same command on another model: cxhook again %s", a.to.Model))
		}
	}
	for _, line := range r.lost() {
		r.say(line)
	}
}

// roundTrip is how long a byte takes to the user's terminal and back, as far as w has
// seen at the time at.
func (r *run) roundTrip(w *matcher.Watcher, at time.Duration) time.Duration {
	if r.RoundTrip != 0 {
		return r.RoundTrip
	}
	longest, measured := w.RoundTrip(at)
	if !measured {
		longest = max(longest, prompt.UnknownRoundTrip)
	}
	return longest
}

// say prints one line of ours between two programs, or after the last, in the language in force.
func (r *run) say(text string) {
	line := "\x1b[2mcxhook: " + terminal.Sanitize(lang.Heard(text)) + "\x1b[0m\r\n"
	if _, err := r.Terminal.Write([]byte(line)); err != nil {
		r.Log.Warn("say", "err", err)
	}
}

// start launches codex with args.
func (r *run) start(args codex.Args, before *session) (*session, error) {
	started := time.Now()
	in, err := r.input.open()
	if err != nil {
		return nil, err
	}
	cmd := ptywrap.Command{
		Path: r.Binary.Path,
		Args: append(append([]string{}, r.Prefix...), args.Argv()...),
		Env:  r.Env,
		Dir:  r.Dir,

		Stdin: in.file(), Stdout: r.Stdio.Output, Stderr: r.Stdio.Errors,
	}
	written := sizeOf(r.words(args))
	var p program
	if args.Exec() {
		p, err = ptywrap.Follow(r.Terminal, cmd)
	} else {
		p, err = ptywrap.Start(r.Terminal, cmd)
	}
	in.started(err)
	if err != nil {
		return nil, err
	}
	if r.facts == nil {
		r.facts = gather(r.Options)
	}
	r.Log.Info("codex started", "argv", len(cmd.Args))
	s := newSession(r, p, args, before, started)
	s.written = written
	return s, nil
}

func startStatus(err error) int {
	var e *ptywrap.StartError
	if errors.As(err, &e) {
		return e.Code
	}
	return 125
}
