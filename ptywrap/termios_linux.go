package ptywrap

import "golang.org/x/sys/unix"

const (
	ioctlGetTermios   = unix.TCGETS
	ioctlSetTermios   = unix.TCSETS
	ioctlDrainTermios = unix.TCSETSW
	ioctlInputWaiting = unix.TIOCINQ
)
