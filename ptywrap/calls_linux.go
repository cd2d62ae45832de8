package ptywrap

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	ioctlGetTermios   = unix.TCGETS
	ioctlSetTermios   = unix.TCSETS
	ioctlDrainTermios = unix.TCSETSW
	ioctlInputWaiting = unix.TIOCINQ
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

// endsWithUs has a program hang up when we are killed. Its terminal goes then, but it
// would learn of that at its next write only.
func endsWithUs() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGHUP}
}

// shrink gives back the pages of this binary that its start has touched, which the
// monitor, who waits from here on, hardly needs again: 7 of 10.5 MiB. They stay in the
// page cache and come back from there one by one. Only what was never written is given
// back, as the kernel tells (Anonymous in smaps).
func shrink() {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer f.Close()
	var from, to uintptr
	ours := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		var begin, end uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &begin, &end); n == 2 {
			from, to = begin, end
			ours = strings.HasSuffix(line, " "+self) && strings.Contains(line, " r-")
		}
		if ours && strings.HasPrefix(line, "Anonymous:") && strings.HasSuffix(line, " 0 kB") {
			_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED) // it is but a saving
		}
	}
}
