package recovery

import (
	"runtime/debug"
	"syscall"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/internal/logged"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/launched"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery/incident"
	"github.com/cxhook/cxhook/terminal"
)

const (
	// judgePause is the pause in codex's output after which its screen is judged: its
	// frames come in one piece, and what is judged too early is judged again.
	judgePause = 20 * time.Millisecond
	// quiet is the pause after which a bar that codex has drawn over comes back. Codex
	// 0.171.0 animates every 32 ms while it works.
	quiet = 60 * time.Millisecond
	// escapePause is how long a lone ESC may be the beginning of a sequence.
	escapePause = 50 * time.Millisecond
)

// program is a codex that runs.
type program interface {
	Events() *ptywrap.Queue
	Wait() ptywrap.Exit
	Ending() syscall.Signal
}

// session is one launch of codex from its start to its end.
type session struct {
	launch
	program
	child *ptywrap.Child // the same program if it has the terminal, nil for exec
	size  ptywrap.Size

	offset     int64     // bytes of output that the watcher has seen
	written    int64     // bytes in the file for exec's words, before this codex
	lastOutput time.Time // of codex
	judged     bool      // the watcher was told that codex is quiet

	offer  *offer         // the incident that waits for an answer; nil if none
	keys   terminal.Input // splits what is typed while an offer is up
	keysAt time.Time      // when the last of it was read
	shown  string         // what is drawn over codex's screen
	notice notice
	undone *offer // a queued prompt was answered in place of what was asked there; nil: none

	over      bool           // codex has ended
	told      syscall.Signal // to end, while we asked; 0 if not
	machine   incident.Machine
	asked     *inPlace    // the daemon was
	made      planning    // the plan that was awaited
	quit      *quitting   // codex was asked to end
	typing    *typing     // codex is told to compact; nil: not
	next      *codex.Plan // what follows when it has ended; nil: nothing
	nextModel string
	draft     string           // what was in the composer when codex was asked to end
	carried   *rollout.Session // the conversation that the plan was made for
	verify    *verification    // nil when the model is known
}

func newSession(r *run, p program, args codex.Args, before *session, started time.Time) *session {
	s := &session{launch: launch{run: r, args: args, started: started}, program: p, lastOutput: started, judged: true}
	if s.child, _ = p.(*ptywrap.Child); s.child != nil {
		s.group = s.child.PID()
	}
	size := r.Terminal.StartSize()
	s.size = size
	r.record.launch(args, size, started)
	watched := launched.Options(args, int(size.Cols), int(size.Rows))
	watched.RoundTrip = &r.trips
	if release := r.Binary.Release(); release != "" {
		watched.Errors = !codex.Older(release, reportsErrors)
	}
	s.watch = matcher.NewWatcher(watched)
	queue := p.Events()
	r.facts.listen(func() { queue.Post(factsCame{}) })
	s.heardFacts(started)
	if before != nil {
		s.follow(before)
	} else if s.verify = wanted(r.Wanted); s.verify != nil {
		s.verify.Begun = started
	}
	return s
}

// follow sets what is to be checked after a switch.
func (s *session) follow(before *session) {
	s.verify = &verification{
		Check: incident.Check{ID: before.offer.id, Want: before.nextModel, Begun: s.started, Retry: before.offer.model == before.nextModel},
		draft: before.draft != "", remarks: inEnglish(before.next.Warnings),
	}
	if before.carried == nil {
		return
	}
	s.verify.old = before.carried.Turns
	if m := before.next.Mode; m == codex.ModeFork || m == codex.ModeFresh {
		s.left[before.carried.ID] = true
	}
}

// observe follows codex until it has ended. A fault of ours on the way leaves
// codex running as if cxhook were not there.
func (s *session) observe() (exit ptywrap.Exit) {
	defer func() {
		if p := recover(); p != nil {
			s.Log.Error("observer failed", "panic", p, "stack", logged.Name(debug.Stack()))
			s.next = nil
			s.Terminal.Drop()
			s.Events().Discard()
			exit = s.Wait()
		}
	}()
	for {
		e, ok := s.Events().Next(s.deadline(time.Now()))
		now := time.Now()
		if ok {
			s.take(e)
		}
		if ok && e.Kind == ptywrap.Exited {
			exit = s.Wait()
			s.ended(exit)
			return exit
		}
		s.tick(now)
	}
}

