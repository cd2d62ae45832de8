package recovery

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/launched"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery/incident"
	"github.com/cxhook/cxhook/terminal"
)

// Unattended runs codex exec where there is no terminal to ask on, under the policy
// switch or wait, through pipes: what codex prints goes on unchanged, but for the JSON
// events of a refusal after which it went on. Each step of the policy is one line on
// standard error. It returns the status of the last codex; the error is about the first
// start only.
func Unattended(o Options) (status int, err error) {
	r := &run{Options: o, refused: refusals{}, left: map[string]bool{}, input: newInput(o.Stdio.Input), record: recorder{path: o.Record}}
	defer func() {
		for _, line := range r.lost() {
			fmt.Fprintln(os.Stderr, "cxhook: "+terminal.Sanitize(lang.Heard(line)))
		}
	}()
	defer func() {
		if p := recover(); p != nil {
			if r.facts == nil { // codex has not run
				panic(p)
			}
			o.Log.Error("policy failed", "panic", p)
			err = nil
		}
	}()
	args, verify := o.Args, wanted(o.Wanted)
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	defer signal.Stop(signals)
	var last events                       // those of the last codex
	defer func() { _ = last.release() }() // a reader that has gone wants none
	for {
		a := &attempt{launch: launch{run: r, args: args, started: time.Now()}, verify: verify, signals: signals, stdout: events{to: os.Stdout}}
		status, err = a.exec()
		if r.facts == nil && err != nil {
			return 0, err
		}
		if err != nil {
			a.tell("codex could not be started again: %v", err)
			return 125, nil
		}
		last = a.stdout
		a.check()
		incidents := a.watch.Incidents()
		if len(incidents) == 0 {
			return status, nil
		}
		plan, ok := a.decide(incidents[0])
		if a.ended != 0 {
			return 128 + int(a.ended), nil
		}
		if !ok {
			return status, nil
		}
		verify = a.next
		if args, err = codex.ParseArgs(plan.Argv); err != nil {
			r.Log.Warn("plan not understood", "err", err)
		}
	}
}

// attempt is one codex of an unattended run.
type attempt struct {
	launch
	verify  *verification    // what this codex was started to find out; nil for the user's own
	next    *verification    // the same for the one that follows
	stdout  events           // of --json
	signals <-chan os.Signal // those that end a program
	ended   syscall.Signal   // the one that ended a pause; 0: none
	failed  bool             // the observer has, and sees no more
}

// pipeDelay is how long a process that codex has left behind may keep the pipe open.
const pipeDelay = 2 * time.Second

// columns is the width that the watcher's screen has; lines of exec are not wrapped
// in a pipe.
const columns = 2000

func (a *attempt) exec() (status int, err error) {
	a.watch = matcher.NewWatcher(launched.Options(a.args, columns, 24))
	in, err := a.input.open()
	if err != nil {
		return 0, err
	}
	c := exec.Command(a.Binary.Path, append(append([]string{}, a.Prefix...), a.args.Argv()...)...)
	c.Args[0], c.Env, c.Dir = "codex", a.Env, a.Dir
	c.WaitDelay = pipeDelay
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if f := in.file(); f != nil {
		c.Stdin = f
	}
	if a.args.JSON() {
		c.Stdout = io.MultiWriter(&a.stdout, a)
	} else {
		c.Stderr = io.MultiWriter(os.Stderr, a)
	}
	a.record.launch(a.args, ptywrap.Size{Cols: columns, Rows: 24}, a.started)
	err = c.Start()
	in.started(err)
	if err != nil {
		return 0, err
	}
	if a.facts == nil {
		a.facts = gather(a.Options)
	}
	stop := forward(a.signals, c.Process)
	err = c.Wait()
	stop()
	var e *exec.ExitError
	switch {
	case err == nil:
		status = 0
	case errors.As(err, &e):
		ws, _ := e.Sys().(syscall.WaitStatus)
		if status = ws.ExitStatus(); ws.Signaled() {
			status = 128 + int(ws.Signal())
		}
	default: // a reader of ours has gone; codex has ended all the same
		status = c.ProcessState.ExitCode()
	}
	ended := time.Now()
	a.record.event(ptywrap.Event{Kind: ptywrap.Exited, At: ended, Exit: ptywrap.Exit{Code: status}})
	a.watch.Exit(ended.Sub(a.started), status)
	return status, nil
}

