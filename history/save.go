package history

import (
	"database/sql"
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

// Files gives what is known of every file whose path begins with prefix, without
// the state.
func (s *Store) Files(prefix string) (map[string]File, error) {
	rows, err := s.db.Query("SELECT path, size, modified, position, skipped, lines FROM files WHERE path >= ? AND path < ?", prefix, prefix+"\U0010ffff")
	if err != nil {
		return nil, fmt.Errorf("history: files: %w", err)
	}
	defer rows.Close()
	files := map[string]File{}
	for rows.Next() {
		var f File
		if err := rows.Scan(&f.Path, &f.Size, &f.Modified, &f.Offset, &f.Skipped, &f.Lines); err != nil {
			return nil, fmt.Errorf("history: files: %w", err)
		}
		files[f.Path] = f
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("history: files: %w", err)
	}
	return files, nil
}

// State gives what the reader of a file has kept, and the offset that it belongs to.
func (s *Store) State(path string) (state []byte, offset int64, err error) {
	if state, offset, err = s.state(path); err != nil {
		return nil, 0, fmt.Errorf("history: state of %s: %w", path, err)
	}
	return state, offset, nil
}

func (s *Store) state(path string) (state []byte, offset int64, err error) {
	err = s.db.QueryRow("SELECT state, position FROM files WHERE path = ?", path).Scan(&state, &offset)
	return state, offset, err
}

// Save takes imports in, all or none of them. Those that another process was
// faster with are left out; taken counts the turns of the others.
func (s *Store) Save(imports []Import) (taken int, err error) {
	err = s.transact(func(tx *sql.Tx) error {
		var turns []Turn
		for _, i := range imports {
			fresh, err := advance(tx, i)
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

// advance moves a file's offset on, unless it is not where the import began.
func advance(tx *sql.Tx, i Import) (bool, error) {
	f := i.File
	result, err := tx.Exec(`INSERT INTO files(path, size, modified, position, state, skipped, lines) VALUES (?,?,?,?,?,?,?)
		ON CONFLICT(path) DO UPDATE SET size=excluded.size, modified=excluded.modified, position=excluded.position,
		state=excluded.state, skipped=excluded.skipped, lines=excluded.lines WHERE files.position = ?`,
		f.Path, f.Size, f.Modified, f.Offset, f.State, f.Skipped, f.Lines, i.From)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

func insert(tx *sql.Tx, turns []Turn) error {
	for len(turns) > 0 {
		n := min(len(turns), rowsAtOnce)
		values := make([]any, 0, n*10)
		for _, t := range turns[:n] {
			values = append(values, t.ID, t.Session, t.Started.UnixMilli(), t.Duration.Milliseconds(), t.Model, t.Provider, t.Effort, string(t.Outcome), t.Error, t.Hidden)
		}
		statement := "INSERT INTO turns(" + turnColumns + ") VALUES " + strings.Repeat(turnValues+",", n-1) + turnValues + turnConflict
		if _, err := tx.Exec(statement, values...); err != nil {
			return err
		}
		turns = turns[n:]
	}
	return nil
}
