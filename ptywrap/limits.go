package ptywrap

import "golang.org/x/sys/unix"

// The least that a process must be allowed, or Go's runtime ends it with a trace, at its start or later.
const (
	leastFiles   = 32      // up to 20 are of ours
	leastMemory  = 4 << 30 // of addresses, in bytes: 1.5 GB were too few at times, 2 GB enough (Go 1.26, Linux)
	leastThreads = 64      // of all the user's processes: up to 20 are of ours
)

// Confined tells whether the limits of this process are too low for a Start.
func Confined() bool {
	return below(unix.RLIMIT_NOFILE, leastFiles) || below(unix.RLIMIT_AS, leastMemory) || below(unix.RLIMIT_NPROC, leastThreads)
}

func below(resource int, least uint64) bool {
	var limit unix.Rlimit
	return unix.Getrlimit(resource, &limit) == nil && uint64(limit.Cur) < least
}
