package ptywrap

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// kernelsOwn are the bits of Lflag in which a kernel keeps a state of its own: XNU sets
// PENDIN on the way back to ICANON and clears it at the next select or FIONREAD. They are
// no settings: they are never set, and never compared.
const kernelsOwn = unix.PENDIN | unix.FLUSHO

func withoutKernelsOwn(t unix.Termios) unix.Termios {
	t.Lflag &^= kernelsOwn
	return t
}

// sameTermios reports whether two settings are the same.
func sameTermios(a, b unix.Termios) bool { return withoutKernelsOwn(a) == withoutKernelsOwn(b) }

func getTermios(f syscall.Conn) (unix.Termios, error) {
	var t unix.Termios
	err := control(f, func(fd int) error {
		p, err := unix.IoctlGetTermios(fd, ioctlGetTermios)
		if err == nil {
			t = *p
		}
		return err
	})
	return t, err
}

// setTermios sets t at once, keeping what was typed and not read yet.
func setTermios(f syscall.Conn, t unix.Termios) error {
	return control(f, func(fd int) error { return setTermiosOf(fd, ioctlSetTermios, t) })
}

// drainTermios sets t once all output has reached the terminal (TCSADRAIN), or at once if
// it cannot be waited for.
func drainTermios(f syscall.Conn, t unix.Termios) error {
	return control(f, func(fd int) error { return drainTermiosOf(fd, t) })
}

func drainTermiosOf(fd int, t unix.Termios) error {
	if setTermiosOf(fd, ioctlDrainTermios, t) == nil {
		return nil
	}
	return setTermiosOf(fd, ioctlSetTermios, t)
}

func setTermiosOf(fd int, request uint, t unix.Termios) error {
	t = withoutKernelsOwn(t)
	return unix.IoctlSetTermios(fd, request, &t)
}

// rawTermios is t without any processing of input or output (cfmakeraw).
func rawTermios(t unix.Termios) unix.Termios {
	t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	t.Oflag &^= unix.OPOST
	t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	t.Cflag &^= unix.CSIZE | unix.PARENB
	t.Cflag |= unix.CS8
	t.Cc[unix.VMIN] = 1
	t.Cc[unix.VTIME] = 0
	return t
}
