//go:build darwin || darwinlike

package ptywrap

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

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
