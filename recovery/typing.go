package recovery

import (
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/recovery/incident"
	"github.com/cxhook/cxhook/terminal"
)

const (
	// typingTime is how long codex is given to show what was typed, enterTime to begin with it.
	typingTime = 5 * time.Second
	enterTime  = 3 * time.Second
	// compactionTime bounds a compaction: of a full window it takes a minute or two.
	compactionTime = 10 * time.Minute
)

// typing is what codex is told in its own composer: to compact where no daemon runs its thread, and when it has, to go on;
// or what it did not do for an error. Each step waits until the one before it can be seen.
type typing struct {
	left []typingStep
	due  time.Time // by when what is awaited has to be seen
}

// typingStep is something typed, and what is seen once it has come about.
type typingStep struct {
	bytes string
	seen  func(c matcher.Composer, working, late bool) bool // late: the grace is over
	grace time.Duration
}

// A text comes as a paste, which Codex takes as one (CSI 200 ~ … CSI 201 ~), and Enter behind it once it stands there:
// what follows a text too fast is taken for a part of it.
func typed(text string) typingStep {
	written := func(c matcher.Composer, _, _ bool) bool { return c.Visible && !c.Empty }
	return typingStep{"\x1b[200~" + text + "\x1b[201~", written, typingTime}
}

var (
	// A turn may be over sooner than it is seen to run.
	entered = typingStep{"\r", func(c matcher.Composer, working, late bool) bool { return working || late && c.Visible && c.Empty }, enterTime}
	ended   = typingStep{"", func(c matcher.Composer, working, _ bool) bool { return c.Visible && c.Empty && !c.Busy && !working }, compactionTime}
)

// tellByTyping begins to tell codex. A draft that stands is the user's.
func (s *session) tellByTyping(r incident.Remedy, now time.Time) {
	c := s.watch.Composer()
	if !c.Visible || !c.Empty || c.Busy || c.Blocked {
		s.notify("codex can be told so only where its composer is empty", now)
		s.do(incident.Typed{}, now)
		return
	}
	s.typing = &typing{left: []typingStep{typed(s.offer.asked), entered}}
	if r.Compact {
		s.typing.left = []typingStep{typed("/compact"), entered, ended, typed(codex.ContinueMessage), entered}
	}
	s.typing.next(s, now)
}

// next types what comes next; a step without bytes only waits.
func (t *typing) next(s *session, now time.Time) {
	t.due = now.Add(t.left[0].grace)
	s.pass([]byte(t.left[0].bytes))
}

// step goes on once what was awaited is seen.
func (t *typing) step(s *session, now time.Time) {
	for t.left[0].seen(s.watch.Composer(), s.watch.Working(), !now.Before(t.due)) {
		if t.left = t.left[1:]; len(t.left) == 0 {
			s.typing = nil
			s.do(incident.Typed{Good: true}, now)
			return
		}
		if t.next(s, now); t.left[0].bytes != "" {
			return
		}
	}
	if !now.Before(t.due) {
		s.typing = nil
		s.notify("codex does not take what was typed: look at its screen", now)
		s.do(incident.Typed{}, now)
	}
}

// toldByTyping notes that codex has been told.
func (s *session) toldByTyping(r incident.Remedy, now time.Time) {
	o, did := s.offer, journal.Retry
	if r.Compact {
		did = journal.Compact
	}
	s.noteChoice(o.id, did, o.model, codex.ModeInPlace, o.by)
	s.verify = &verification{Check: incident.Check{ID: o.id, Want: o.model, Begun: now, Retry: true}, path: o.session.Path, compacted: r.Compact}
}

// onlyCompaction reports whether a turn is the compaction ahead of the one that is verified.
func (v *verification) onlyCompaction(t rollout.Turn) bool { return v.compacted && t.OnlyCompacted() }

// drafted is what the user has typed in the composer, from its mark ("›", or "»" at the
// ultra effort) to the cursor's row. Codex ends by Ctrl-C, which empties the composer first:
// 0.106.0 loses what stood there, later ones keep it in their history (see keepsDrafts),
// but not where the user keeps none.
func drafted(s *terminal.Screen) string {
	cursor, _, _ := s.Cursor()
	for top := cursor; top >= 0; top-- {
		if mark := s.Row(top).Cells[0].Text; mark != "›" && mark != "»" {
			continue
		}
		var rows []string
		for y := top; y <= cursor; y++ {
			rows = append(rows, strings.TrimSpace(s.Row(y).TextFrom(2)))
		}
		return strings.TrimSpace(strings.Join(rows, " "))
	}
	return ""
}
