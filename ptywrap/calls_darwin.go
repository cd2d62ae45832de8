package ptywrap

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	ioctlGetTermios   = unix.TIOCGETA
	ioctlSetTermios   = unix.TIOCSETA
	ioctlDrainTermios = unix.TIOCSETAW
	ioctlInputWaiting = 0x4004667f // FIONREAD of sys/filio.h
)

// controllingDevice is the device number of our controlling terminal.
func controllingDevice() (uint64, error) {
	self, err := unix.SysctlKinfoProc("kern.proc.pid", os.Getpid())
	if err != nil {
		return 0, os.NewSyscallError("sysctl", err)
	}
	return uint64(self.Eproc.Tdev), nil
}

// terminalName is the name of the pseudo-terminal with a device number: XNU numbers
// /dev/ttysNNN by the minor.
func terminalName(device uint64) (string, error) {
	name := fmt.Sprintf("/dev/ttys%03d", unix.Minor(device))
	var st unix.Stat_t
	if err := unix.Stat(name, &st); err != nil {
		return "", os.NewSyscallError("stat", err)
	}
	if uint64(st.Rdev) != device {
		return "", errNoName
	}
	return name, nil
}

// parentOf is the parent of a process, 0 if it has gone.
func parentOf(pid int) int {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	return int(p.Eproc.Ppid)
}

// endsWithUs: Darwin has no such thing. The program learns of our end at its next write.
func endsWithUs() *syscall.SysProcAttr { return nil }

// shrink has nothing to give back that Darwin counts as ours.
func shrink() {}
