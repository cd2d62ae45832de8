package ptywrap

import (
	"os"

	"github.com/creack/pty"
)

// openPTY opens a pseudo-terminal. The library leaves the master in blocking mode, in
// which a write to a program that does not read would never end.
func openPTY() (master *device, slave *os.File, err error) {
	m, slave, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()
	if master, err = duplicate(m); err != nil {
		slave.Close()
	}
	return master, slave, err
}
