package importer

import (
	"encoding/json"
	"time"

	"github.com/cxhook/cxhook/history"
)

// openLimit bounds the turns of one session that are waited for. Codex runs one
// at a time; a second one opens when a prompt is queued.
const openLimit = 8

// state is what the reader knows at the end of a line. It is kept with the file's
// offset, so that a reader can go on there.
type state struct {
	Foreign  bool // no session
	Session  string
	Provider string
	Hidden   bool
	Model    string
	Effort   string
	Count    int // turns without an id so far
	Open     []openTurn
	Asked    bool   // the newest turn without an id has had its prompt
	Ended    string // id of the turn that ended last
	Mark     uint64 // of the bytes around the file's beginning and the offset
}

// openTurn is a turn without its end. Began is its first line's time, which in a
// fork's file is later than its start.
type openTurn struct {
	history.Turn
	Began time.Time
}

func (s *state) save() []byte {
	text, err := json.Marshal(s)
	if err != nil {
		return nil // a year beyond 9999; the file is then read from its beginning
	}
	return text
}

// current is the newest open turn, nil without one.
func (s *state) current() *openTurn {
	if n := len(s.Open); n > 0 {
		return &s.Open[n-1]
	}
	return nil
}

// find gives the open turn with this id; without an id the newest one.
func (s *state) find(id string) *openTurn {
	if id == "" {
		return s.current()
	}
	for i := range s.Open {
		if s.Open[i].ID == id {
			return &s.Open[i]
		}
	}
	return nil
}

// begin opens a turn. What has been open for longest is given up when there are
// too many.
func (s *state) begin(id string, at time.Time) (t *openTurn, dropped []openTurn) {
	if n := len(s.Open) - openLimit + 1; n > 0 {
		dropped = append(dropped, s.Open[:n]...)
		s.Open = append(s.Open[:0], s.Open[n:]...)
	}
	s.Open = append(s.Open, openTurn{Began: at, Turn: history.Turn{
		ID: id, Session: s.Session, Started: startOf(id, at), Model: s.Model, Provider: s.Provider, Effort: s.Effort,
		Outcome: history.Running, Hidden: s.Hidden,
	}})
	return s.current(), dropped
}

// end takes a turn out of the open ones.
func (s *state) end(t *openTurn) history.Turn {
	ended := t.Turn
	s.Ended = ended.ID
	for i := range s.Open {
		if s.Open[i].ID == ended.ID {
			s.Open = append(s.Open[:i], s.Open[i+1:]...)
			break
		}
	}
	return ended
}
