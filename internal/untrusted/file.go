package untrusted

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// LimitError says which limit a file exceeds.
type LimitError string

func (e LimitError) Error() string { return string(e) }

// ErrNotRegular says that a name leads to a pipe, a socket or a device.
var ErrNotRegular = errors.New("not a regular file")

// readTime bounds the reading of what says that it is a regular file and makes its reader wait, as some files of /proc
// do. A file on a disk is read in a thousandth of it.
const readTime = 2 * time.Second

// Open opens a regular file for reading. A FIFO or a device is an error, never waited for.
func Open(path string) (*os.File, error) { return OpenFile(path, os.O_RDONLY, 0) }

// OpenFile is os.OpenFile for a regular file. The error is an *fs.PathError, with ErrNotRegular or EISDIR as its cause
// where the name leads to something else.
func OpenFile(path string, flag int, perm fs.FileMode) (*os.File, error) {
	if info, err := os.Stat(path); err == nil { // first, since to open a device can have an effect
		if err := regular(path, info); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, flag|syscall.O_NONBLOCK|syscall.O_NOCTTY, perm)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	_ = f.SetDeadline(time.Now().Add(readTime)) // files on a disk take none, and need none
	return f, nil
}

func regular(path string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return &fs.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	return nil
}

// ReadFile reads a regular file of at most limit bytes. The error is an *fs.PathError.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > limit {
		return nil, tooLarge(path, limit)
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit { // it grew, or its size says nothing
		err = tooLarge(path, limit)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

func tooLarge(path string, limit int64) error {
	return &fs.PathError{Op: "read", Path: path, Err: LimitError(fmt.Sprintf("larger than %d kB", limit>>10))}
}
