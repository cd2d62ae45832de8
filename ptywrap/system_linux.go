//go:build !darwinlike

package ptywrap

import (
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped. On Linux the master keeps what was written after the last close.
const holdSlave = false

// continuationWakes says that wait4 returns when a child is continued.
const continuationWakes = true

// selfPath names this binary even after an upgrade has replaced the file.
func selfPath() (string, error) { return "/proc/self/exe", nil }

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else.
func reopen(f *os.File) (d *device, err error) {
	err = control(f, func(fd int) error {
		d, err = openTerminalFile("/proc/self/fd/" + strconv.Itoa(fd))
		return err
	})
	return d, err
}

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

// disposition is what the kernel does with a signal: its struct sigaction, which
// has at most 32 bytes on 64-bit machines, with a signal set of 8.
type disposition [64]byte

const signalSetSize = 8

// stopGroup sends our process group a stop signal that we catch otherwise, with
// its default effect. os/signal cannot give that back: after Reset the runtime's
// handler stays, and swallows the signal. The effect may come after the return, so
// the disposition is kept for restartGroup.
func stopGroup(sig syscall.Signal) (was disposition) {
	var byDefault disposition // SIG_DFL is zero
	setDisposition(sig, &byDefault, &was)
	_ = unix.Kill(0, sig)
	return was
}

// restartGroup has the signal caught again.
func restartGroup(sig syscall.Signal, was disposition) { setDisposition(sig, &was, nil) }

func setDisposition(sig syscall.Signal, set, was *disposition) {
	if sig == syscall.SIGSTOP { // has no disposition
		return
	}
	_, _, _ = syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(was)), signalSetSize, 0, 0)
}
