package history

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/internal/untrusted"
)

// ReadJournal takes in what was added to the journal since the last time, and
// gives the number of records. A missing journal is an empty one.
func (s *Store) ReadJournal(path string) (added int, err error) {
	before, err := s.File(path)
	if err != nil {
		return 0, err
	}
	from := before.Offset
	text, err := tail(path, max(from, 0))
	if err != nil {
		return 0, fmt.Errorf("history: journal: %w", err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole == 0 {
		return 0, nil
	}
	err = s.transact(func(tx *sql.Tx) error {
		step, err := tx.Prepare(advanceSQL)
		if err != nil {
			return err
		}
		defer step.Close()
		fresh, err := advance(step, Import{File: File{Path: path, Offset: max(from, 0) + int64(whole)}, From: from})
		if err != nil || !fresh {
			return err
		}
		for line := range bytes.Lines(text[:whole]) {
			var r journal.Record
			if json.Unmarshal(line, &r) != nil || r.Incident == "" {
				continue // cut short, or of a later release
			}
			if err := addEvent(tx, r, line); err != nil {
				return err
			}
			added++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("history: journal: %w", err)
	}
	return added, nil
}

// journalPiece bounds what is taken in at a time, in bytes: tens of thousands of records.
const journalPiece = 16 << 20

func tail(path string, from int64) ([]byte, error) {
	f, err := untrusted.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, journalPiece))
}

func addEvent(tx *sql.Tx, r journal.Record, line []byte) error {
	if _, err := tx.Exec("INSERT INTO events(at, incident, record) VALUES (?,?,?)", r.At.UnixMilli(), r.Incident, string(bytes.TrimSpace(line))); err != nil {
		return err
	}
	if r.Kind != journal.KindIncident {
		return nil
	}
	if !untrusted.Name(r.Model) { // as one is that was read off a screen
		r.Model = ""
	}
	if !untrusted.Name(r.Class) {
		r.Class = ""
	}
	_, err := tx.Exec("INSERT INTO incidents(id, at, model, session, turn, class) VALUES (?,?,?,?,?,?) ON CONFLICT DO NOTHING", r.Incident, r.At.UnixMilli(), r.Model, r.Session, r.Turn, r.Ended())
	return err
}

// Events gives what the journal has said, newest incident first, each with what
// followed it.
func (s *Store) Events() (records []journal.Record, err error) {
	err = s.each(`SELECT e.record FROM events e JOIN (SELECT incident, max(at) AS latest FROM events GROUP BY incident) i
		USING (incident) ORDER BY i.latest DESC, e.incident, e.id`, func(rows *sql.Rows) error {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return err
		}
		var r journal.Record
		err := json.Unmarshal(text, &r)
		records = append(records, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("history: events: %w", err)
	}
	return records, nil
}
