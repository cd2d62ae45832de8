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
	payloadHead = []byte(`,"payload":`)
	eventHead   = []byte(`{"type":"`)
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

// beginning is what the first bytes of a line tell.
type beginning struct {
	sort    sort
	at      []byte // the time, as it is written
	payload int    // where the payload begins, for a line of interest
}

// head reads the beginning of a line, of which headSize bytes are enough.
func head(line []byte) beginning {
	rest, ok := bytes.CutPrefix(line, timeHead)
	if !ok {
		return beginning{sort: strange}
	}
	n := bytes.IndexByte(rest, '"')
	if n < 0 {
		return beginning{sort: strange}
	}
	b := beginning{at: rest[:n], sort: strange}
	rest = rest[n+1:]
	if after, ok := bytes.CutPrefix(rest, ordinalHead); ok {
		for n = 0; n < len(after) && '0' <= after[n] && after[n] <= '9'; n++ {
		}
		rest = after[n:]
	}
	if rest, ok = bytes.CutPrefix(rest, typeHead); !ok {
		return b
	}
	if n = bytes.IndexByte(rest, '"'); n < 0 {
		return b
	}
	kind, rest := rest[:n], rest[n+1:]
	if string(kind) == "response_item" {
		b.sort = other // nearly all bytes are in these
		return b
	}
	event := string(kind) == "event_msg"
	known := types[string(kind)]
	if !event && known == other {
		b.sort = other
		return b
	}
	if rest, ok = bytes.CutPrefix(rest, payloadHead); !ok {
		return b
	}
	b.payload = len(line) - len(rest)
	if !event {
		b.sort = known
		return b
	}
	if rest, ok = bytes.CutPrefix(rest, eventHead); !ok {
		return b
	}
	if n = bytes.IndexByte(rest, '"'); n < 0 {
		return b
	}
	b.sort = events[string(rest[:n])]
	return b
}

// slowHead reads a whole line that has its members in another order. ok is false
// if it is no line of a session file.
func slowHead(line []byte) (b beginning, ok bool) {
	var kind, payload []byte
	whole := members(line, func(name, v []byte) bool {
		switch string(name) {
		case "timestamp":
			b.at = bytes.Trim(v, `"`)
		case "type":
			kind = v
		case "payload":
			payload, b.payload = v, cap(line)-cap(v) // v is a part of line
		}
		return true
	})
	if !whole || kind == nil || payload == nil {
		return b, false
	}
	if word(kind) != "event_msg" {
		b.sort = types[word(kind)]
		return b, true
	}
	b.sort = events[word(inside(payload, "type"))]
	return b, true
}

// parseTime reads a time as session files have it; the zero time if it is none.
func parseTime(at []byte) time.Time {
	t, err := time.Parse(time.RFC3339Nano, string(at))
	if err != nil {
		return time.Time{}
	}
	return t
}
