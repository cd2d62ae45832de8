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
	"golang.org/x/sys/unix"
)

// ErrChanged says that somebody else wrote the file between reading and writing.
var ErrChanged = errors.New("the file was changed by somebody else meanwhile; nothing was written")

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
		e.uid, e.gid = owner(info)
		if !info.Mode().IsRegular() {
			return Edit{}, fmt.Errorf("%s is not a regular file", file)
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

// Write replaces the file in one step and keeps its owner and mode. It fails with
// ErrChanged, and writes nothing, if the file is no longer what was read.
func (e Edit) Write() error {
	if e.exists {
		if err := unix.Access(e.Target, unix.W_OK); err != nil {
			return fmt.Errorf("%s may not be written: %w", e.Target, err)
		}
	} else if err := os.MkdirAll(filepath.Dir(e.Target), 0o755); err != nil {
		return err
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

// owner is whom a file belongs to.
func owner(info fs.FileInfo) (uid, gid int) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return os.Getuid(), os.Getgid()
	}
	return int(s.Uid), int(s.Gid)
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
