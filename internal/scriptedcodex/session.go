package scriptedcodex

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// session is one conversation. Its rollout file is written as the conversation goes, in the members that 0.144.6 and
// 0.171.0 write and that a reader of rollouts needs.
type session struct {
	id         string
	forkedFrom string
	rel        release
	originator string
	source     string
	model      string
	sandbox    string
	approval   string
	effort     string
	cwd        string
	path       string // "" until the first turn begins
	turns      []turn // those before this run too
}

// turn is one task of the conversation.
type turn struct {
	id      string // "" until it is recorded
	prompt  string
	model   string
	answer  string
	failure string
	compact bool
}

// openSession begins, resumes or forks the conversation that the arguments name.
func openSession(a arguments, rel release, originator, source string) (*session, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if a.dir != "" {
		cwd = a.dir
	}
	s := &session{id: newID(), rel: rel, originator: originator, source: source, cwd: cwd,
		model: configuredModel(), sandbox: "workspace-write", approval: "on-request", effort: "low"}
	if a.command == "resume" || a.command == "fork" || a.resumed {
		path := findRollout(a.thread)
		if path == "" {
			//lint:ignore ST1005 these are codex's words
			return nil, fmt.Errorf("No saved session found with ID %s", a.thread)
		}
		old, err := readRollout(path)
		if err != nil {
			return nil, err
		}
		s.turns = old.turns
		if a.command == "fork" {
			s.forkedFrom = old.id
		} else {
			s.id, s.path = old.id, path
			if a.command == "resume" && old.model != "" { // exec resume takes the configured model
				s.model = old.model
			}
		}
	}
	if a.model != "" {
		s.model = a.model
	}
	if a.sandbox != "" {
		s.sandbox = a.sandbox
	}
	if a.approval != "" {
		s.approval = a.approval
	}
	if a.effort != "" {
		s.effort = a.effort
	}
	return s, nil
}

func codexHome() string {
	if home := os.Getenv("CODEX_HOME"); home != "" {
		return home
	}
	return filepath.Join(os.Getenv("HOME"), ".codex")
}

func configuredModel() string {
	var config struct{ Model string }
	if data, err := os.ReadFile(filepath.Join(codexHome(), "config.toml")); err == nil {
		_ = toml.Unmarshal(data, &config) // a broken file is a real codex's matter
	}
	if config.Model == "" {
		return defaultModel
	}
	return config.Model
}

// newID makes a UUID of version 7, as Codex does: its first 48 bits are the time in milliseconds.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	ms := uint64(time.Now().UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (8 * (5 - i)))
	}
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
