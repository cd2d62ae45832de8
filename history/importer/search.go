package importer

import (
	"fmt"
	"maps"
	"path/filepath"
)

// Search looks for Codex's session files while the database is opened, which waits
// for the disk.
type Search struct {
	root    string
	files   []found
	skipped map[string]int
	err     error
	done    chan struct{}
}

// Look begins to look for the session files of a CODEX_HOME.
func Look(home string) *Search {
	s := &Search{root: filepath.Join(home, "sessions"), skipped: map[string]int{}, done: make(chan struct{})}
	root, err := filepath.Abs(s.root)
	if err != nil {
		s.err = fmt.Errorf("sessions of codex: %w", err)
		close(s.done)
		return s
	}
	s.root = root
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		s.root = resolved
	}
	go func() {
		defer close(s.done)
		s.files, s.err = walk(s.root, s.skipped)
	}()
	return s
}

// found waits for the end, and adds to skipped what cannot be a session, by reason.
func (s *Search) found(skipped map[string]int) ([]found, error) {
	<-s.done
	maps.Copy(skipped, s.skipped)
	return s.files, s.err
}
