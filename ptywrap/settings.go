package ptywrap

import (
	"fmt"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// Raw puts the terminal into raw mode, in which keys come as bytes, and takes over
// the signals of the job. Start does it by itself; between two programs the
// terminal stays raw until Restore.
func (t *Terminal) Raw() error {
	t.listen()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.enterRaw()
}

// enterRaw keeps the settings found: the user may change them while the job is
// stopped. Raw ones found while ours are in force are another program's, never the user's.
func (t *Terminal) enterRaw() error {
	now, err := getTermios(t.tty)
	if err != nil {
		return fmt.Errorf("read the terminal's settings: %w", err)
	}
	original := now
	if t.raw != nil {
		if sameTermios(now, t.raw.Raw) {
			return nil
		}
		if now.Lflag&unix.ICANON == 0 {
			original = t.raw.Original
		}
	}
	// The monitor knows first, so that a kill at any moment leaves nothing.
	before := t.raw
	t.raw = &termiosPair{Raw: rawTermios(original), Original: original}
	t.tellRaw()
	if err := setTermios(t.tty, t.raw.Raw); err != nil {
		t.raw = before
		t.tellRaw()
		return fmt.Errorf("put the terminal into raw mode: %w", err)
	}
	// A terminal may make something else of it, which is then what to look for.
	if made, err := getTermios(t.tty); err == nil && !sameTermios(made, t.raw.Raw) {
		t.raw.Raw = made
		t.tellRaw()
	}
	return nil
}

// leaveRaw gives back the settings found by enterRaw, once; they are kept if it fails.
func (t *Terminal) leaveRaw() error {
	if t.raw == nil {
		return nil
	}
	// In the background the terminal is the shell's, and asking would stop us.
	if t.foreground() {
		if err := drainTermios(t.tty, t.raw.Original); err != nil {
			return err
		}
	}
	t.raw = nil
	return nil
}

// Restore gives the terminal back: an overlay or card is removed, the settings
// are those found, signals have their default effect again, and an internal
// error is reported. Doing it twice does nothing the second time.
func (t *Terminal) Restore() error {
	t.HideCard()
	t.Hide()
	t.mu.Lock()
	err := t.leaveRaw()
	keeper, lock := t.takeKeeper(), t.lock
	t.lock = nil
	t.mu.Unlock()
	if lock != nil {
		lock.Close()
	}
	if keeper != nil {
		keeper.end()
	}
	t.unlisten()
	t.reportFault()
	if err != nil {
		return fmt.Errorf("restore the terminal: %w", err)
	}
	return nil
}

// listen takes over the signals. Doing it twice is harmless.
func (t *Terminal) listen() {
	signal.Notify(t.signals, notIgnored(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGTSTP)...)
	signal.Notify(t.winch, syscall.SIGWINCH)
	signal.Notify(t.cont, syscall.SIGCONT)
}

// unlisten gives the signals back.
func (t *Terminal) unlisten() {
	signal.Stop(t.signals)
	signal.Stop(t.winch)
	signal.Stop(t.cont)
}

// reassert makes the terminal raw again where somebody else has set it meanwhile: the
// shell after a stop, or another program of the job at its end, as node does. It tells
// whether that was so.
func (t *Terminal) reassert() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now, err := getTermios(t.tty)
	if err != nil || t.raw == nil || sameTermios(now, t.raw.Raw) || !t.foreground() {
		return false
	}
	return setTermios(t.tty, t.raw.Raw) == nil
}

// foreground reports whether our job has the terminal. Without job control it has.
func (t *Terminal) foreground() bool {
	if !t.jobControl {
		return true
	}
	group, err := foregroundGroup(t.tty)
	return err != nil || group == unix.Getpgrp()
}
