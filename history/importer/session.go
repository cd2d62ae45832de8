package importer

import (
	"time"

	"github.com/cxhook/cxhook/history"
)

// meta takes the first session_meta only: a fork's file repeats the one of the
// session it was forked from.
func (r *reader) meta(payload []byte) bool {
	if r.Session != "" {
		return true
	}
	return members(payload, func(name, v []byte) bool {
		switch string(name) {
		case "id":
			r.Session = history.Name(word(v))
		case "model_provider":
			r.Provider = history.Name(word(v))
		case "source":
			// A user's thread has a word here, a sub-agent's an object since 0.1x.
			source := word(v)
			r.Hidden = r.Hidden || v[0] == '{' || source == "subagent" || source == "internal"
		case "thread_source":
			r.Hidden = r.Hidden || !null(v) && word(v) != "user"
		}
		return true
	})
}

// apply takes in what turn_context and thread_settings say alike. The effort may
// stand in the collaboration mode, and beside it for releases that had none.
func (r *reader) apply(object []byte) (turn string, whole bool) {
	r.Effort = ""
	var effort string
	whole = members(object, func(name, v []byte) bool {
		switch string(name) {
		case "turn_id":
			turn = word(v)
		case "model":
			r.Model = history.Name(word(v))
		case "model_provider_id":
			r.Provider = history.Name(word(v))
		case "effort":
			effort = history.Name(word(v))
		case "collaboration_mode":
			r.Effort = history.Name(word(inside(inside(v, "settings"), "reasoning_effort")))
		}
		return true
	})
	if effort != "" {
		r.Effort = effort
	}
	return turn, whole
}

// inside gives the value of one member, nil if there is none.
func inside(object []byte, name string) (value []byte) {
	members(object, func(n, v []byte) bool {
		if string(n) == name {
			value = v
			return false
		}
		return true
	})
	return value
}

// context tells what a turn runs with. It follows the turn's beginning, if the
// release marks that.
func (r *reader) context(payload []byte, at time.Time) (whole bool) {
	id, whole := r.apply(payload)
	id = r.key(id)
	t := r.find(id)
	switch {
	case !whole, id != "" && id == r.Ended:
		return whole
	case id != "" && t == nil:
		t = r.start(id, at)
	case t == nil, r.counted(t) && t.Model != "":
		// Without ids it belongs to the turn that is about to begin.
		return true
	}
	t.Model, t.Provider, t.Effort = r.Model, r.Provider, r.Effort
	return true
}

// settings tells what the running turn, and the next, are to run with.
func (r *reader) settings(payload []byte) bool {
	v := inside(payload, "thread_settings")
	if _, whole := r.apply(v); !whole {
		return false
	}
	if t := r.current(); t != nil {
		t.Model, t.Provider, t.Effort = r.Model, r.Provider, r.Effort
	}
	return true
}
