package ptywrap

import "golang.org/x/sys/unix"

const (
	ioctlGetTermios   = unix.TIOCGETA
	ioctlSetTermios   = unix.TIOCSETA
	ioctlDrainTermios = unix.TIOCSETAW
	ioctlInputWaiting = 0x4004667f // FIONREAD of sys/filio.h
)
