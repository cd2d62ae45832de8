package rollout

import (
	"encoding/json"
	"strings"
	"time"
)

// meta takes the first session_meta only: a fork's file repeats the one of
// the session it was forked from.
func (r *reader) meta(payload json.RawMessage) {
	var m meta
	if json.Unmarshal(payload, &m) != nil {
		return
	}
	s := &r.session
	if s.ID != "" {
		return
	}
	s.Started = m.Timestamp
	s.ID, s.Cwd, s.CLIVersion, s.SubAgent, s.ForkedFrom = m.id(), m.Cwd, m.CLIVersion, m.subAgent(), m.ForkedFrom
	s.Now.Cwd = m.Cwd
}

func (r *reader) context(rec record) {
	var c context
	if json.Unmarshal(rec.Payload, &c) != nil {
		return
	}
	c.apply(&r.session.Now, false)
	t := r.turn(c.TurnID, rec.Timestamp)
	t.Settings, t.Requested = r.session.Now, true
}

func (r *reader) item(rec record) {
	var e event
	if json.Unmarshal(rec.Payload, &e) != nil {
		return
	}
	t := r.current()
	if t == nil {
		return
	}
	switch {
	case isTool(e.Type):
		t.RanTool = true
	case e.Type == "message" && e.Role == "assistant":
		t.Answered = true
	}
}

func (r *reader) event(rec record) {
	var e event
	if json.Unmarshal(rec.Payload, &e) != nil {
		return
	}
	s := &r.session
	switch e.Type {
	case "task_started", "turn_started":
		if r.reviews(e.TurnID) {
			return // the reviewer's own turn, which 0.171.0 repeats here
		}
		r.turn(e.TurnID, rec.Timestamp).Goal = e.Attribution.Trigger == "goal"
	case "task_complete", "turn_complete":
		r.complete(e, rec.Timestamp)
	case "turn_aborted":
		if t := r.current(); t != nil {
			t.Ended, t.Aborted = rec.Timestamp, true
		}
	case "agent_message":
		if t := r.current(); t != nil {
			t.Answered = true
		}
	case "user_message":
		r.prompted()
	case "item_completed":
		switch {
		case e.Item == nil:
		case e.Item.Type == "UserMessage":
			r.prompted()
		case e.Item.Type == "EnteredReviewMode":
			r.turn(e.TurnID, rec.Timestamp).Review = string(e.Item.Target)
		}
	case "entered_review_mode": // 0.144.6, whose event no task_started precedes
		r.turn(e.TurnID, rec.Timestamp).Review = string(e.Target)
	case "context_compacted":
		if t := r.current(); t != nil {
			t.Compacted = true
		}
	case "error":
		if t := r.current(); t != nil {
			t.Error = word(e.ErrorInfo)
			t.Message = word(e.Message)
		}
	case "token_count":
		if e.Info != nil {
			s.Tokens = e.Info.Last.Total
		}
	case "thread_settings_applied":
		if e.Settings != nil {
			r.settings(*e.Settings)
		}
	case "thread_goal_updated":
		s.Goal = e.Goal != nil && e.Goal.Status != "complete"
		s.Pursued = e.Goal != nil && e.Goal.Status == "active"
	case "thread_goal_cleared":
		s.Goal, s.Pursued = false, false
	}
}

func (r *reader) complete(e event, at time.Time) {
	t := r.turn(e.TurnID, at)
	t.Ended = at
	t.Answered = t.Answered || e.Last != nil && strings.TrimSpace(*e.Last) != ""
	if e.Error != nil {
		t.Error, t.Message = word(e.Error.Info), e.Error.Message
	}
}

// reviews reports whether a review runs, and the turn is another one than the review's.
func (r *reader) reviews(turn string) bool {
	t := r.current()
	return t != nil && t.Review != "" && t.Ended.IsZero() && t.ID != turn
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
