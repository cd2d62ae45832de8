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
)

const (
	// verifyPause separates two looks at the session file.
	verifyPause = 500 * time.Millisecond
	// doubtTime is how long the file has to name another model before we say so: a
	// turn begins with the old settings there and gets its own up to 0.2 s later.
	doubtTime = 2 * time.Second
	// pickerTime is how long a dialog has to stand before it is pointed out.
	pickerTime = 3 * time.Second
	// verifyLimit is when the footer has to do: a session file that has no turn by
	// then is of a kind we cannot read.
	verifyLimit = 20 * time.Second
)

// verification is what there is to find out after a switch: which model the first
// turn really asks, and what comes of that turn.
type verification struct {
	want      string
	retry     bool           // it is the model of before: only another one is worth a word
	incident  string         // id in the journal
	old       []rollout.Turn // of the conversation carried over: a fork copies them
	path      string         // its file, if the work goes on in it; "" if it is to be found
	begun     time.Time
	looked    time.Time // at the session file, last
	reading   bool      // it is being read
	doubted   time.Time // when the file first named another model than wanted
	told      bool      // the model is known and was said
	draft     bool      // the user's draft is kept by us
	remarks   []string  // what differs since, to be told with the model
	compacted bool      // behind a compaction, which is not the turn meant
	asked     bool      // that codex asks something first was said
}

// wanted is what to find out about a model that the user chose for the run; nil if
// there is none.
func wanted(model string) *verification {
	if model == "" {
		return nil
	}
	return &verification{want: model}
}

// first gives the first turn after the switch, if it has begun. A fork's file holds
// the old turns too, with new times (0.106.0, 0.144.6).
func (v *verification) first(turns []rollout.Turn) (rollout.Turn, bool) {
	for i, t := range turns {
		copied := slices.ContainsFunc(v.old, func(o rollout.Turn) bool { return o.ID != "" && o.ID == t.ID })
		if copied || v.onlyCompaction(t) || t.ID == "" && i < len(v.old) || v.old == nil && t.Started.Before(v.begun) {
			continue
		}
		return t, true
	}
	return rollout.Turn{}, false
}

// certain reports whether the model that the file names is the last word on it.
func (v *verification) certain(model string, ended bool, now time.Time) bool {
	switch {
	case model == "":
		return false
	case model == v.want || ended:
		return true
	case v.doubted.IsZero():
		v.doubted = now
	}
	return now.Sub(v.doubted) >= doubtTime
}

// due is when the next look makes sense: codex has written since the last one, or has
// been given enough time to begin.
func (v *verification) due(lastOutput time.Time) time.Time {
	switch {
	case v == nil || v.reading:
		return time.Time{}
	case !v.looked.After(lastOutput.Add(verifyPause)), !v.told && !v.doubted.IsZero():
		return v.looked.Add(verifyPause)
	}
	for _, limit := range []time.Duration{pickerTime, verifyLimit} {
		if at := v.begun.Add(limit + verifyPause); !v.told && v.looked.Before(v.begun.Add(limit)) {
			return at
		}
	}
	return time.Time{}
}

// check begins to look what became of the first turn after a switch.
func (s *session) check(now time.Time) {
	v := s.verify
	switch {
	case v == nil || s.args.Exec() && !s.over:
	case s.over:
		session, _ := s.verified(v, s.clues()) // nil if it cannot be read
		s.judge(v, session, now)
	case !v.reading && now.Sub(v.looked) >= verifyPause:
		v.looked, v.reading = now, true
		c := s.clues()
		s.work(looked{verify: v}, func() any {
			session, _ := s.verified(v, c)
			return looked{v, session}
		})
	}
}

// looked takes what was read.
func (s *session) looked(e looked, now time.Time) {
	if e.verify.reading = false; e.verify == s.verify {
		s.judge(e.verify, e.session, now)
	}
}

// judge says what became of the first turn after a switch.
func (s *session) judge(v *verification, session *rollout.Session, now time.Time) {
	turn, ok := rollout.Turn{}, false
	if session != nil {
		turn, ok = v.first(session.Turns)
	}
	if !ok && !v.asked && now.Sub(v.begun) > pickerTime && s.watch.Composer().Blocked {
		v.asked = true
		s.tell("codex asks something before it goes on: answer it", now)
	}
	ended := ok && !turn.Ended.IsZero()
	if !ok && now.Sub(v.begun) > verifyLimit && !v.told {
		s.tellModel(s.watch.Model(), now) // the footer, where no file can be read
		s.verify = nil
		return
	}
	if ok && !v.told && v.certain(turn.Model, ended, now) {
		s.tellModel(turn.Model, now)
	}
	if ended {
		s.verify = nil
		if text := s.outcome(v, session, turn); text != "" {
			s.tell(text, now)
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
func (s *session) tellModel(used string, now time.Time) {
	v := s.verify
	v.told = true
	switch {
	case used != "" && used != v.want: // even over the bar of a refusal that came of it
		s.tell(stillOn(used, v.want), now)
		s.notice.stays = true
	case s.offer != nil || used == v.want && v.retry:
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
	case turn.Model != "" && turn.Model != v.want:
		l.noteResult(v.incident, journal.Wrong, turn.Model, "")
	case turn.Error == rollout.Overloaded:
		model := turn.Model
		if last, _ := session.Last(); last.ID == turn.ID {
			model = l.refusedModel(*session)
		}
		l.noteResult(v.incident, journal.Refused, model, matcher.Capacity)
	case turn.Error != "":
		verdict := matcher.Recorded(turn.Message, turn.Info())
		l.noteResult(v.incident, journal.Failed, turn.Model, verdict.Class)
		return fmt.Sprintf("%s: another error. %s", turn.Model, verdict.Rule.Explanation())
	case turn.Answered || turn.RanTool || turn.Compacted:
		l.noteResult(v.incident, journal.Worked, turn.Model, "")
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
