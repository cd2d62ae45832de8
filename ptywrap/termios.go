package ptywrap

import (
	"syscall"

	"golang.org/x/sys/unix"
)

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
	return control(f, func(fd int) error { return unix.IoctlSetTermios(fd, ioctlSetTermios, &t) })
}

// drainTermios sets t once all output has reached the terminal (TCSADRAIN).
func drainTermios(f syscall.Conn, t unix.Termios) error {
	return control(f, func(fd int) error { return unix.IoctlSetTermios(fd, ioctlDrainTermios, &t) })
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
