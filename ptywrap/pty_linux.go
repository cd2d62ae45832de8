//go:build !darwinlike

package ptywrap

import (
	"os"
	"strconv"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped. On Linux the master keeps what was written after the last close.
const holdSlave = false

// continuationWakes says that wait4 returns when a child is continued.
const continuationWakes = true

// selfPath names this binary even after an upgrade has replaced the file.
func selfPath() (string, error) { return "/proc/self/exe", nil }

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else.
func reopen(f *os.File) (d *device, err error) {
	err = control(f, func(fd int) error {
		d, err = openTerminalFile("/proc/self/fd/" + strconv.Itoa(fd))
		return err
	})
	return d, err
}
