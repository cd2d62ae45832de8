package recovery

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/recovery/incident"
)

// verification is a check of a choice, and what it needs of the session file.
type verification struct {
	incident.Check
	old       []rollout.Turn // of the conversation carried over: a fork copies them
	path      string         // its file, if the work goes on in it; "" if it is to be found
	draft     bool           // the user's draft is kept by us
	remarks   []string       // what differs since, to be told with the model
	compacted bool           // behind a compaction, which is not the turn meant
}

// wanted is what to find out about a model that the user chose for the run; nil if
// there is none.
func wanted(model string) *verification {
	if model == "" {
		return nil
	}
	return &verification{Check: incident.Check{Want: model}}
}

// checkDue is when the session file is to be looked at though nothing happens; zero: never.
func (s *session) checkDue() time.Time {
	if s.verify == nil {
		return time.Time{}
	}
	return s.verify.Due(s.lastOutput)
}

// first gives the first turn after the switch, if it has begun. A fork's file holds
// the old turns too, with new times (0.106.0, 0.144.6).
func (v *verification) first(turns []rollout.Turn) (rollout.Turn, bool) {
	for i, t := range turns {
		copied := slices.ContainsFunc(v.old, func(o rollout.Turn) bool { return o.ID != "" && o.ID == t.ID })
		if copied || v.onlyCompaction(t) || t.ID == "" && i < len(v.old) || v.old == nil && t.Started.Before(v.Begun) {
			continue
		}
		return t, true
	}
	return rollout.Turn{}, false
}

// check begins to look what became of the first turn after a switch.
func (s *session) check(now time.Time) {
	v := s.verify
	switch {
	case v == nil || s.args.Exec() && !s.over:
	case s.over:
		session, _ := s.verified(v, s.clues()) // nil if it cannot be read
		s.judge(v, session, now)
	case v.Begin(now):
		c := s.clues()
		s.work(looked{verify: v}, func() any {
			session, _ := s.verified(v, c)
			return looked{v, session}
		})
	}
}

// looked takes what was read.
func (s *session) looked(e looked, now time.Time) {
	if e.verify == s.verify {
		s.judge(e.verify, e.session, now)
	}
}

// judge says what became of the first turn after a choice.
func (s *session) judge(v *verification, session *rollout.Session, now time.Time) {
	seen := incident.Look{Blocked: s.watch.Composer().Blocked}
	var turn rollout.Turn
	if session != nil {
		turn, seen.Turn = v.first(session.Turns)
		seen.Model, seen.Ended = turn.Model, !turn.Ended.IsZero()
	}
	for _, effect := range v.Saw(seen, now) {
		switch e := effect.(type) {
		case incident.Asks:
			s.tell("codex asks something before it goes on: answer it", now)
		case incident.OnModel:
			s.tellModel(v, e.Used, now)
		case incident.Unread:
			s.verify = nil
			s.tellModel(v, s.watch.Model(), now)
		case incident.Over:
			s.verify = nil
			if text := s.outcome(v, session, turn); text != "" && s.offer == nil { // else the bar says it
				s.tell(text, now)
			}
		}
	}
}

// verified reads the conversation in which the work goes on.
func (l *launch) verified(v *verification, c clues) (*rollout.Session, error) {
	if v.path != "" {
		return l.read(v.path)
	}
	return l.conversationOf(c)
}

// keepsDrafts is the first release whose TUI puts an unsent draft into its history when Ctrl-C empties the composer, so
// that ↑ in the next one brings it back (0.130.0 to 0.171.0; 0.106.0 does not).
const keepsDrafts = "0.130"

// inEnglish gives messages as notices take them, which are put into words where they are drawn.
func inEnglish(messages []lang.Message) (texts []string) {
	for _, m := range messages {
		texts = append(texts, m.String())
	}
	return texts
}

// said is what is told besides the model, by a release.
func (v *verification) said(release string) []string {
	said := v.remarks
	switch {
	case !v.draft:
	case release == "" || codex.Older(release, keepsDrafts):
		said = append(said, "your draft: shown again when codex ends")
	default:
		said = append(said, "your draft: in codex's history, ↑ brings it back")
	}
	return said
}

// tellModel says which model codex is on.
func (s *session) tellModel(v *verification, used string, now time.Time) {
	switch {
	case used != "" && used != v.Want: // even over the bar of a refusal that came of it
		s.tell(stillOn(used, v.Want), now)
		s.notice.stays = true
	case s.offer != nil || used == v.Want && v.Retry:
	case used == "":
		s.tell("which model codex is on now could not be read", now)
	default:
		s.tell(strings.Join(append([]string{"now on " + used}, v.said(s.Binary.Release())...), "; "), now)
	}
}

// outcome writes down how the first turn has ended and gives what is to be said of it,
// where codex's own words need ours.
func (l *launch) outcome(v *verification, session *rollout.Session, turn rollout.Turn) string {
	switch {
	case turn.Model != "" && turn.Model != v.Want:
		l.noteResult(v.ID, journal.Wrong, turn.Model, "")
	case turn.Error == rollout.Overloaded:
		model := turn.Model
		if last, _ := session.Last(); last.ID == turn.ID {
			model = l.refusedModel(*session)
		}
		l.noteResult(v.ID, journal.Refused, model, matcher.Capacity)
	case turn.Error != "":
		verdict := matcher.Recorded(turn.Message, turn.Info())
		l.noteResult(v.ID, journal.Failed, turn.Model, verdict.Class)
		return fmt.Sprintf("%s: another error. %s", turn.Model, verdict.Rule.Explanation())
	case turn.Answered || turn.RanTool || turn.Compacted:
		l.noteResult(v.ID, journal.Worked, turn.Model, "")
	}
	return ""
}

// stillOn says that codex did not take the model it was given.
func stillOn(used, want string) string {
	return fmt.Sprintf("STILL ON %s: codex did not take %s", used, want)
}

// tell says something about codex: over its screen, or below what exec has printed.
func (s *session) tell(text string, now time.Time) {
	if s.args.Exec() {
		s.say(text)
		return
	}
	s.notify(text, now)
}
