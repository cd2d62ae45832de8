package ptywrap

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// controllingDevice is the device number of our controlling terminal.
func controllingDevice() (device uint64, err error) {
	tty, err := os.OpenFile(ownTerminal, os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return 0, err
	}
	defer tty.Close()
	err = control(tty, func(fd int) error {
		number, err := unix.IoctlGetInt(fd, unix.TIOCGDEV)
		device = uint64(uint32(number))
		return os.NewSyscallError("TIOCGDEV", err)
	})
	return device, err
}

// terminalName is the name of the pseudo-terminal with a device number.
func terminalName(device uint64) (string, error) {
	const slaves = 136 // UNIX98_PTY_SLAVE_MAJOR
	if unix.Major(device) != slaves {
		return "", errNoName
	}
	return "/dev/pts/" + strconv.Itoa(int(unix.Minor(device))), nil
}