// Write shows the watcher what codex printed. It never fails: an observer must not
// end codex's output.
func (a *attempt) Write(b []byte) (n int, _ error) {
	n = len(b)
	if a.failed {
		return n, nil
	}
	defer func() {
		if p := recover(); p != nil {
			a.failed = true
			a.Log.Error("observer failed", "panic", p)
		}
	}()
	now := time.Now()
	a.record.event(ptywrap.Event{Kind: ptywrap.Output, At: now, Bytes: b})
	a.watch.Output(now.Sub(a.started), b)
	return n, nil
}

// sleep waits until then by the clock on the wall, and reports whether no signal ended it. A computer
// that sleeps stops Go's timers: the clock is looked at each minute.
func (a *attempt) sleep(until time.Time) bool {
	for until = until.Round(0); a.ended == 0; {
		left := time.Until(until)
		if left <= 0 {
			break
		}
		select {
		case s := <-a.signals:
			a.ended, _ = s.(syscall.Signal)
		case <-time.After(min(left, time.Minute)):
		}
	}
	return a.ended == 0
}

// forward passes signals on to a program, until stop is called.
func forward(signals <-chan os.Signal, p *os.Process) (stop func()) {
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				if s != syscall.SIGINT || !inForeground() { // else the key has reached it as it did us
					_ = p.Signal(s) // it may have ended
				}
			case <-ended:
				return
			}
		}
	}()
	return func() { close(ended) }
}

// inForeground reports whether a key of a terminal sends its signal to this job.
func inForeground() bool {
	for fd := range 3 {
		if group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err == nil {
			return group == unix.Getpgrp()
		}
	}
	return false
}

// check says whether codex took the model it was given, and notes what came of it.
func (a *attempt) check() {
	v := a.verify
	if v == nil {
		return
	}
	v.Begun = a.started
	session, err := a.conversation()
	if err != nil {
		a.Log.Info("session file", "err", err)
		return
	}
	turn, ok := v.first(session.Turns)
	if !ok {
		return
	}
	switch turn.Model {
	case "":
	case v.Want:
		a.tell("now on %s", turn.Model)
	default:
		a.tell("%s", stillOn(turn.Model, v.Want))
	}
	if text := a.outcome(v, session, turn); text != "" {
		a.tell("%s", text)
	}
}

// decide decides what follows an error, and waits where the policy is to wait. ok is
// false when codex's status is the last word.
func (a *attempt) decide(i matcher.Incident) (plan codex.Plan, ok bool) {
	a.failure, a.refusal = i, a.started
	session, err := a.conversation()
	if err != nil {
		a.Log.Info("session file", "err", err)
	}
	said, recorded := a.verdict(session, a.clues(), true)
	if said == refuted || i.Unconfirmed && said != upheld {
		return plan, false
	}
	if said == upheld && recorded.Class != "" {
		i.Verdict = recorded
	}
	model := a.model(session)
	id := journal.NewID()
	a.noteIncident(id, i, model, session)
	a.facts.hurry()
	a.facts.wait()
	if session == nil {
		session = &rollout.Session{}
	}
	t, _ := a.trouble(i, model, *session)
	q, _ := t.menu()
	chosen, acts := q.unasked(t.policy(a.Policy))
	switch {
	case !acts:
		return plan, false
	case said != upheld:
		a.tell("%s", lang.Text("policy.unproved", q.title))
		return plan, false
	case !a.spend():
		a.tell("the budget of %d steps is spent", a.actions)
		return plan, false
	case chosen.do == switchModel:
		if !a.sleep(a.nextAct) {
			return plan, false
		}
		a.nextAct = a.switchAgain(time.Now())
		a.tell("%s", lang.Text("policy.going_on", q.title, chosen.to.Model))
	default:
		due := a.due(t)
		a.tell("%s", lang.Text("policy.retry", q.title, prompt.Left(due, time.Now())))
		if !a.sleep(due) {
			return plan, false
		}
		clear(a.refused) // after a wait every model may have room again
		a.retries++
	}
	to := chosen.to
	made := a.plan(a.wish(to, i, false))
	plan, carried := made.plan, made.session
	a.effort = made.effort
	if plan.Mode == codex.ModeManual {
		a.tell("%s; run it yourself: %s", plan.Reason, plan.Command)
		return plan, false
	}
	for _, w := range plan.Warnings {
		a.tell("%s", w)
	}
	a.next = &verification{Check: incident.Check{ID: id, Want: to.Model}}
	if carried != nil {
		a.next.old = carried.Turns
	}
	a.noteChoice(id, action(to.Model, model, plan.Mode), to.Model, plan.Mode, journal.Policy)
	return plan, true
}

// tell writes one line on standard error.
func (a *attempt) tell(format string, args ...any) {
	fmt.Fprintln(os.Stderr, "cxhook: "+terminal.Sanitize(lang.Heard(fmt.Sprintf(format, args...))))
}
