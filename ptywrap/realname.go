package ptywrap

import (
	"errors"

	"golang.org/x/sys/unix"
)

// openControlling opens our controlling terminal by its real name where it can. On XNU
// /dev/tty is at each call the controlling terminal of the process that calls, so that a
// descriptor of it means another terminal in the monitor.
func openControlling() (*device, error) {
	if name, err := controllingName(); err == nil {
		// Another mount namespace may have another terminal under that name. Only for
		// the controlling one a process is told the foreground group.
		if d, err := openTerminalFile(name); err == nil {
			if _, err := foregroundGroup(d); err == nil {
				return d, nil
			}
			d.Close()
		}
	}
	return openTerminalFile(ownTerminal)
}

func controllingName() (string, error) {
	device, err := controllingDevice()
	if err != nil {
		return "", err
	}
	return terminalName(device)
}

// ownTerminal names the controlling terminal of whoever uses it.
const ownTerminal = "/dev/tty"

// errNoName says that a terminal has no name here.
var errNoName = errors.New("the terminal's real name is not known")

// foregroundGroup gives the process group that has the terminal. It fails where the
// terminal is not our controlling one.
func foregroundGroup(tty *device) (group int, err error) {
	err = control(tty, func(fd int) (err error) {
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return group, err
}
