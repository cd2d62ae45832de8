package ptywrap

import "syscall"

// dead reports whether a process has ended.
func dead(pid int) bool { return syscall.Kill(pid, 0) != nil }
