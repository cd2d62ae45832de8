package layers

import (
	"os"
	"path/filepath"
	"strings"
)

// Standing says what a file counts for in a Stack.
type Standing struct {
	Read    bool   // Codex reads it in this run at all
	Ignored Reason // why it is passed over, "" if it counts
	Winner  *Setting
}

// Standing tells whether a value that a file gives to a key would be in force:
// Winner is the value of a higher layer that beats it, nil if there is none.
func (s Stack) Standing(file string, path ...string) Standing {
	at := -1
	for i, l := range s.Layers {
		if l.File != "" && sameFile(l.File, file) {
			at = i
		}
	}
	if at < 0 {
		return Standing{}
	}
	standing := Standing{Read: true, Ignored: s.Layers[at].Ignored}
	if set, ok := (Stack{Layers: s.Layers[:at]}).Effective(path...); ok {
		standing.Winner = &set
	}
	return standing
}

// UserFile is the file of the user's own settings.
func (s Stack) UserFile() string { return filepath.Join(s.Home, "config.toml") }

// ProjectFile is the project's file that counts most here, or the one to make
// at the project's root if there is none.
func (s Stack) ProjectFile() string {
	for _, l := range s.Layers {
		if l.Kind == Project && l.Exists {
			return l.File
		}
	}
	return filepath.Join(s.Root, ".codex", "config.toml")
}

// Holds reports whether a file lies below the project's root, whatever links lead to it
// or its folder. The file, and folders above it, need not exist.
func (s Stack) Holds(file string) bool {
	root, err := filepath.EvalSymlinks(s.Root)
	if err != nil {
		return false
	}
	dir := filepath.Dir(file)
	for dir != filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	real, err := filepath.EvalSymlinks(dir)
	return err == nil && strings.HasPrefix(real+"/", strings.TrimSuffix(root, "/")+"/")
}
