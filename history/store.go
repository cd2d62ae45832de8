package history

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	"github.com/cxhook/cxhook/internal/folders"
	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/lang"
	"modernc.org/sqlite" // the driver "sqlite" too
	sqlite3 "modernc.org/sqlite/lib"
)

// Store is the open database. Its methods may be called from any goroutine; they
// take turns. Other processes may use the same file.
type Store struct {
	db   *sql.DB
	path string
}

// migrations bring a database from the version of their index to the next.
var migrations = []string{`
CREATE TABLE files(
	path     TEXT PRIMARY KEY,
	size     INTEGER NOT NULL,
	modified INTEGER NOT NULL,
	position INTEGER NOT NULL,
	state    BLOB,
	skipped  TEXT NOT NULL,
	lines    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE turns(
	id        TEXT PRIMARY KEY,
	session   TEXT NOT NULL,
	started   INTEGER NOT NULL, -- Unix time in milliseconds
	duration  INTEGER NOT NULL, -- milliseconds
	model     TEXT NOT NULL,
	provider  TEXT NOT NULL,
	effort    TEXT NOT NULL,
	outcome   TEXT NOT NULL,
	error     TEXT NOT NULL,
	hidden    INTEGER NOT NULL,
	witnessed INTEGER NOT NULL DEFAULT 0 -- cxhook saw a refusal that the file does not tell
) WITHOUT ROWID;
CREATE INDEX turns_started ON turns(started);
CREATE TABLE events(
	id       INTEGER PRIMARY KEY, -- in the order of the journal
	at       INTEGER NOT NULL,    -- Unix time in milliseconds
	incident TEXT NOT NULL,
	record   TEXT NOT NULL -- JSON, as the journal has it
);
CREATE TABLE incidents(
	id      TEXT PRIMARY KEY,
	at      INTEGER NOT NULL,
	model   TEXT NOT NULL,
	session TEXT NOT NULL,
	turn    TEXT NOT NULL,
	alone   INTEGER NOT NULL DEFAULT 1 -- no turn of a session file is this one
) WITHOUT ROWID;
`, `
ALTER TABLE turns ADD COLUMN review TEXT NOT NULL DEFAULT ''; -- id of the turn whose settings this one, a review, ran with
`, `
ALTER TABLE turns ADD COLUMN class TEXT NOT NULL DEFAULT ''; -- of the error, as cxhook explain names it; '' without one, or unknown
UPDATE turns SET class = 'capacity' WHERE outcome = 'refused' OR witnessed;
ALTER TABLE incidents ADD COLUMN class TEXT NOT NULL DEFAULT 'capacity'; -- no other was noted before
UPDATE files SET size = -1 WHERE state IS NOT NULL; -- session files are read anew, for the classes
UPDATE files SET state = NULL;
`}

// Open opens the database at path, and makes it if there is none. It can wait
// some seconds for another process that is writing.
func Open(path string) (*Store, error) {
	if err := prepare(path); err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)"},
		"_txlock": {"immediate"},
	}.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	db.SetMaxOpenConns(1) // one writer; a second connection would only wait for it
	s := &Store{db: db, path: path}
	if err := s.migrate(); err != nil {
		db.Close()
		if useless(err) {
			return nil, lang.Errorf("error.history", path, err)
		}
		return nil, lang.Errorf("error.history_now", path, err)
	}
	return s, nil
}

// errLater says that the database has a form that this release does not know.
var errLater = lang.Errorf("error.later")

// useless reports whether err says that the database is of no use any more: damaged, or of a later release. A full disk
// or a file that cannot be read leaves it as good as it was.
func useless(err error) bool {
	var fault *sqlite.Error
	if errors.As(err, &fault) {
		code := fault.Code() & 0xff // without what extends it
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
	}
	return errors.Is(err, errLater)
}

// prepare makes the folder and the empty file, so that both and the files that
// SQLite puts beside them are the user's alone.
func prepare(path string) error {
	if path == "" {
		return folders.ErrNone
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := untrusted.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

func (s *Store) migrate() error {
	var version int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version == len(migrations) {
		return nil
	}
	return s.transact(func(tx *sql.Tx) error {
		if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil { // another process may have been faster
			return err
		}
		if version > len(migrations) {
			return errLater
		}
		for ; version < len(migrations); version++ {
			if _, err := tx.Exec(migrations[version]); err != nil {
				return err
			}
		}
		_, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))
		return err
	})
}

func (s *Store) transact(do func(*sql.Tx) error) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// each calls take for every row of a query.
func (s *Store) each(query string, take func(*sql.Rows) error, args ...any) error {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
