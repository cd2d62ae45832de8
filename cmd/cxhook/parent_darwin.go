package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// parentOf is argv[0] of a process's parent, "" if it cannot be read: the kernel tells
// those of the same user's.
func parentOf(pid int) string {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return ""
	}
	args, err := unix.SysctlRaw("kern.procargs2", int(p.Eproc.Ppid))
	if err != nil {
		return ""
	}
	return firstArgument(args)
}

// parentName is the name of the process that started this one, "" if the system
// does not tell.
func parentName() string {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", os.Getppid())
	if err != nil {
		return ""
	}
	return unix.ByteSliceToString(p.Proc.P_comm[:])
}
