package importer

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"

	"github.com/cxhook/cxhook/history"
)

// Search looks for Codex's session files while the database is opened, which waits
// for the disk.
type Search struct {
	roots   []string
	files   []found
	skipped map[string]int
	err     error
	done    chan struct{}
}

// folders hold session files: codex archive moves them from the first to the second (0.171.0).
var folders = []string{"sessions", "archived_sessions"}

// Look begins to look for the session files of a CODEX_HOME.
func Look(home string) *Search {
	s := &Search{skipped: map[string]int{}, done: make(chan struct{})}
	for _, folder := range folders {
		root, err := filepath.Abs(filepath.Join(home, folder))
		if err != nil {
			s.err = fmt.Errorf("sessions of codex: %w", err)
			close(s.done)
			return s
		}
		if resolved, err := filepath.EvalSymlinks(root); err == nil {
			root = resolved
		}
		s.roots = append(s.roots, root)
	}
	go func() {
		defer close(s.done)
		for _, root := range s.roots {
			files, err := walk(root, s.skipped)
			s.files, s.err = append(s.files, files...), errors.Join(s.err, err)
		}
	}()
	return s
}

// found waits for the end, and adds to skipped what cannot be a session, by reason.
func (s *Search) found(skipped map[string]int) ([]found, error) {
	<-s.done
	maps.Copy(skipped, s.skipped)
	return s.files, s.err
}

// stamps gives those of the files that are known already, and what is known to be wrong with files.
func (s *Search) stamps(store *history.Store) (stamps map[string]history.Stamp, flawed map[string]history.File, err error) {
	stamps = map[string]history.Stamp{}
	for _, root := range s.roots {
		var some map[string]history.Stamp
		if some, flawed, err = store.Stamps(root + string(filepath.Separator)); err != nil {
			return nil, nil, err
		}
		maps.Copy(stamps, some)
	}
	return stamps, flawed, nil
}
