package ptywrap

import "syscall"

// disposition is not needed here.
type disposition struct{}

// stopGroup stops our process group. SIGTSTP, which we catch, cannot be given its
// default effect back without libc, so SIGSTOP takes its place.
func stopGroup(sig syscall.Signal) (was disposition) {
	if sig == syscall.SIGTSTP {
		sig = syscall.SIGSTOP
	}
	_ = syscall.Kill(0, sig)
	return was
}

func restartGroup(syscall.Signal, disposition) {}
