package importer

import (
	"bytes"
	"time"
)

// headSize is how much of a line tells what it is. All releases write the time,
// since 0.16x an ordinal, the type, and then the payload, whose type is first.
const headSize = 160

// sort is what kind of line it is, as far as that matters here.
type sort uint8

const (
	other       sort = iota // of no interest
	strange                 // not in the form that all releases write
	meta                    // session_meta
	contextLine             // turn_context
	settings                // thread_settings_applied
	started                 // task_started
	complete                // task_complete
	aborted                 // turn_aborted
	failure                 // error, in files before the error was a member of task_complete
	prompt                  // user_message
	answer                  // agent_message
)

var (
	timeHead    = []byte(`{"timestamp":"`)
	ordinalHead = []byte(`,"ordinal":`)
	typeHead    = []byte(`,"type":"`)
	payloadHead = []byte(`,"payload":{"type":"`)
)

// types are the lines of interest by their type.
var types = map[string]sort{
	"session_meta": meta,
	"turn_context": contextLine,
}

// events are those of interest by the type of an event_msg's payload. The turn_
// names are of 2025 files.
var events = map[string]sort{
	"thread_settings_applied": settings,
	"task_started":            started,
	"turn_started":            started,
	"task_complete":           complete,
	"turn_complete":           complete,
	"turn_aborted":            aborted,
	"error":                   failure,
	"user_message":            prompt,
	"agent_message":           answer,
}

// head tells what a line is by its beginning, of which headSize bytes are enough,
// and the time as it is written.
func head(line []byte) (sort, []byte) {
	rest, ok := bytes.CutPrefix(line, timeHead)
	if !ok {
		return strange, nil
	}
	n := bytes.IndexByte(rest, '"')
	if n < 0 {
		return strange, nil
	}
	at, rest := rest[:n], rest[n+1:]
	if after, ok := bytes.CutPrefix(rest, ordinalHead); ok {
		rest = bytes.TrimLeft(after, "0123456789")
	}
	if rest, ok = bytes.CutPrefix(rest, typeHead); !ok {
		return strange, nil
	}
	if n = bytes.IndexByte(rest, '"'); n < 0 {
		return strange, nil
	}
	kind, rest := rest[:n], rest[n+1:]
	if string(kind) != "event_msg" {
		return types[string(kind)], at
	}
	if rest, ok = bytes.CutPrefix(rest, payloadHead); !ok {
		return strange, at
	}
	if n = bytes.IndexByte(rest, '"'); n < 0 {
		return strange, at
	}
	return events[string(rest[:n])], at
}

// slowHead tells the same of a whole line that has its members in another order.
// ok is false if it is no line of a session file.
func slowHead(line []byte) (s sort, at []byte, ok bool) {
	var kind, payload []byte
	whole := members(line, func(name, v []byte) bool {
		switch string(name) {
		case "timestamp":
			at = bytes.Trim(v, `"`)
		case "type":
			kind = v
		case "payload":
			payload = v
		}
		return true
	})
	if !whole || kind == nil || payload == nil {
		return other, nil, false
	}
	if word(kind) != "event_msg" {
		return types[word(kind)], at, true
	}
	members(payload, func(name, v []byte) bool {
		if string(name) == "type" {
			s = events[word(v)]
			return false
		}
		return true
	})
	return s, at, true
}

// parseTime reads a time as session files have it; the zero time if it is none.
func parseTime(at []byte) time.Time {
	t, err := time.Parse(time.RFC3339Nano, string(at))
	if err != nil {
		return time.Time{}
	}
	return t
}
