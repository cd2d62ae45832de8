package ptywrap

import "golang.org/x/sys/unix"

const (
	ioctlGetTermios   = unix.TIOCGETA
	ioctlSetTermios   = unix.TIOCSETA
	ioctlDrainTermios = unix.TIOCSETAW
)
