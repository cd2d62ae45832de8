package pacing

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/cxhook/cxhook/internal/folders"
	"github.com/cxhook/cxhook/internal/untrusted"
)

const (
	// lockWait bounds the wait for another terminal, which needs well under a
	// millisecond; a longer wait would be seen in the countdown.
	lockWait = 100 * time.Millisecond
	lockPoll = 2 * time.Millisecond
	// sizeLimit is when the file is cut back to what still counts: two hundred
	// lines, a fifth of a millisecond to read.
	sizeLimit = 16 << 10
	// linesKept bounds what is left then, even of a flood of refusals.
	linesKept = 64
	// rightsKept bounds the lines about models that the account may not use: more than
	// a catalogue has models.
	rightsKept = 32
	// readLimit bounds what is read of a file that somebody else has blown up.
	readLimit = 16 * sizeLimit
)

var errBusy = errors.New("locked by another process")

// file is the open and locked file.
type file struct{ *os.File }

// locked runs do with the file locked against all other processes. It creates
// the file if need be.
func (l *Log) locked(do func(file) error) error {
	if l.path == "" {
		return fmt.Errorf("pacing: %w", folders.ErrNone)
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return fmt.Errorf("pacing: %w", err)
	}
	f, err := open(l.path, os.O_RDWR|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return fmt.Errorf("pacing: %w", err)
	}
	defer f.Close() // which unlocks it
	if err := lock(f, syscall.LOCK_EX); err != nil {
		return fmt.Errorf("pacing: %s: %w", l.path, err)
	}
	if err := do(file{f}); err != nil {
		return fmt.Errorf("pacing: %w", err)
	}
	return nil
}

// read gives what the file holds, or nothing.
func (l *Log) read() []entry {
	f, err := open(l.path, os.O_RDONLY)
	if err != nil {
		return nil
	}
	defer f.Close()
	_ = lock(f, syscall.LOCK_SH) // without it the worst is one line too few
	return parse(f)
}

// open opens a regular file only, and without waiting for a writer of a pipe.
func open(path string, flag int) (*os.File, error) {
	return untrusted.OpenFile(path, flag|syscall.O_NOFOLLOW, 0o600)
}

func lock(f *os.File, how int) error {
	for deadline := time.Now().Add(lockWait); ; time.Sleep(lockPoll) {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			return err
		}
		if time.Now().After(deadline) {
			return errBusy
		}
	}
}

// parse reads the newest part of the file and passes over what is not an entry:
// a line half written, or one of a later release.
func parse(f *os.File) (entries []entry) {
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	text, _ := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-readLimit), readLimit)) // what was read counts
	for line := range bytes.Lines(text) {
		var e entry
		if json.Unmarshal(line, &e) == nil {
			entries = append(entries, e)
		}
	}
	return entries
}

// slots gives the retries that are due from now on.
func (f file) slots(now time.Time) (times []time.Time) {
	for _, e := range parse(f.File) {
		if e.Kind == slot && e.At.After(now.Add(-spacing)) && e.At.Before(now.Add(farthest)) {
			times = append(times, e.At)
		}
	}
	return times
}

// add appends one line, in one write. A file that has grown too long is cut
// back first, in place, since a lock belongs to the file and not to its name.
func (f file) add(e entry) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var text []byte
	if info.Size() > sizeLimit {
		text = lines(f.current(e.At))
		if err := f.Truncate(0); err != nil {
			return err
		}
	}
	return untrusted.Append(f.File, append(text, lines([]entry{e})...))
}

// current gives the entries that can still matter at a time.
func (f file) current(at time.Time) []entry {
	var kept, rights []entry
	for _, e := range parse(f.File) {
		if e.Kind == worked {
			rights = slices.DeleteFunc(rights, func(r entry) bool { return r.Model == e.Model })
		}
		switch {
		case e.Kind == barred && e.At.After(at.Add(-barredFor)):
			rights = append(rights, e)
		case e.Kind != barred && e.At.After(at.Add(-farthest)):
			kept = append(kept, e)
		}
	}
	newest := func(all []entry, n int) []entry { return all[max(0, len(all)-n):] }
	return append(newest(rights, rightsKept), newest(kept, linesKept)...)
}

func lines(entries []entry) (text []byte) {
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			continue // a year beyond 9999 has no JSON
		}
		text = append(append(text, line...), '\n')
	}
	return text
}
