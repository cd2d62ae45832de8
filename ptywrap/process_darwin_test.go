package ptywrap

import "syscall"

// dead reports whether a process has ended.
func dead(pid int) bool { return syscall.Kill(pid, 0) != nil }

// parent gives the parent of a process, 0 if it has gone.
func parent(pid int) int { return parentOf(pid) }