// take tells the watcher of one event.
func (s *session) take(e ptywrap.Event) {
	s.record.event(e)
	at := e.At.Sub(s.started)
	switch e.Kind {
	case ptywrap.Output:
		s.watch.Output(at, e.Bytes)
		s.offset, s.lastOutput, s.judged = e.Offset, e.At, false
	case ptywrap.Input:
		if e.Held {
			s.held(e.Bytes, e.At)
		} else {
			s.watch.Input(at, e.Bytes)
		}
	case ptywrap.Resize:
		s.size = e.Size
		s.shown = ""
		s.watch.Resize(at, int(e.Size.Cols), int(e.Size.Rows))
	case ptywrap.Lost:
		s.watch.Lost()
		s.offset = e.Offset
	case ptywrap.Stopped:
		s.shown = ""
	case ptywrap.Posted:
		s.hear(e.Value, time.Now())
	case ptywrap.Exited:
		s.watch.Exit(at, e.Exit.Code)
	}
}

// tick does what is due at the time now.
func (s *session) tick(now time.Time) {
	at, due := s.watch.Due()
	if due = due && now.Sub(s.started) >= at; due || !s.judged && now.Sub(s.lastOutput) >= judgePause {
		s.judged = true
		s.watch.Idle(now.Sub(s.started))
	}
	for _, i := range s.watch.Incidents() {
		s.incident(i, now)
	}
	if s.quit != nil {
		s.quit.step(s, now)
		return
	}
	s.check(now)
	if s.typing != nil {
		s.typing.step(s, now)
	}
	if s.offer != nil {
		s.tend(now)
	}
	if c := s.watch.Composer(); s.undone != nil && s.offer == nil && c.Visible && !c.Busy && s.judged {
		s.offerUndone(now)
	}
	s.display(now)
}

// deadline is when tick is due although nothing happens; zero: never.
func (s *session) deadline(now time.Time) time.Time {
	var next time.Time
	sooner := func(t time.Time) { next = earliest(next, t) }
	if !s.judged {
		sooner(s.lastOutput.Add(judgePause))
	}
	if at, ok := s.watch.Due(); ok {
		sooner(s.started.Add(at))
	}
	if s.keys.Pending() {
		sooner(s.keysAt.Add(escapePause))
	}
	if s.quit != nil {
		sooner(s.quit.due)
	}
	if s.typing != nil {
		sooner(s.typing.due)
	}
	if s.offer != nil {
		if due := s.machine.Due(); due.After(now) { // by the clock on the wall: timers stop while a computer sleeps
			sooner(now.Add(min(due.Sub(now), time.Minute)))
		}
		if s.offer.hidden() {
			sooner(s.refusal.Add(witnessLimit))
		}
		sooner(s.offer.bar.Next(now))
		sooner(s.witnessDue())
		sooner(s.policyDue())
	}
	sooner(s.notice.until)
	sooner(s.checkDue())
	if s.shown == "" && s.wanted(now) != nil {
		// Drawing was not possible yet: codex is inside a frame, or wrote since.
		sooner(now.Add(quiet))
	}
	return next
}

// earliest is the sooner of two times, of which a zero one is never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// ended judges how codex has ended; an exec run asks its question now.
func (s *session) ended(exit ptywrap.Exit) {
	s.shown = ""
	for _, i := range s.watch.Incidents() {
		s.incident(i, time.Now())
	}
	if s.next != nil || s.quit != nil {
		return
	}
	s.over = true
	if !s.args.Exec() { // that asks only now
		s.do(incident.Exited{}, time.Now())
	}
	s.check(time.Now())
	if i, ok := s.unseen(exit); ok {
		s.incident(i, time.Now())
	}
	if o := s.offer; s.args.Exec() && o != nil && !o.hidden() && s.Ending() == 0 {
		if o.helpless() {
			s.say(o.title)
			return
		}
		s.askOnLine()
	}
}

// pass gives codex what was typed while an offer was up. The watcher is told of it by
// the event that this makes.
func (s *session) pass(b []byte) {
	if len(b) == 0 {
		return
	}
	if err := s.child.Write(b); err != nil {
		s.Log.Warn("pass input", "err", err)
	}
}
