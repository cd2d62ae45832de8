package rollout

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/cxhook/cxhook/internal/untrusted"
)

// ErrNoSession says that a file is none of Codex's sessions, or one of a release before session_meta.
var ErrNoSession = errors.New("no session_meta line: not a Codex session")

// turnsKept bounds the turns of one session that are held: more than anybody asks in months.
const turnsKept = 20_000

// reader makes turns of lines. Its exported fields are what it must know to go on behind the last one.
type reader struct {
	Session
	Count int    // turns without an id so far
	Named bool   // a turn with an id was seen: such releases mark where each begins and ends
	Ahead bool   // settings were told for a turn without an id that is about to begin (2025)
	Over  bool   // the newest turn has ended
	Ended string // id of the turn that ended last
	usage []byte // the last token_count, not read yet
}

// needed are the lines that are read whole. Of all others the name is enough.
var needed = map[string]bool{
	"session_meta": true, "turn_context": true,
	"event_msg/task_started": true, "event_msg/turn_started": true, // the turn_ names are of 2025
	"event_msg/task_complete": true, "event_msg/turn_complete": true, "event_msg/turn_aborted": true, "event_msg/error": true,
	"event_msg/entered_review_mode": true, "event_msg/item_completed/EnteredReviewMode": true,
	"event_msg/exited_review_mode": true, "event_msg/item_completed/ExitedReviewMode": true,
	"event_msg/thread_settings_applied": true, "event_msg/thread_goal_updated": true, "event_msg/thread_goal_cleared": true,
}

// needs reports whether the rest of a long line is. Its error is that the file holds no session.
func (r *reader) needs(beginning []byte) (bool, error) {
	n := name(beginning)
	if r.ID == "" && n != "session_meta" { // which is a session's first line
		return false, ErrNoSession
	}
	return needed[n], nil
}

// line takes a line in, and reports whether it could be read, as far as it matters.
func (r *reader) line(text []byte, whole bool) bool {
	n := name(text)
	switch n {
	case "":
		return false
	case toolCall:
		if t := r.current(); t != nil {
			t.RanTool = true
		}
	case "response_item/message/assistant", "event_msg/agent_message":
		r.answered(n, written(text))
	case "event_msg/user_message", "event_msg/item_completed/UserMessage": // to 0.155, and since
		r.prompted(written(text))
	case "compacted", "event_msg/context_compacted":
		if t := r.current(); t != nil {
			t.Compacted = true
		}
	case "event_msg/token_count":
		r.usage = append(r.usage[:0], text...)
	case "session_meta":
		m, err := payload[meta](text)
		if err == nil {
			r.meta(m)
		}
		return err == nil
	default:
		if needed[n] {
			return whole && r.take(n, text)
		}
	}
	return true
}

// take takes a line in that is read whole.
func (r *reader) take(n string, text []byte) bool {
	at := written(text)
	if at.IsZero() {
		return false
	}
	if n == "turn_context" {
		c, err := payload[context](text)
		if err == nil {
			r.context(c, at)
		}
		return err == nil
	}
	e, err := payload[event](text)
	if err != nil {
		return false
	}
	if !untrusted.Name(e.TurnID) {
		e.TurnID = ""
	}
	switch strings.TrimPrefix(n, "event_msg/") {
	case "task_started", "turn_started":
		r.started(e, at)
	case "task_complete", "turn_complete":
		r.complete(e, at)
	case "turn_aborted":
		if t := r.find(e.TurnID); t != nil {
			t.Aborted = true
			r.end(t, at)
		}
	case "error":
		if t := r.current(); t != nil {
			e.failure.put(t)
		}
	case "entered_review_mode", "item_completed/EnteredReviewMode":
		r.reviewed(e, at)
	case "exited_review_mode", "item_completed/ExitedReviewMode":
		r.exited(e, at)
	case "thread_settings_applied":
		if e.Settings != nil {
			r.settings(*e.Settings)
		}
	case "thread_goal_updated":
		r.Goal = e.Goal != nil && e.Goal.Status != "complete"
		r.Pursued = e.Goal != nil && e.Goal.Status == "active"
	case "thread_goal_cleared":
		r.Goal, r.Pursued = false, false
	}
	return true
}

// meta takes the first session_meta only: a fork's file repeats the one of
// the session it was forked from.
func (r *reader) meta(m meta) {
	s := &r.Session
	if s.ID != "" {
		return
	}
	s.Started = m.Timestamp
	s.ID, s.Cwd, s.CLIVersion, s.SubAgent, s.ForkedFrom = m.id(), m.Cwd, m.CLIVersion, m.subAgent(), m.ForkedFrom
	s.Now.Cwd = m.Cwd
	if untrusted.Name(m.Provider) {
		s.Now.Provider = m.Provider
	}
}

// current is the turn that lines without a turn's id belong to: the newest, if it has not ended.
func (r *reader) current() *Turn {
	if n := len(r.Turns); n > 0 && !r.Over {
		return &r.Turns[n-1]
	}
	return nil
}

