package ptywrap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// TerminalOptions says which terminal to use.
type TerminalOptions struct {
	// TTY is the terminal, for tests and demonstrations. It is opened again by its
	// name and not closed. Nil means the controlling terminal.
	TTY *os.File
	// Stderr gets the report of an internal error after the terminal is back.
	// Nil means os.Stderr.
	Stderr io.Writer
}

// Terminal is the user's terminal. It owns the terminal's settings and every byte
// written to it; there is one per process. Its methods may be called from any
// goroutine.
type Terminal struct {
	tty        *device // an open file of our own
	stderr     io.Writer
	jobControl bool          // it is our controlling terminal
	replyWait  time.Duration // swallowLimit, longer in tests

	signals chan os.Signal // to be passed on to the program
	woken   atomic.Bool    // ReadInput is to return
	winch   chan os.Signal
	cont    chan os.Signal

	mu      sync.Mutex
	raw     *termiosPair // nil while the settings are the user's
	child   *Child       // the program that draws, nil between programs
	modes   modes        // what it has set
	undone  bool         // modes were undone for a stop and are to be set again
	version uint64       // of modes, when the monitor was last told
	offset  int64        // bytes the program has written
	overlay []byte       // the bytes that remove it, nil while none is shown
	card    *card
	keeper  *link   // the monitor of the last program, between programs
	lock    *device // held while the terminal is borrowed
	typed   []byte  // read at the end of a program and not meant for us

	faultMu   sync.Mutex
	faultText string
}

// OpenTerminal opens the user's terminal and changes nothing on it yet. It fails
// where there is none: the caller then runs the program directly (Exec).
func OpenTerminal(o TerminalOptions) (*Terminal, error) {
	var tty *device
	var err error
	if o.TTY != nil {
		tty, err = reopen(o.TTY)
	} else {
		tty, err = openControlling()
	}
	if err != nil {
		return nil, fmt.Errorf("open the terminal: %w", err)
	}
	if _, err := getTermios(tty); err != nil {
		tty.Close()
		return nil, fmt.Errorf("open the terminal: %w", err)
	}
	t := &Terminal{
		tty: tty, stderr: o.Stderr, replyWait: swallowLimit,
		signals: make(chan os.Signal, 16),
		winch:   make(chan os.Signal, 1),
		cont:    make(chan os.Signal, 1),
	}
	if t.stderr == nil {
		t.stderr = os.Stderr
	}
	_, err = foregroundGroup(t.tty)
	t.jobControl = err == nil
	return t, nil
}

// Size gives the present size of the terminal.
func (t *Terminal) Size() (Size, error) {
	s, err := getSize(t.tty)
	if err != nil {
		return Size{}, fmt.Errorf("size of the terminal: %w", err)
	}
	return s, nil
}

// StartSize is the size that a program is started with: 80 × 24 while the terminal does
// not know its own.
func (t *Terminal) StartSize() Size {
	if s, err := t.Size(); err == nil && s.usable() {
		return s
	}
	return Size{Cols: 80, Rows: 24}
}

// SizeChanged has the size read again, for a terminal that is not the controlling
// one, for which the kernel sends no SIGWINCH.
func (t *Terminal) SizeChanged() {
	select {
	case t.winch <- syscall.SIGWINCH:
	default:
	}
}

// Close restores the terminal and closes it.
func (t *Terminal) Close() error { return errors.Join(t.Restore(), t.tty.Close()) }

// Write writes p to the terminal, for lines of our own between programs. A line end,
// LF or CR LF, is written so that it is a CR LF behind the terminal's settings.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := bytes.ReplaceAll(p, []byte("\r\n"), []byte("\n"))
	if t.raw != nil {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	if _, err := t.tty.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
