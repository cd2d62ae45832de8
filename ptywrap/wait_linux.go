//go:build !darwinlike

package ptywrap

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// waker ends a wait of another goroutine: an eventfd.
type waker struct{ fd int }

func newWaker() (waker, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	return waker{fd}, err
}

// wake ends the wait that is, or else the next one.
func (w waker) wake() { _, _ = unix.Write(w.fd, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

func (w waker) clear() { _, _ = unix.Read(w.fd, make([]byte, 8)) }

func (w waker) close() { unix.Close(w.fd) }

// waitFor waits until fd can be read (or written), until it was woken, or for at most
// the given time; a negative one means without end. A descriptor in error is ready.
func waitFor(fd int, write bool, w *waker, limit time.Duration) (ready, woken bool) {
	fds := [2]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if write {
		fds[0].Events = unix.POLLOUT
	}
	used := fds[:1]
	if w != nil {
		fds[1] = unix.PollFd{Fd: int32(w.fd), Events: unix.POLLIN}
		used = fds[:2]
	}
	wait := -1
	if limit >= 0 {
		wait = int((limit + time.Millisecond - 1) / time.Millisecond)
	}
	if n, err := unix.Poll(used, wait); n <= 0 {
		return false, err != nil // interrupted: the caller looks again
	}
	if fds[1].Revents != 0 {
		w.clear()
		woken = true
	}
	return fds[0].Revents != 0, woken
}

// readOnce and writeOnce are for descriptors that are not in blocking mode. They do not tell Go's scheduler: what takes
// some microseconds would make it wake a thread for the other goroutines, again and again.
func readOnce(fd int, b []byte) (int, error)  { return once(unix.SYS_READ, fd, b) }
func writeOnce(fd int, b []byte) (int, error) { return once(unix.SYS_WRITE, fd, b) }

func once(call uintptr, fd int, b []byte) (int, error) {
	n, _, e := syscall.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	if e != 0 {
		return -1, e
	}
	return int(n), nil
}
