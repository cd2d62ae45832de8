package rollout

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/internal/environ"
	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/lang"
)

// File is a session file of which only the first line was read.
type File struct {
	Path     string
	ID       string
	Started  time.Time // of the session
	Cwd      string
	SubAgent bool
	Exec     bool // it was begun by codex exec
	// ForkedFrom is the id of the conversation that it is a copy of, if it is one.
	ForkedFrom string
}

// ErrNotFound says that no session file has the id asked for.
var ErrNotFound = lang.Errorf("error.no_session")

// Home is the directory that Codex, started with this environment, keeps its
// sessions and configuration in: without HOME below the home directory that the
// system knows, as Codex does. It is "" if there is none.
func Home(env []string) string {
	if home := environ.Value(env, "CODEX_HOME"); home != "" {
		return home
	}
	if home := environ.Value(env, "HOME"); home != "" {
		return filepath.Join(home, ".codex")
	}
	if u, err := user.Current(); err == nil && filepath.IsAbs(u.HomeDir) {
		return filepath.Join(u.HomeDir, ".codex")
	}
	return ""
}

// Sessions lists the sessions of a directory that were begun or went on at
// or after since, the youngest session first. An empty cwd means every
// directory. Files without a readable first line are left out, and so are
// those that Codex has compressed (.jsonl.zst, old sessions).
func Sessions(home, cwd string, since time.Time) ([]File, error) {
	since = since.Truncate(time.Second) // some file systems keep whole seconds
	var files []File
	err := walk(home, func(path string, info fs.FileInfo) {
		if info.ModTime().Before(since) {
			return
		}
		f, err := first(path)
		if err != nil || cwd != "" && !SameDir(f.Cwd, cwd) {
			return
		}
		files = append(files, f)
	})
	slices.SortStableFunc(files, func(a, b File) int { return b.Started.Compare(a.Started) })
	return files, err
}

// Latest gives the file of the session that codex resume --last goes on with: of those begun in cwd, or anywhere if that
// is empty, the one written to last. Those of codex exec count only if asked for (seen on 0.144.6 and 0.171.0). The error
// wraps ErrNotFound if there is none.
func Latest(home, cwd string, exec bool) (path string, err error) {
	var newest time.Time
	err = walk(home, func(p string, info fs.FileInfo) {
		if path != "" && !info.ModTime().After(newest) {
			return
		}
		f, err := first(p)
		if err == nil && !f.SubAgent && (exec || !f.Exec) && (cwd == "" || SameDir(f.Cwd, cwd)) {
			path, newest = p, info.ModTime()
		}
	})
	if err == nil && path == "" {
		err = fmt.Errorf("the last session under %s: %w", home, ErrNotFound)
	}
	return path, err
}

// Find gives the file of a session, by its id. The error wraps ErrNotFound
// if there is none.
func Find(home, id string) (string, error) {
	found := ""
	err := walk(home, func(path string, _ fs.FileInfo) {
		if strings.HasSuffix(path, "-"+id+".jsonl") {
			found = path
		}
	})
	if err != nil {
		return "", err
	}
	if found == "" || id == "" {
		return "", lang.Errorf("error.session", id, home, ErrNotFound)
	}
	return found, nil
}

// walk visits the session files that resume goes on with, the youngest day last.
func walk(home string, visit func(path string, info fs.FileInfo)) error {
	_, err := Walk(home, Folders[0], func(path string, info fs.FileInfo) {
		if strings.HasSuffix(path, ".jsonl") && info.Mode()&fs.ModeNamedPipe == 0 {
			visit(path, info)
		}
	})
	return err
}

// Folders are those of a CODEX_HOME with session files. codex archive moves them from the first to the second (0.171.0).
var Folders = []string{"sessions", "archived_sessions"}

// Walk visits what is named like a session file, folder/YYYY/MM/DD/rollout-*, the youngest day last: whatever it is, and
// those that Codex has compressed (.jsonl.zst) too. A folder that is not there is empty; unreadable counts the folders
// below it that cannot be read.
func Walk(home, folder string, visit func(path string, info fs.FileInfo)) (unreadable int, err error) {
	root := filepath.Join(home, folder)
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case path == root && errors.Is(err, fs.ErrNotExist):
			return nil
		case path == root && err != nil:
			return fmt.Errorf("sessions of codex: %w", err)
		case err != nil:
			unreadable++ // one unreadable day hides no other
			return nil
		case d.IsDir() || !strings.HasPrefix(d.Name(), "rollout-"):
			return nil
		}
		if info, err := d.Info(); err == nil { // else it has just been removed
			visit(path, info)
		}
		return nil
	})
	return unreadable, err
}

// first reads the first line of a session file.
func first(path string) (File, error) {
	f, err := untrusted.Open(path)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	lines := newLines(f)
	defer lines.close()
	line, _, err := lines.next((&reader{}).needs)
	if len(line) == 0 || err != nil && err != io.EOF {
		return File{}, err
	}
	if name(line) != "session_meta" {
		return File{}, ErrNoSession
	}
	m, err := payload[meta](line)
	if err != nil {
		return File{}, err
	}
	return File{Path: path, ID: m.id(), Started: m.Timestamp, Cwd: m.Cwd, SubAgent: m.subAgent(), Exec: m.exec(), ForkedFrom: m.ForkedFrom}, nil
}

// SameDir reports whether two names are of one directory. The last word has the file
// system, where two spellings of a name can be the same one.
func SameDir(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}