// find returns the running turn with this id, or without an id the current one.
func (r *reader) find(id string) *Turn {
	if id == "" {
		return r.current()
	}
	for i := len(r.Turns) - 1; i >= 0; i-- {
		if t := &r.Turns[i]; t.ID == id && t.Ended.IsZero() {
			return t
		}
	}
	return nil
}

// begin begins a turn.
func (r *reader) begin(id string, at time.Time) *Turn {
	r.settle()
	t := Turn{ID: id, Settings: r.Now, Started: at}
	if id == "" {
		r.Count++
		t.Number = r.Count
		t.Requested, r.Ahead = r.Ahead, false
	}
	r.Named, r.Over = r.Named || id != "", false
	if len(r.Turns) == turnsKept {
		r.Turns = append(r.Turns[:0], r.Turns[turnsKept/2:]...)
	}
	r.Turns = append(r.Turns, t)
	return r.current()
}

func (r *reader) end(t *Turn, at time.Time) {
	r.settle()
	r.Over = r.Over || t == r.current()
	r.Ended, t.Ended = t.ID, at
	if t.Took == 0 {
		t.Took = max(0, at.Sub(t.Started))
	}
}

func (r *reader) started(e event, at time.Time) {
	r.Named = r.Named || e.TurnID != ""
	t := r.current()
	if t != nil && t.Reviews && t.ID != e.TurnID {
		t.ReviewTurn = e.TurnID // the reviewer's own, which its parent's file repeats
		return
	}
	if t = r.find(e.TurnID); t == nil || e.TurnID == "" {
		t = r.begin(e.TurnID, at)
	}
	t.Goal = e.Attribution.Trigger == "goal"
}

func (r *reader) context(c context, at time.Time) {
	c.apply(&r.Now, false)
	t := r.find(c.TurnID)
	switch {
	case c.TurnID == "" && (t == nil || t.Requested):
		r.Ahead = true // releases of 2025 tell the settings before the prompt, 0.80 behind it
		return
	case c.TurnID != "" && c.TurnID == r.Ended:
		return
	case t == nil:
		t = r.begin(c.TurnID, at)
	}
	t.Settings, t.Requested = r.Now, true
}

// settings takes in a change of the thread's settings. 0.171.0 writes one
// beside every turn_context of a TUI, before or after it; it alone tells the
// service tier.
func (r *reader) settings(c context) {
	c.apply(&r.Now, true)
	if t := r.current(); t != nil {
		t.Settings = r.Now
	}
}

// prompted takes in the user's words. In files that mark no turns (to 0.98) they begin one, and nothing ends it.
func (r *reader) prompted(at time.Time) {
	t := r.current()
	if !r.Named && (t == nil || t.Prompted && !t.Reviews) {
		t = r.begin("", at)
	}
	if t != nil {
		t.Prompted = true
	}
}

// answered takes in what the model said. In files that mark no turns it may be the last of it.
func (r *reader) answered(n string, at time.Time) {
	t := r.current()
	if t == nil {
		return
	}
	t.Answered = true
	if t.ID == "" && n == "event_msg/agent_message" && !t.Reviews {
		t.Concluded, t.Took = true, at.Sub(t.Started)
	}
}

// reviewed begins the turn of a review, for which there is no task_started.
func (r *reader) reviewed(e event, at time.Time) {
	t := r.find(e.TurnID)
	if t == nil || e.TurnID == "" {
		t = r.begin(e.TurnID, at)
	}
	target := e.Target
	if target == nil {
		target = e.Item.Target
	}
	t.Reviews, t.Review = true, cmp.Or(string(target), "{}")
}

// exited takes in what the reviewer has found. Releases without ids end the turn by nothing else.
func (r *reader) exited(e event, at time.Time) {
	t := r.find(e.TurnID)
	if t == nil {
		return
	}
	for _, output := range []string{string(e.Output), string(e.Item.Output)} {
		t.Concluded = t.Concluded || output != "" && output != "null"
	}
	if !r.Named {
		r.end(t, at)
	}
}

func (r *reader) complete(e event, at time.Time) {
	t := r.find(e.TurnID)
	if c := r.current(); t == nil && c != nil && c.Reviews && c.ID == "" {
		t, c.ID, c.Number = c, e.TurnID, 0 // 0.106.0 tells a review's id at its end
	}
	switch {
	case t == nil && (e.TurnID == "" || e.TurnID == r.Ended):
		return
	case t == nil:
		t = r.begin(e.TurnID, at)
	}
	said := e.Last != nil && strings.TrimSpace(*e.Last) != ""
	t.Answered, t.Concluded = t.Answered || said, t.Concluded || said
	if e.Error != nil {
		e.Error.put(t)
	}
	t.Took = time.Duration(e.Duration * float64(time.Millisecond))
	r.end(t, at)
}

// settle reads the last token_count. There is one for each request, and only the last of a turn tells anything.
func (r *reader) settle() {
	if len(r.usage) == 0 {
		return
	}
	if usage := gjson.GetBytes(r.usage, "payload.info.last_token_usage"); usage.Exists() {
		r.Tokens = int(usage.Get("total_tokens").Int())
	}
	if t := r.current(); t != nil {
		t.Limits = limits(r.usage)
	}
	r.usage = r.usage[:0]
}
