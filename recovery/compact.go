package recovery

import (
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/recovery/incident"
)

const (
	// typingTime is how long codex is given to show what was typed, and to begin with it.
	typingTime = 5 * time.Second
	// compactionTime bounds a compaction: of a full window it takes a minute or two.
	compactionTime = 10 * time.Minute
)

// typing is what codex is told in its own composer where no daemon runs its thread: to compact, and when it has, to go
// on. Each step waits until the one before it can be seen.
type typing struct {
	left []typingStep
	due  time.Time // by when what is awaited has to be seen
}

// typingStep is something typed, and what is seen once it has come about.
type typingStep struct {
	bytes string
	seen  func(matcher.Composer, bool) bool
	grace time.Duration
}

// A text comes as a paste, which Codex takes as one (CSI 200 ~ … CSI 201 ~), and Enter behind it once it stands there:
// what follows a text too fast is taken for a part of it.
func typed(text string) typingStep {
	written := func(c matcher.Composer, _ bool) bool { return c.Visible && !c.Empty }
	return typingStep{"\x1b[200~" + text + "\x1b[201~", written, typingTime}
}

var (
	entered = typingStep{"\r", func(_ matcher.Composer, working bool) bool { return working }, typingTime}
	ended   = typingStep{"", func(c matcher.Composer, working bool) bool { return c.Visible && c.Empty && !c.Busy && !working }, compactionTime}
)

// typeCompact begins to tell codex. A draft that stands is the user's.
func (s *session) typeCompact(now time.Time) {
	c := s.watch.Composer()
	if !c.Visible || !c.Empty || c.Busy || c.Blocked {
		s.notify("to compact needs an empty composer", now)
		s.do(incident.Compacted{}, now)
		return
	}
	s.typing = &typing{left: []typingStep{typed("/compact"), entered, ended, typed(codex.ContinueMessage), entered}}
	s.typing.next(s, now)
}

// next types what comes next; a step without bytes only waits.
func (t *typing) next(s *session, now time.Time) {
	t.due = now.Add(t.left[0].grace)
	s.pass([]byte(t.left[0].bytes))
}

// step goes on once what was awaited is seen.
func (t *typing) step(s *session, now time.Time) {
	switch {
	case !s.judged:
	case t.left[0].seen(s.watch.Composer(), s.watch.Working()):
		if t.left = t.left[1:]; len(t.left) > 0 {
			t.next(s, now)
			return
		}
		s.typing = nil
		s.do(incident.Compacted{Good: true}, now)
	case !now.Before(t.due):
		s.typing = nil
		s.notify("codex does not compact: look at its screen, /compact does it by hand", now)
		s.do(incident.Compacted{}, now)
	}
}

// toldToGoOn notes that codex goes on behind a compaction.
func (s *session) toldToGoOn(now time.Time) {
	o := s.offer
	s.noteChoice(o.id, journal.Compact, o.model, codex.ModeInPlace, o.by)
	s.verify = &verification{want: o.model, incident: o.id, old: o.session.Turns, path: o.session.Path, begun: now, retry: true, compacted: true}
}

// onlyCompaction reports whether a turn is the compaction ahead of the one that is verified.
func (v *verification) onlyCompaction(t rollout.Turn) bool { return v.compacted && t.OnlyCompacted() }
