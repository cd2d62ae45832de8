package selftest

import "golang.org/x/sys/unix"

const (
	getTermios    = unix.TIOCGETA
	setTermiosNow = unix.TIOCSETA
)
