package ptywrap

import (
	"os"

	"github.com/creack/pty"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped: Darwin drops what was not read yet at the last close.
const holdSlave = true

func selfPath() (string, error) { return os.Executable() }

// openPTY opens a pseudo-terminal. Its master stays in blocking mode: the library's
// author reports a busy loop with non-blocking masters on Darwin.
func openPTY() (master *device, slave *os.File, err error) {
	m, slave, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()
	if master, err = duplicate(m, true); err != nil {
		slave.Close()
	}
	return master, slave, err
}

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else.
func reopen(f *os.File) (*device, error) { return openTerminalFile(f.Name()) }
