package ptywrap

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// Size is the size of a terminal: Cols and Rows in cells, XPixel and YPixel the
// whole text area in pixels (0 where the terminal does not tell).
type Size struct{ Cols, Rows, XPixel, YPixel uint16 }

// usable reports whether a program can draw on a terminal of this size. Some
// terminals report 0x0 while they start or are being closed.
func (s Size) usable() bool { return s.Cols > 0 && s.Rows > 0 }

func getSize(f syscall.Conn) (Size, error) {
	var s Size
	err := control(f, func(fd int) error {
		ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			s = Size{Cols: ws.Col, Rows: ws.Row, XPixel: ws.Xpixel, YPixel: ws.Ypixel}
		}
		return err
	})
	return s, err
}

func setSize(f syscall.Conn, s Size) error {
	return control(f, func(fd int) error {
		ws := unix.Winsize{Col: s.Cols, Row: s.Rows, Xpixel: s.XPixel, Ypixel: s.YPixel}
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &ws)
	})
}

// control runs an ioctl on f. It goes through SyscallConn because (*os.File).Fd
// would put the descriptor into blocking mode, and with it every other holder of
// the same open file.
func control(f syscall.Conn, do func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := conn.Control(func(fd uintptr) { inner = do(int(fd)) }); err != nil {
		return err
	}
	return inner
}
