package rollout

import "time"

// File is a session file that Sessions found; only its first line was read.
type File struct {
	Path       string
	ID         string
	Started    time.Time
	Cwd        string
	Originator string
	Source     string
	SubAgent   bool
}

// Home is the Codex home that a process with this environment uses.
func Home(env []string) string { return "" }

// Sessions lists the sessions begun in cwd at or after since, newest first.
func Sessions(home, cwd string, since time.Time) ([]File, error) { return nil, nil }

// Read reads a session file.
func Read(path string) (Session, error) { return Session{Path: path}, nil }
