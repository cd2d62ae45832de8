//go:build darwin || darwinlike

package ptywrap

import (
	"time"

	"golang.org/x/sys/unix"
)

// waker ends a wait of another goroutine: a pipe.
type waker struct{ fd, to int }

func newWaker() (w waker, err error) {
	var p [2]int
	if err := unix.Pipe(p[:]); err != nil {
		return w, err
	}
	for _, fd := range p {
		unix.CloseOnExec(fd)
		_ = unix.SetNonblock(fd, true) // cannot fail on a pipe
	}
	return waker{p[0], p[1]}, nil
}

// wake ends the wait that is, or else the next one.
func (w waker) wake() { _, _ = unix.Write(w.to, []byte{1}) }

func (w waker) clear() { _, _ = unix.Read(w.fd, make([]byte, 64)) }

func (w waker) close() { unix.Close(w.fd); unix.Close(w.to) }

// waitFor waits until fd can be read (or written), until it was woken, or for at most
// the given time; a negative one means without end. A descriptor in error is ready.
// It selects, because poll knows no /dev/tty on Darwin.
func waitFor(fd int, write bool, w *waker, limit time.Duration) (ready, woken bool) {
	var reads, writes unix.FdSet
	set, top := &reads, fd
	if write {
		set = &writes
	}
	set.Set(fd)
	if w != nil {
		reads.Set(w.fd)
		top = max(fd, w.fd)
	}
	var wait *unix.Timeval
	if limit >= 0 {
		t := unix.NsecToTimeval(limit.Nanoseconds())
		wait = &t
	}
	if n, err := unix.Select(top+1, &reads, &writes, nil, wait); n <= 0 {
		return false, err != nil // interrupted: the caller looks again
	}
	if w != nil && reads.IsSet(w.fd) {
		w.clear()
		woken = true
	}
	return set.IsSet(fd), woken
}

func readOnce(fd int, b []byte) (int, error)  { return unix.Read(fd, b) }
func writeOnce(fd int, b []byte) (int, error) { return unix.Write(fd, b) }
