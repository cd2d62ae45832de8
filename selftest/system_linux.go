package selftest

import "golang.org/x/sys/unix"

const (
	getTermios    = unix.TCGETS
	setTermiosNow = unix.TCSETS
)
