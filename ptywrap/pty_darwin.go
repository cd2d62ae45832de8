package ptywrap

import (
	"os"

	"github.com/creack/pty"
)

// holdSlave says that the front keeps the slave open until the program was
// reaped: Darwin drops what was not read yet at the last close.
const holdSlave = true

// masterNonblock is false: the pseudo-terminal library's author reports a busy
// loop with non-blocking masters on Darwin.
const masterNonblock = false

func selfPath() (string, error) { return os.Executable() }

func openPTY() (master, slave *os.File, err error) { return pty.Open() }

// reopen opens the terminal behind f again, as an open file of its own: flags
// set on it reach nobody else.
func reopen(f *os.File) (*os.File, error) { return openTerminalFile(f.Name()) }
