package recovery

import (
	"fmt"
	"time"
)

const (
	// verifyPause separates two looks at the session file.
	verifyPause = 500 * time.Millisecond
	// verifyLimit is when the footer has to do: a session file that has no turn by
	// then is of a kind we cannot read.
	verifyLimit = 20 * time.Second
)

// verification is the question which model a relaunched codex really uses.
type verification struct {
	want   string
	looked time.Time // at the session file, last
	used   string    // the answer; empty: not yet known
}

// due is when the next look makes sense: codex has written since the last one.
func (v *verification) due(lastOutput time.Time) time.Time {
	if v == nil || v.looked.After(lastOutput.Add(verifyPause)) {
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
		if turn, ok := session.Last(); ok && !turn.Started.Before(s.started) {
			v.used = turn.Model
		}
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
