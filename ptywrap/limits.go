package ptywrap

import "golang.org/x/sys/unix"

// leastFiles is how many files a process must be able to have open: up to 20 are of
// ours, and Go's runtime ends a process that cannot have another one.
const leastFiles = 32

// FewFiles tells whether the limit on open files is too low for a Start.
func FewFiles() bool {
	var limit unix.Rlimit
	return unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil && limit.Cur < leastFiles
}
