//go:build darwin || darwinlike

package ptywrap

import (
	"os"

	"golang.org/x/sys/unix"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped: Darwin drops what was not read yet at the last close.
const holdSlave = true

// continuationWakes says that wait4 returns when a child is continued: XNU marks it, and
// wakes nobody.
const continuationWakes = false

func selfPath() (string, error) { return os.Executable() }

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else. Not by a name as /dev/stdin, which would give the same
// open file once more.
func reopen(f *os.File) (d *device, err error) {
	err = control(f, func(fd int) error {
		var st unix.Stat_t
		if err := unix.Fstat(fd, &st); err != nil {
			return os.NewSyscallError("fstat", err)
		}
		name, err := terminalName(uint64(st.Rdev))
		if err != nil {
			d, err = openControlling() // a descriptor of /dev/tty, or no pseudo-terminal
			return err
		}
		d, err = openTerminalFile(name)
		return err
	})
	return d, err
}
