package ptywrap

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// dead reports whether a process has ended.
func dead(pid int) bool { return syscall.Kill(pid, 0) != nil }

// parent gives the parent of a process, 0 if it has gone.
func parent(pid int) int {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	return int(p.Eproc.Ppid)
}
