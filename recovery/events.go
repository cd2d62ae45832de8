package recovery

import (
	"bytes"
	"io"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/matcher"
)

// endings begin the events of codex exec --json that tell of a failure, as every release writes them.
var endings = [][]byte{[]byte(`{"type":"error",`), []byte(`{"type":"turn.failed",`)}

// heldLimit bounds what is held back of a stream of events, in bytes. The events of a refusal are below 1 KiB.
const heldLimit = 64 << 10

// events passes on what codex exec --json prints. The events of an error that a policy may answer are held back until
// codex goes on by itself or it is decided that nothing follows: a program takes turn.failed for the end of the run. Every
// other byte goes on at once, and all in order.
type events struct {
	to      io.Writer
	held    []byte // whole lines, and the beginning of one that may have to be held
	line    int    // where in held that line begins
	passing bool   // within a line that goes on as it comes
}

// Write passes b on, or holds it. Its errors are those of the reader behind.
func (e *events) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		part, after, whole := bytes.Cut(rest, []byte("\n"))
		if whole {
			part = rest[:len(part)+1]
		}
		rest = after
		if e.passing {
			e.passing = !whole
			if _, err := e.to.Write(part); err != nil {
				return 0, err
			}
			continue
		}
		e.held = append(e.held, part...)
		line := e.held[e.line:]
		switch {
		case len(e.held) <= heldLimit && (whole && answerable(line) || !whole && mayEnd(line)):
			if whole {
				e.line = len(e.held)
			}
		default:
			e.passing = !whole
			if err := e.release(); err != nil {
				return 0, err
			}
		}
	}
	return len(b), nil
}

// mayEnd reports whether line can be or become an event that tells of a failure.
func mayEnd(line []byte) bool {
	for _, ending := range endings {
		if n := min(len(line), len(ending)); bytes.Equal(line[:n], ending[:n]) {
			return true
		}
	}
	return false
}

// answerable reports whether line is an event of an error that has ended the turn and that a policy may answer.
func answerable(line []byte) bool {
	if !mayEnd(line) {
		return false
	}
	said := matcher.Classify(string(line))[0]
	switch kindOf(said.Class) {
	case config.Capacity, config.Limit, config.Transient:
		return !said.Retrying
	}
	return false
}

// release passes on what is held: nothing follows it.
func (e *events) release() error {
	held := e.held
	e.held, e.line = nil, 0
	if len(held) == 0 {
		return nil
	}
	_, err := e.to.Write(held)
	return err
}
