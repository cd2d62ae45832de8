package ptywrap

import "syscall"

// endsWithUs has a program hang up when we are killed. Its terminal goes then, but it
// would learn of that at its next write only.
func endsWithUs() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGHUP}
}
