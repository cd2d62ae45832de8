//go:build !darwinlike

package ptywrap

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

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
