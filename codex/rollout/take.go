package rollout

import (
	"encoding/json"
	"strings"
	"time"
)

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
