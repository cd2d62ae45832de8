package layers

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/lang"
	"golang.org/x/sys/unix"
)

// ErrChanged says that somebody else wrote the file between reading and writing.
var ErrChanged = lang.Errorf("error.changed")

// newFileMode is the mode of a file that did not exist: the user's alone, as
// Codex makes it.
const newFileMode = 0o600

// Edit is a change of one file, made but not written.
type Edit struct {
	File   string // as it was named
	Target string // the file behind symbolic links, which is the one written
	Before []byte
	After  []byte
	exists bool
	links  uint64 // the names that the file has
	mode   fs.FileMode
	uid    int
	gid    int
}

// NewEdit reads a file and lets change make the new text. A file that is
// missing counts as empty. Errors name the file.
func NewEdit(file string, change func([]byte) ([]byte, error)) (Edit, error) {
	e := Edit{File: file, mode: newFileMode}
	var err error
	if e.Target, err = target(file); err != nil {
		return Edit{}, err
	}
	info, err := os.Stat(e.Target)
	if err == nil {
		e.exists, e.mode = true, info.Mode().Perm()
		e.uid, e.gid, e.links = owner(info)
		if !info.Mode().IsRegular() {
			return Edit{}, lang.Errorf("error.not_regular", file)
		}
		e.Before, err = untrusted.ReadFile(e.Target, untrusted.TOMLSize)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Edit{}, err
	}
	if e.After, err = change(e.Before); err != nil {
		var syntax *SyntaxError
		if errors.As(err, &syntax) {
			syntax.Place.File = file
			return Edit{}, err
		}
		var limit *fs.PathError
		if errors.As(err, &limit) {
			limit.Path = file
			return Edit{}, err
		}
		return Edit{}, fmt.Errorf("%s: %w", file, err)
	}
	return e, nil
}

// target follows symbolic links, the last of which may lead to a file that is
// not there yet.
func target(file string) (string, error) {
	const most = 40 // links in a chain that the kernel follows
	for range most {
		link, err := os.Readlink(file)
		if err != nil {
			return filepath.Abs(file)
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(file), link)
		}
		file = link
	}
	return "", fmt.Errorf("%s: too many symbolic links", file)
}

// Changed tells whether there is anything to write.
func (e Edit) Changed() bool { return !bytes.Equal(e.Before, e.After) }

// Removes reports whether Write takes the file away: going back left nothing in it, so
// that cxhook had made it. One with other names, or behind a link, stays and is empty.
func (e Edit) Removes() bool {
	return e.exists && len(e.Before) > 0 && len(e.After) == 0 && e.links == 1 && sameName(e.File, e.Target)
}

func sameName(a, b string) bool {
	a, err := filepath.Abs(a)
	return err == nil && a == b
}

// Write replaces the file in one step and keeps its owner and mode; a file with more
// names than one (hard links) is written in place instead, or they would part. It fails with
// ErrChanged, and writes nothing, if the file is no longer what was read.
func (e Edit) Write() error {
	if e.exists {
		if err := unix.Access(e.Target, unix.W_OK); err != nil {
			return lang.Errorf("error.not_written", e.Target, err)
		}
	} else if err := os.MkdirAll(filepath.Dir(e.Target), 0o755); err != nil {
		return err
	}
	if e.links > 1 || e.Removes() {
		if err := e.unchanged(); err != nil {
			return fmt.Errorf("%s: %w", e.File, err)
		}
		if e.Removes() {
			return os.Remove(e.Target)
		}
		return e.overwrite()
	}
	temp, err := os.CreateTemp(filepath.Dir(e.Target), ".cxhook-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // fails once the file has its name
	if err := e.fill(temp); err != nil {
		return fmt.Errorf("%s: %w", e.Target, err)
	}
	if err := e.unchanged(); err != nil {
		return fmt.Errorf("%s: %w", e.File, err)
	}
	return os.Rename(temp.Name(), e.Target)
}

func (e Edit) fill(temp *os.File) error {
	_, err := temp.Write(e.After)
	if e.exists {
		err = errors.Join(err, temp.Chown(e.uid, e.gid))
	}
	return errors.Join(err, temp.Chmod(e.mode), temp.Sync(), temp.Close())
}

// overwrite puts the new text into the file itself.
func (e Edit) overwrite() error {
	file, err := untrusted.OpenFile(e.Target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(e.After, 0)
	return errors.Join(err, file.Truncate(int64(len(e.After))), file.Sync(), file.Close())
}

// owner is whom a file belongs to, and how many names it has.
func owner(info fs.FileInfo) (uid, gid int, links uint64) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return os.Getuid(), os.Getgid(), 1
	}
	return int(s.Uid), int(s.Gid), uint64(s.Nlink) // of another width elsewhere
}

func (e Edit) unchanged() error {
	now, err := untrusted.ReadFile(e.Target, untrusted.TOMLSize)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !e.exists:
		return nil
	case err != nil:
		return err
	case !e.exists || !bytes.Equal(now, e.Before):
		return ErrChanged
	}
	return nil
}
