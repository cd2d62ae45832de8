//go:build darwin || darwinlike

package ptywrap

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped: Darwin drops what was not read yet at the last close.
const holdSlave = true

// continuationWakes says that wait4 returns when a child is continued: XNU marks it, and
// wakes nobody.
const continuationWakes = false

func selfPath() (string, error) { return os.Executable() }

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else. Not by a name as /dev/stdin, which would give the same
// open file once more.
func reopen(f *os.File) (d *device, err error) {
	err = control(f, func(fd int) error {
		var st unix.Stat_t
		if err := unix.Fstat(fd, &st); err != nil {
			return os.NewSyscallError("fstat", err)
		}
		name, err := terminalName(uint64(st.Rdev))
		if err != nil {
			d, err = openControlling() // a descriptor of /dev/tty, or no pseudo-terminal
			return err
		}
		d, err = openTerminalFile(name)
		return err
	})
	return d, err
}

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

// disposition is not needed here.
type disposition struct{}

// stopGroup stops our process group. SIGTSTP, which we catch, cannot be given its
// default effect back without libc, so SIGSTOP takes its place. That one a kernel does
// not drop where nobody could continue us: nothing is sent there, and the caller goes on
// as after a signal that was dropped.
func stopGroup(sig syscall.Signal) (was disposition) {
	if sig == syscall.SIGTSTP {
		if orphaned() {
			return was
		}
		sig = syscall.SIGSTOP
	}
	_ = syscall.Kill(0, sig)
	return was
}

func restartGroup(syscall.Signal, disposition) {}

// orphaned reports whether our process group is: whoever started it is of another
// session or has gone, so that no shell does job control for us.
func orphaned() bool {
	group := unix.Getpgrp()
	ours, err := unix.Getsid(0)
	if err != nil {
		return true
	}
	pid := os.Getppid()
	for pid > 0 {
		if g, err := unix.Getpgid(pid); err != nil || g != group {
			break
		}
		pid = parentOf(pid)
	}
	if pid == 0 {
		return true
	}
	session, err := unix.Getsid(pid)
	return err != nil || session != ours
}
