package ptywrap

import (
	"os"
	"strconv"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped. On Linux the master keeps what was written after the last close.
const holdSlave = false

// masterNonblock says that reads of the master take deadlines and that writeNow
// can be used on it.
const masterNonblock = true

// selfPath names this binary even after an upgrade has replaced the file.
func selfPath() (string, error) { return "/proc/self/exe", nil }

// openPTY opens a pseudo-terminal whose master is read with deadlines. The
// library leaves the master in blocking mode, where Close does not end a Read.
func openPTY() (master, slave *os.File, err error) {
	m, slave, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()
	err = control(m, func(fd int) error {
		dup, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return err
		}
		if err := syscall.SetNonblock(dup, true); err != nil {
			unix.Close(dup)
			return err
		}
		master = os.NewFile(uintptr(dup), m.Name())
		return nil
	})
	if err != nil {
		slave.Close()
		return nil, nil, err
	}
	return master, slave, nil
}

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else.
func reopen(f *os.File) (file *os.File, err error) {
	err = control(f, func(fd int) error {
		file, err = openTerminalFile("/proc/self/fd/" + strconv.Itoa(fd))
		return err
	})
	return file, err
}
