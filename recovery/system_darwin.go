package recovery

import (
	"bytes"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// nameOf is the name that an open file has now. Not /dev/fd, which gives the same open
// file once more.
func nameOf(f *os.File) (string, error) {
	var name [unix.PathMax]byte
	_, _, errno := unix.Syscall(unix.SYS_FCNTL, f.Fd(), unix.F_GETPATH, uintptr(unsafe.Pointer(&name[0])))
	if errno != 0 {
		return "", os.NewSyscallError("fcntl", errno)
	}
	return string(name[:bytes.IndexByte(name[:], 0)]), nil
}
