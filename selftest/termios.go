package selftest

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// kernels are bits of the local modes that a kernel sets and clears by itself: XNU has PENDIN set when a terminal goes
// back to line mode, until somebody reads.
const kernels = unix.PENDIN | unix.FLUSHO

func termiosOf(f *os.File) (unix.Termios, error) {
	t, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	if err != nil {
		return unix.Termios{}, os.NewSyscallError("tcgetattr", err)
	}
	return *t, nil
}

func setTermios(f *os.File, t unix.Termios) error {
	return os.NewSyscallError("tcsetattr", unix.IoctlSetTermios(int(f.Fd()), setTermiosNow, &t))
}

// same fails with what differs in two settings.
func same(before, now unix.Termios) error {
	before.Lflag &^= kernels
	now.Lflag &^= kernels
	if before == now {
		return nil
	}
	return fmt.Errorf("the terminal's settings are not as before: input %#x, was %#x; output %#x, was %#x; control %#x, was %#x; local %#x, was %#x; keys %x, were %x",
		now.Iflag, before.Iflag, now.Oflag, before.Oflag, now.Cflag, before.Cflag, now.Lflag, before.Lflag, now.Cc, before.Cc)
}

// lineless is t without line mode and echo; signals of keys stay.
func lineless(t unix.Termios) unix.Termios {
	t.Lflag &^= unix.ICANON | unix.ECHO | kernels
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return t
}
