package recovery

import (
	"bytes"
	"strings"
	"testing"
)

const (
	started  = `{"type":"turn.started"}` + "\n"
	failing  = `{"type":"error","message":"` + capacity + `"}` + "\n"
	hasEnded = `{"type":"turn.failed","error":{"message":"` + capacity + `"}}` + "\n"
)

func TestARefusalsEventsAreHeldBackUntilItIsDecided(t *testing.T) {
	for _, c := range []struct{ name, stream, held string }{
		{"a refusal", started + failing + hasEnded, failing + hasEnded},
		{"one that codex itself goes on after", failing + started, ""},
		{"one whose turn ends in another error", failing + `{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized"}}` + "\n", ""},
		{"a stream that was cut", `{"type":"turn.failed","error":{"message":"stream disconnected before completion: x"}}` + "\n",
			`{"type":"turn.failed","error":{"message":"stream disconnected before completion: x"}}` + "\n"},
		{"a retry of codex's", `{"type":"error","message":"Reconnecting... 1/4 (` + capacity + `)"}` + "\n", ""},
		{"a retry of codex's after a cut", `{"type":"error","message":"Reconnecting... 1/5 (stream disconnected before completion: x)"}` + "\n", ""},
		{"another error", `{"type":"error","message":"unexpected status 401 Unauthorized"}` + "\n", ""},
		{"an answer that tells of one", `{"type":"item.completed","item":{"type":"agent_message","text":"` + capacity + `"}}` + "\n", ""},
		{"a line that does not end", started + `{"type":"item`, ""},
		{"the beginning of an error", started + `{"type":"err`, `{"type":"err`},
		{"an endless error", `{"type":"error","message":"` + strings.Repeat("x", heldLimit), ""},
	} {
		for _, size := range []int{1, 7, len(c.stream)} {
			var out bytes.Buffer
			e := events{to: &out}
			for i := 0; i < len(c.stream); i += size {
				if _, err := e.Write([]byte(c.stream[i:min(i+size, len(c.stream))])); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := out.String(), strings.TrimSuffix(c.stream, c.held); got != want || string(e.held) != c.held {
				t.Errorf("%s, %d bytes at a time: passed on %q, held %q", c.name, size, got, e.held)
			}
			if err := e.release(); err != nil || out.String() != c.stream {
				t.Errorf("%s: released to %q, %v", c.name, out.String(), err)
			}
		}
	}
}
