package rollout

import (
	"bufio"
	"bytes"
	"fmt"
	"time"

	"github.com/cxhook/cxhook/internal/lazy"
)

// lineLimit is how much of one line is kept, in bytes. Longer lines hold
// images and tool output, of which only the beginning is of interest.
const lineLimit = 4 << 20

// lineReader cuts a stream into lines and keeps at most lineLimit of each.
type lineReader struct {
	src *bufio.Reader
	buf []byte
}

// next gives the next line without its end, valid until the call after.
// whole is false if the line was longer than the limit. At the end of the
// stream it gives what there is, together with io.EOF.
func (l *lineReader) next() (line []byte, whole bool, err error) {
	l.buf = l.buf[:0]
	whole = true
	for {
		part, err := l.src.ReadSlice('\n')
		room := lineLimit - len(l.buf)
		if len(part) > room {
			part, whole = part[:room], false
		}
		l.buf = append(l.buf, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		return bytes.TrimSuffix(l.buf, []byte("\n")), whole, err
	}
}

// told reports whether the beginning of a line is all that is read of such a line.
// Most of a file are items and echoes of them: to decode them whole would make a
// session of 100 MB take seconds.
func (r record) told() bool {
	switch r.Type {
	case "response_item":
		return r.kind != "message" || r.role != ""
	case "event_msg":
		return echoes[r.kind]
	case "session_meta", "turn_context":
		return false
	}
	return true
}

// echoes are events of which only the name is of interest.
var echoes = map[string]bool{
	"agent_message": true, "agent_reasoning": true, "agent_reasoning_section_break": true,
	"exec_command_begin": true, "exec_command_end": true, "exec_command_output_delta": true,
	"mcp_tool_call_begin": true, "mcp_tool_call_end": true, "patch_apply_begin": true,
	"patch_apply_end": true, "web_search_begin": true, "web_search_end": true,
}

// head matches how every release begins a line with a response item.
var head = lazy.Regexp(`^\{"timestamp":"([^"]*)",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{"type":"(\w+)"(?:,"id":"[^"]*")?(?:,"role":"(\w+)")?`)

// beginning reads what a line that was cut short says of itself before its
// long part: enough to know a tool call from a message.
func beginning(line []byte) (rec record, ok bool) {
	m := head().FindSubmatch(line)
	if m == nil {
		return rec, false
	}
	rec.Timestamp, _ = time.Parse(time.RFC3339Nano, string(m[1]))
	rec.Type, rec.kind, rec.role = string(m[2]), string(m[3]), string(m[4])
	rec.Payload = fmt.Appendf(nil, `{"type":%q,"role":%q}`, m[3], m[4])
	return rec, true
}
