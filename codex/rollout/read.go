package rollout

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/cxhook/cxhook/internal/untrusted"
	"io"
	"time"
)

// Read reads a session file as far as it is written. It fails only if the
// file cannot be opened or read, or holds no session.
func Read(path string) (Session, error) {
	f, err := untrusted.Open(path)
	if err != nil {
		return Session{}, fmt.Errorf("session file: %w", err)
	}
	defer f.Close()
	r := reader{session: Session{Path: path}}
	if err := r.run(f); err != nil {
		return Session{}, fmt.Errorf("session file %s: %w", path, err)
	}
	if r.session.ID == "" {
		return Session{}, fmt.Errorf("session file %s: %w", path, errNoSession)
	}
	return r.session, nil
}

var errNoSession = errors.New("no session_meta line: not a Codex session")

type reader struct {
	session Session
}

func (r *reader) run(src io.Reader) error {
	lines := lineReader{src: bufio.NewReaderSize(src, 64<<10)}
	for {
		line, whole, err := lines.next()
		if len(line) > 0 {
			r.line(line, whole)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// line takes one line in, if it can be read.
func (r *reader) line(line []byte, whole bool) {
	rec, ok := beginning(line)
	if ok && rec.told() {
		whole = false // the rest, which is most of a file, tells nothing more
	}
	if whole {
		ok = json.Unmarshal(line, &rec) == nil
	}
	if !ok {
		return
	}
	switch rec.Type {
	case "session_meta":
		r.meta(rec.Payload)
	case "turn_context":
		r.context(rec)
	case "compacted":
		if t := r.current(); t != nil && t.Ended.IsZero() {
			t.Compacted = true
		}
	case "response_item":
		r.item(rec)
	case "event_msg":
		r.event(rec)
	}
}

// turn gives the turn with this id, begun now if there is none. Without an
// id (files of old releases) it is the running one.
func (r *reader) turn(id string, at time.Time) *Turn {
	turns := r.session.Turns
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].ID == id && (id != "" || turns[i].Ended.IsZero()) {
			return &turns[i]
		}
	}
	r.session.Turns = append(turns, Turn{ID: id, Settings: r.session.Now, Started: at})
	return &r.session.Turns[len(turns)]
}

// current is the turn that lines without a turn id belong to.
func (r *reader) current() *Turn {
	if n := len(r.session.Turns); n > 0 {
		return &r.session.Turns[n-1]
	}
	return nil
}
