package codex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/lang"
)

// Binary is the Codex program that a run starts: npm's node launcher, a
// native binary or the user's own wrapper script alike.
type Binary struct {
	// Path is absolute. Symbolic links are not resolved: a version manager
	// may choose the release by the name it is called with.
	Path string
	// Size in bytes and ModTime of the file behind Path. Together with Path
	// they tell one installed release from the next, for caches.
	Size    int64
	ModTime time.Time
}

// FindOptions says where to look. The zero value searches this process's
// own PATH for "codex".
type FindOptions struct {
	// Codex is the user's own choice (--codex). With a slash in it, it is a
	// file; without, a name to look for on PATH. Empty means "codex".
	Codex string
	// Path is the value of PATH. Empty means the one of this process.
	Path string
	// Self is our own executable, which is never taken for Codex, neither
	// by a symbolic or hard link nor as a copy. Empty asks the system.
	Self string
	// Skip lists files that are not taken either: the ones an outer cxhook
	// already started, so that a wrapper script named codex which calls
	// cxhook cannot make the two start each other for ever.
	Skip []string
}

// FindError says why no Codex can be started. ExitCode is 127 when there is
// none and 126 when there is one that cannot be executed, as in a shell.
type FindError struct {
	Name     string       // what was looked for
	ExitCode int          // 126 or 127
	Detail   lang.Message // why, for a user
}

// Exit codes of FindError, the ones a POSIX shell uses.
const (
	notExecutable = 126
	notFound      = 127
)

func (e *FindError) Error() string { return fmt.Sprintf("%s: %s", e.Name, e.Detail) }

// Unwrap gives the detail as an error of its own.
func (e *FindError) Unwrap() error { return &lang.Error{Message: e.Detail} }

// Find returns the Codex to start. Every error is a *FindError. It may be
// called from any goroutine.
//
// Relative PATH entries (the empty one too) are not searched: what a
// directory holds must not decide which program gets the conversation.
func Find(o FindOptions) (Binary, error) {
	name := o.Codex
	if name == "" {
		name = "codex"
	}
	self := newSelf(o)
	if strings.ContainsRune(name, filepath.Separator) {
		return named(name, self)
	}
	path := o.Path
	if path == "" {
		path = os.Getenv("PATH")
	}
	return search(name, path, self)
}

func named(name string, self self) (Binary, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return Binary{}, &FindError{name, notFound, lang.Say("error.no_directory", err)}
	}
	bin, err := executable(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Binary{}, &FindError{name, notFound, lang.Say("error.no_such_codex")}
	case err != nil:
		return Binary{}, &FindError{name, notExecutable, lang.Told(err)}
	case self.is(path):
		return Binary{}, &FindError{name, notFound, lang.Say("error.not_itself")}
	}
	return bin, nil
}

func search(name, path string, self self) (Binary, error) {
	var blocked, relative, own *FindError
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		bin, err := executable(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case !filepath.IsAbs(dir):
			relative = &FindError{name, notFound, lang.Say("error.relative", dir)}
		case err != nil:
			if blocked == nil {
				blocked = &FindError{name, notExecutable, lang.Told(err)}
			}
		case self.is(file):
			own = &FindError{name, notFound, lang.Say("error.only_itself", file)}
		default:
			return bin, nil
		}
	}
	for _, e := range []*FindError{blocked, own, relative} {
		if e != nil {
			return Binary{}, e
		}
	}
	return Binary{}, &FindError{name, notFound, lang.Say("error.no_codex")}
}

// executable returns the file at path if this process may execute it.
func executable(path string) (Binary, error) {
	info, err := os.Stat(path)
	if errors.Is(err, unix.ENOTDIR) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return Binary{}, err
	}
	if info.IsDir() {
		return Binary{}, lang.Errorf("error.directory", path)
	}
	if err := unix.Access(path, unix.X_OK); err != nil {
		return Binary{}, lang.Errorf("error.not_executable", path, err)
	}
	return Binary{Path: path, Size: info.Size(), ModTime: info.ModTime()}, nil
}
