package ptywrap

import (
	"os"
	"syscall"
)

// writeNow makes one attempt to write to a non-blocking file and gives the
// number of bytes that were taken.
func writeNow(f *os.File, b []byte) (n int) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	_ = conn.Write(func(fd uintptr) bool {
		n, _ = syscall.Write(int(fd), b)
		return true
	})
	return max(n, 0)
}
