package ptywrap

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Borrow is Raw for a question after a program that ran on the terminal as it is. It
// takes only a terminal that nobody else uses, and nothing that was typed for the
// shell meanwhile: the error says why the terminal is left alone.
func (t *Terminal) Borrow() error {
	// Others like us are kept out by a lock, which goes with the open file.
	lock, err := lockTerminal()
	if err != nil {
		return fmt.Errorf("lock the terminal: %w", err)
	}
	if err := t.borrow(); err != nil {
		lock.Close()
		return err
	}
	t.mu.Lock()
	t.lock = lock
	t.mu.Unlock()
	return nil
}

// lockTerminal locks the terminal that the standard files are, by its own name: all
// terminals share the file /dev/tty. Nobody waits for the lock.
func lockTerminal() (lock *device, err error) {
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if _, err := getTermios(f); err != nil {
			continue
		}
		if lock, err = reopen(f); err != nil {
			return nil, err
		}
		if err = control(lock, func(fd int) error { return unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) }); err != nil {
			lock.Close()
			return nil, err
		}
		return lock, nil
	}
	return nil, errors.New("no standard file is one")
}

func (t *Terminal) borrow() error {
	now, err := getTermios(t.tty)
	switch {
	case err != nil:
		return fmt.Errorf("read the terminal's settings: %w", err)
	case now.Lflag&unix.ICANON == 0:
		return errors.New("somebody else has the terminal out of line mode")
	case !t.foreground():
		return errors.New("the terminal is another job's")
	}
	if err := t.Raw(); err != nil {
		return err
	}
	// What others of the job still print keeps its line ends.
	t.mu.Lock()
	t.raw.Raw.Oflag = t.raw.Original.Oflag
	err = setTermios(t.tty, t.raw.Raw)
	if made, readErr := getTermios(t.tty); err == nil && readErr == nil {
		t.raw.Raw = made // what reassert looks for
	}
	t.mu.Unlock()
	if err != nil {
		_ = t.Restore()
		return fmt.Errorf("put the terminal into raw mode: %w", err)
	}
	waiting := 0
	// Only now are the keys of an unfinished line counted too.
	err = control(t.tty, func(fd int) (err error) {
		waiting, err = unix.IoctlGetInt(fd, ioctlInputWaiting)
		return err
	})
	if err == nil && waiting > 0 {
		err = fmt.Errorf("%d bytes typed ahead", waiting)
	}
	if err != nil {
		_ = t.Restore() // the first reason is the one to tell
	}
	return err
}
