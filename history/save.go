package history

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// rowsAtOnce is how many turns one statement takes in. More of them make it no
// faster, and SQLite allows 32766 values.
const rowsAtOnce = 64

// A turn that was known already is replaced by a later reading of its own session.
// Between a session and its forks the telling one counts, so that the order in
// which files are read makes no difference: an earlier start, an outcome that
// says more, a longer duration.
const (
	turnColumns  = "id, session, started, duration, model, provider, effort, outcome, error, hidden"
	turnConflict = ` ON CONFLICT(id) DO UPDATE SET session=excluded.session, started=excluded.started, duration=excluded.duration,
		model=excluded.model, provider=excluded.provider, effort=excluded.effort, outcome=excluded.outcome, error=excluded.error, hidden=excluded.hidden
		WHERE excluded.session = turns.session OR excluded.started < turns.started
		OR excluded.started = turns.started AND (` + rank + ` > ` + rankBefore + ` OR ` + rank + ` = ` + rankBefore + ` AND excluded.duration > turns.duration)`
	rank       = `CASE excluded.outcome WHEN 'running' THEN 0 WHEN 'unanswered' THEN 1 ELSE 2 END`
	rankBefore = `CASE turns.outcome WHEN 'running' THEN 0 WHEN 'unanswered' THEN 1 ELSE 2 END`
)

const turnValues = "(?,?,?,?,?,?,?,?,?,?)"

// Stamp is by what a file is known to be unchanged.
type Stamp struct {
	Size     int64
	Modified int64 // Unix time in nanoseconds
}

// Stamps gives those of every file whose path begins with prefix, and of the files
// of which something was skipped what that was. There may be ten thousands of
// files: each costs a microsecond.
func (s *Store) Stamps(prefix string) (stamps map[string]Stamp, flawed map[string]File, err error) {
	stamps, flawed = map[string]Stamp{}, map[string]File{}
	err = s.each("SELECT path, size, modified FROM files WHERE path >= ? AND path < ?", func(rows *sql.Rows) error {
		var path string
		var stamp Stamp
		err := rows.Scan(&path, &stamp.Size, &stamp.Modified)
		stamps[path] = stamp
		return err
	}, prefix, prefix+"\U0010ffff")
	if err != nil {
		return nil, nil, fmt.Errorf("history: files: %w", err)
	}
	err = s.each("SELECT path, skipped, lines FROM files WHERE skipped <> '' OR lines > 0", func(rows *sql.Rows) error {
		var f File
		err := rows.Scan(&f.Path, &f.Skipped, &f.Lines)
		flawed[f.Path] = f
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("history: files: %w", err)
	}
	return stamps, flawed, nil
}

// File gives all that is known of a file; its Offset is -1 if nothing is.
func (s *Store) File(path string) (File, error) {
	f := File{Path: path}
	err := s.db.QueryRow("SELECT size, modified, position, state, skipped, lines FROM files WHERE path = ?", path).
		Scan(&f.Size, &f.Modified, &f.Offset, &f.State, &f.Skipped, &f.Lines)
	if errors.Is(err, sql.ErrNoRows) {
		return File{Path: path, Offset: -1}, nil
	}
	if err != nil {
		return File{}, fmt.Errorf("history: file %s: %w", path, err)
	}
	return f, nil
}

// Save takes imports in, all or none of them. Those that another process was
// faster with are left out; taken counts the turns of the others.
func (s *Store) Save(imports []Import) (taken int, err error) {
	err = s.transact(func(tx *sql.Tx) error {
		var turns []Turn
		step, err := tx.Prepare(advanceSQL)
		if err != nil {
			return err
		}
		defer step.Close()
		for _, i := range imports {
			fresh, err := advance(step, i)
			if err != nil {
				return err
			}
			if fresh {
				turns = append(turns, i.Turns...)
			}
		}
		taken = len(turns)
		return insert(tx, turns)
	})
	if err != nil {
		return 0, fmt.Errorf("history: save: %w", err)
	}
	return taken, nil
}

const advanceSQL = `INSERT INTO files(path, size, modified, position, state, skipped, lines) VALUES (?,?,?,?,?,?,?)
	ON CONFLICT(path) DO UPDATE SET size=excluded.size, modified=excluded.modified, position=excluded.position,
	state=excluded.state, skipped=excluded.skipped, lines=excluded.lines WHERE files.position = ?`

// advance moves a file's offset on, unless it is not where the import began.
func advance(step *sql.Stmt, i Import) (bool, error) {
	f := i.File
	result, err := step.Exec(f.Path, f.Size, f.Modified, f.Offset, f.State, f.Skipped, f.Lines, i.From)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// insert takes turns in, rowsAtOnce with one statement and the rest with another.
func insert(tx *sql.Tx, turns []Turn) error {
	for len(turns) > 0 {
		n := rowsAtOnce
		rows := len(turns) / n
		if rows == 0 {
			n, rows = len(turns), 1
		}
		if err := insertRows(tx, turns[:rows*n], n); err != nil {
			return err
		}
		turns = turns[rows*n:]
	}
	return nil
}

func insertRows(tx *sql.Tx, turns []Turn, n int) error {
	statement, err := tx.Prepare("INSERT INTO turns(" + turnColumns + ") VALUES " + strings.Repeat(turnValues+",", n-1) + turnValues + turnConflict)
	if err != nil {
		return err
	}
	defer statement.Close()
	values := make([]any, 0, n*10)
	for ; len(turns) > 0; turns = turns[n:] {
		values = values[:0]
		for _, t := range turns[:n] {
			values = append(values, t.ID, t.Session, t.Started.UnixMilli(), t.Duration.Milliseconds(), t.Model, t.Provider, t.Effort, string(t.Outcome), t.Error, t.Hidden)
		}
		if _, err := statement.Exec(values...); err != nil {
			return err
		}
	}
	return nil
}
