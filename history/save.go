package history

import (
	"database/sql"
	"errors"
	"fmt"
)

// Stamp is by what a file is known to be unchanged.
type Stamp struct {
	Size     int64
	Modified int64 // Unix time in nanoseconds
}

// Stamps gives those of every file, and of the files of which something was skipped
// what that was. There may be ten thousands of files: each costs a microsecond.
func (s *Store) Stamps() (stamps map[string]Stamp, flawed map[string]File, err error) {
	stamps, flawed = map[string]Stamp{}, map[string]File{}
	err = s.each("SELECT path, size, modified FROM files", func(rows *sql.Rows) error {
		var path string
		var stamp Stamp
		err := rows.Scan(&path, &stamp.Size, &stamp.Modified)
		stamps[path] = stamp
		return err
	})
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
		step, err := tx.Prepare(advanceSQL)
		if err != nil {
			return err
		}
		defer step.Close()
		turns, err := tx.Prepare(insertSQL)
		if err != nil {
			return err
		}
		defer turns.Close()
		for _, i := range imports {
			fresh, err := advance(step, i)
			if err != nil {
				return err
			}
			if !fresh {
				continue
			}
			for _, t := range i.Turns {
				if err := insert(turns, t); err != nil {
					return err
				}
			}
			taken += len(i.Turns)
		}
		return nil
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
