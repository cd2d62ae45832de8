package recovery

import (
	"fmt"
	"slices"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
)

const (
	// verifyPause separates two looks at the session file.
	verifyPause = 500 * time.Millisecond
	// doubtTime is how long the file has to name another model before we say so: a
	// turn begins with the old settings there and gets its own up to 0.2 s later.
	doubtTime = 2 * time.Second
	// verifyLimit is when the footer has to do: a session file that has no turn by
	// then is of a kind we cannot read.
	verifyLimit = 20 * time.Second
)

// verification is the question which model a relaunched codex really uses.
type verification struct {
	want   string
	old    []rollout.Turn // of the conversation carried over: a fork copies them
	looked time.Time      // at the session file, last
	since  time.Time      // when the file first named another model than wanted
	used   string         // the answer; empty: not yet known
}

// first gives the model of the first turn after the switch, if it has begun. A fork's
// file holds the old turns too, with new times (0.106.0, 0.144.6), and with no ids on
// 0.106.0, where only their number tells.
func (v *verification) first(turns []rollout.Turn) string {
	for i, t := range turns {
		copied := slices.ContainsFunc(v.old, func(o rollout.Turn) bool { return o.ID != "" && o.ID == t.ID })
		if copied || t.ID == "" && i < len(v.old) {
			continue
		}
		return t.Model
	}
	return ""
}

// doubt takes back an answer that is not the wanted one and is young.
func (v *verification) doubt(now time.Time) {
	switch {
	case v.used == "" || v.used == v.want:
	case v.since.IsZero():
		v.since, v.used = now, ""
	case now.Sub(v.since) < doubtTime:
		v.used = ""
	}
}

// due is when the next look makes sense: codex has written since the last one.
func (v *verification) due(lastOutput time.Time) time.Time {
	if v == nil || v.since.IsZero() && v.looked.After(lastOutput.Add(verifyPause)) {
		return time.Time{}
	}
	return v.looked.Add(verifyPause)
}

// checkModel looks which model the first request after a switch named, and says so.
func (s *session) checkModel(now time.Time) {
	v := s.verify
	if v == nil || s.args.Exec() && !s.over || now.Sub(v.looked) < verifyPause && !s.over {
		return
	}
	v.looked = now
	if session, err := s.conversation(); err == nil {
		v.used = v.first(session.Turns)
		v.doubt(now)
	}
	if v.used == "" && now.Sub(s.started) > verifyLimit {
		v.used = s.watch.Model()
	}
	if v.used == "" {
		return
	}
	s.verify = nil
	if s.args.Exec() {
		s.say(verdict(v.want, v.used))
		return
	}
	s.notify(verdict(v.want, v.used), now)
}

func verdict(want, used string) string {
	if want == used {
		return fmt.Sprintf("now on %s", used)
	}
	return fmt.Sprintf("STILL ON %s: codex did not take %s", used, want)
}
