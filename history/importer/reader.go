package importer

import (
	"strconv"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history"
)

// reader makes turns of the lines of one file. It is a visitor of lines.
type reader struct {
	state
	turns   []history.Turn // ended since they were last collected
	strange int            // lines that could not be read
}

func (r *reader) wants(text []byte) bool { return head(text).sort != other }

// long counts what was too long to be read although it might have mattered.
func (r *reader) long(text []byte) {
	if r.wants(text) {
		r.strange++
	}
}

func (r *reader) line(text []byte) {
	if len(text) == 0 || r.Foreign {
		return
	}
	b := head(text[:min(len(text), headSize)])
	ok := true
	if b.sort == strange {
		b, ok = slowHead(text)
	}
	if !ok || text[len(text)-1] != '}' || !r.take(b.sort, b.at, text[b.payload:]) {
		r.strange++
	}
	r.Foreign = r.Session == "" // a session's first line is its session_meta
}

// take takes one line in, and reports whether it could be read. What follows the
// payload does not matter.
func (r *reader) take(s sort, written, payload []byte) bool {
	if s == other {
		return true
	}
	at := parseTime(written)
	if at.IsZero() && s != meta {
		return false
	}
	switch s {
	case meta:
		return r.meta(payload)
	case contextLine:
		return r.context(payload, at)
	case settings:
		return r.settings(payload)
	case started:
		r.start(r.key(field(payload, "turn_id")), at)
	case prompt:
		r.prompt(at)
	case answer:
		r.answer(at)
	case failure:
		r.fail(history.Name(field(payload, "codex_error_info")))
	case aborted:
		if t := r.find(r.key(field(payload, "turn_id"))); t != nil {
			r.finish(t, history.Aborted, at)
		}
	case complete:
		return r.complete(payload, at)
	}
	return true
}

// field reads one member of an object as a word.
func field(object []byte, name string) (s string) {
	members(object, func(n, v []byte) bool {
		if string(n) == name {
			s = word(v)
			return false
		}
		return true
	})
	return s
}

// key makes a turn's id unique over all sessions.
func (r *reader) key(id string) string {
	if id == "" || isUUID(id) {
		return id
	}
	return r.Session + "#" + history.Name(id)
}

// start begins a turn, if it has not begun. The id is unique, or "".
func (r *reader) start(id string, at time.Time) *openTurn {
	if id != "" {
		if t := r.find(id); t != nil {
			return t
		}
	} else {
		r.Count++
		r.Asked = false
		id = r.key(strconv.Itoa(r.Count))
	}
	t, dropped := r.begin(id, at)
	for _, d := range dropped {
		r.turns = append(r.turns, d.Turn)
	}
	return t
}

// prompt begins a turn in files that mark none: there each message of the user
// is one (2025).
func (r *reader) prompt(at time.Time) {
	switch t := r.current(); {
	case t == nil:
	case !r.counted(t) || !r.Asked:
		r.Asked = true
		return
	default:
		r.turns = append(r.turns, r.end(t))
	}
	r.start("", at)
	r.Asked = true
}

// counted reports whether a turn got its id here.
func (r *reader) counted(t *openTurn) bool {
	return t.ID == r.key(strconv.Itoa(r.Count))
}

// answer ends a turn in files that mark no end; more answers may follow.
func (r *reader) answer(at time.Time) {
	if t := r.current(); t != nil && r.counted(t) {
		t.Outcome, t.Duration = history.Answered, at.Sub(t.Began)
	}
}

func (r *reader) fail(code string) {
	if t := r.current(); t != nil {
		t.Error = code
	}
}

func (r *reader) complete(payload []byte, at time.Time) bool {
	var id, code string
	var answered, failed bool
	var took time.Duration
	whole := members(payload, func(name, v []byte) bool {
		switch string(name) {
		case "turn_id":
			id = word(v)
		case "last_agent_message":
			answered = !null(v) && len(v) > 2
		case "error":
			if failed = !null(v); failed {
				code = history.Name(field(v, "codex_error_info"))
			}
		case "duration_ms":
			ms, err := strconv.ParseInt(string(v), 10, 64)
			if err == nil {
				took = time.Duration(ms) * time.Millisecond
			}
		}
		return true
	})
	id = r.key(id)
	t := r.find(id)
	if !whole || t == nil && id == r.Ended {
		return whole
	}
	if t == nil {
		if open := r.current(); open != nil && !r.counted(open) {
			// The end of a review (0.106.0 to 0.171.0): what this file has begun is the turn of its sub-agent, whose own
			// file has it with its end.
			r.end(open)
		}
		t = r.start(id, at)
	}
	if failed {
		t.Error = code
	}
	outcome := history.Unanswered
	switch {
	case t.Error == rollout.Overloaded:
		outcome = history.Refused
	case failed, t.Error != "":
		outcome = history.Failed
	case answered, t.Outcome == history.Answered:
		outcome = history.Answered
	}
	t.Duration = took
	r.finish(t, outcome, at)
	return true
}

func (r *reader) finish(t *openTurn, o history.Outcome, at time.Time) {
	t.Outcome = o
	if t.Duration == 0 {
		t.Duration = max(0, at.Sub(t.Began))
	}
	r.turns = append(r.turns, r.end(t))
}

// collect gives the turns that ended since the last time, and the open ones as
// far as they are known.
func (r *reader) collect() []history.Turn {
	turns := r.turns
	for _, t := range r.Open {
		turns = append(turns, t.Turn)
	}
	r.turns = nil
	return turns
}
