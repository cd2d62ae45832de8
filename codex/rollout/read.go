package rollout

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Read reads a session file as far as it is written. It fails only if the
// file cannot be opened or read, or holds no session.
func Read(path string) (Session, error) {
	f, err := os.Open(path)
	if err != nil {
		return Session{}, fmt.Errorf("session file: %w", err)
	}
	defer f.Close()
	r := reader{session: Session{Path: path}}
	if err := r.run(f); err != nil {
		return Session{}, fmt.Errorf("session file %s: %w", path, err)
	}
	if r.session.ID == "" {
		return Session{}, fmt.Errorf("session file %s: %w", path, errNoSession)
	}
	return r.session, nil
}

var errNoSession = errors.New("no session_meta line: not a Codex session")

type reader struct {
	session Session
}

func (r *reader) run(src io.Reader) error {
	lines := lineReader{src: bufio.NewReaderSize(src, 64<<10)}
	for {
		line, whole, err := lines.next()
		if len(line) > 0 && !r.line(line, whole) && err == nil {
			r.session.Skipped++
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// line takes one line in; it reports whether it could be read.
func (r *reader) line(line []byte, whole bool) bool {
	var rec record
	if whole {
		if json.Unmarshal(line, &rec) != nil || rec.Type == "" {
			return false
		}
	} else {
		var ok bool
		if rec, ok = beginning(line); !ok {
			return false
		}
	}
	switch rec.Type {
	case "session_meta":
		return r.meta(rec.Payload)
	case "turn_context":
		return r.context(rec)
	case "response_item":
		return r.item(rec)
	case "event_msg":
		return r.event(rec)
	}
	return true
}

// meta takes the first session_meta only: a fork's file repeats the one of
// the session it was forked from.
func (r *reader) meta(payload json.RawMessage) bool {
	var m meta
	if json.Unmarshal(payload, &m) != nil {
		return false
	}
	s := &r.session
	if s.ID != "" {
		if s.ForkedFrom == "" && m.ID != s.ID {
			s.ForkedFrom = m.ID
		}
		return true
	}
	s.ID, s.Started, s.Cwd, s.Originator = m.ID, m.Timestamp, m.Cwd, m.Originator
	s.CLIVersion, s.Provider, s.ForkedFrom = m.CLIVersion, m.Provider, m.ForkedFrom
	s.Source, s.SubAgent = m.origin()
	s.Now.Cwd = m.Cwd
	return true
}

func (r *reader) context(rec record) bool {
	var c context
	if json.Unmarshal(rec.Payload, &c) != nil {
		return false
	}
	c.apply(&r.session.Now, false)
	t := r.turn(c.TurnID, rec.Timestamp)
	t.Settings, t.Requested = r.session.Now, true
	return true
}

func (r *reader) item(rec record) bool {
	var e event
	if json.Unmarshal(rec.Payload, &e) != nil {
		return false
	}
	t := r.current()
	if t == nil {
		return true
	}
	switch {
	case isTool(e.Type):
		t.RanTool = true
	case e.Type == "message" && e.Role == "assistant":
		t.Answered = true
	}
	return true
}

func (r *reader) event(rec record) bool {
	var e event
	if json.Unmarshal(rec.Payload, &e) != nil {
		return false
	}
	s := &r.session
	switch e.Type {
	case "task_started", "turn_started":
		r.turn(e.TurnID, rec.Timestamp)
		if e.Window > 0 {
			s.Window = e.Window
		}
	case "task_complete", "turn_complete":
		r.complete(e, rec.Timestamp)
	case "turn_aborted":
		if t := r.current(); t != nil {
			t.Aborted, t.Ended = true, rec.Timestamp
		}
	case "agent_message":
		if t := r.current(); t != nil {
			t.Answered = true
		}
	case "user_message":
		r.prompted()
	case "item_completed":
		if e.Item != nil && e.Item.Type == "UserMessage" {
			r.prompted()
		}
	case "error":
		if t := r.current(); t != nil {
			t.Error = word(e.ErrorInfo)
			t.Message = word(e.Message)
		}
	case "token_count":
		if e.Info != nil {
			s.Tokens, s.Window = e.Info.Last.Total, e.Info.Window
		}
	case "thread_settings_applied":
		if e.Settings != nil {
			r.settings(*e.Settings)
		}
	case "thread_goal_updated":
		s.Goal = e.Goal != nil && e.Goal.Status != "complete"
	case "thread_goal_cleared":
		s.Goal = false
	}
	return true
}

func (r *reader) complete(e event, at time.Time) {
	t := r.turn(e.TurnID, at)
	t.Ended = at
	t.Answered = t.Answered || e.Last != nil && strings.TrimSpace(*e.Last) != ""
	if e.Error != nil {
		t.Error, t.Message = word(e.Error.Info), e.Error.Message
	}
}

func (r *reader) prompted() {
	if t := r.current(); t != nil && t.Ended.IsZero() {
		t.Prompted = true
	}
}

// settings takes in a change of the thread's settings. 0.171.0 writes one
// beside every turn_context of a TUI, before or after it; it alone tells the
// service tier.
func (r *reader) settings(c context) {
	c.apply(&r.session.Now, true)
	if t := r.current(); t != nil && t.Ended.IsZero() {
		t.Settings = r.session.Now
	}
}

// turn gives the turn with this id, begun now if there is none. Without an
// id (files of old releases) it is the running one.
func (r *reader) turn(id string, at time.Time) *Turn {
	turns := r.session.Turns
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].ID == id && (id != "" || turns[i].Ended.IsZero()) {
			return &turns[i]
		}
	}
	r.session.Turns = append(turns, Turn{ID: id, Settings: r.session.Now, Started: at})
	return &r.session.Turns[len(turns)]
}

// current is the turn that lines without a turn id belong to.
func (r *reader) current() *Turn {
	if n := len(r.session.Turns); n > 0 {
		return &r.session.Turns[n-1]
	}
	return nil
}
