package importer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// window is how much of a file is shown at once, in bytes, and too long for a line:
	// the longest one of interest, a task_complete with its answer or a session_meta
	// with its instructions, has some ten thousand. What is mapped counts as resident
	// memory.
	window = 4 << 20
	// short windows, at the end of a file, are copied: when a mapping is taken away the
	// other processors are interrupted, which costs as much as to copy a MiB.
	short = 1 << 20
)

// view shows one file after the other in windows. Half of an import is the way of the
// bytes out of the page cache; to look at them where they are takes a sixth less of
// it than to have them copied.
type view struct {
	file *os.File
	size int64

	mapped []byte // the window, with what comes before it in its first page
	buffer []byte // for short windows
}

func (v *view) at(offset int64) (text []byte, last bool, err error) {
	if err := v.close(); err != nil {
		return nil, false, err
	}
	n := min(window, v.size-offset)
	switch {
	case n <= 0:
	case n <= short:
		text, err = v.copy(offset, int(n))
	default:
		text, err = v.lookAt(offset, int(n))
	}
	return text, offset+n >= v.size, err
}

// copy gives less if the file has been cut short meanwhile.
func (v *view) copy(offset int64, n int) ([]byte, error) {
	if v.buffer == nil {
		v.buffer = make([]byte, short)
	}
	n, err := v.file.ReadAt(v.buffer[:n], offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return v.buffer[:n], err
}

func (v *view) lookAt(offset int64, n int) (text []byte, err error) {
	before := int(offset % int64(os.Getpagesize()))
	// Private, as not every file system can share what it maps.
	v.mapped, err = unix.Mmap(int(v.file.Fd()), offset-int64(before), before+n, unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	return v.mapped[before:], nil
}

func (v *view) close() error {
	if v.mapped == nil {
		return nil
	}
	mapped := v.mapped
	v.mapped = nil
	return unix.Munmap(mapped)
}

// errGone says that mapped bytes could not be had.
var errGone = errors.New("the file was cut short while it was read, or its disk failed")

// guard calls what looks at the windows. Where a read would have ended, the kernel
// answers a look with a signal; that becomes an error, any other fault stays a panic.
func (v *view) guard(look func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			if !v.holds(fault.Addr()) {
				panic(fault)
			}
			err = errGone
		default:
			panic(fault)
		}
	}()
	return look()
}

func (v *view) holds(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(v.mapped)))
	return begin <= address && address < begin+uintptr(len(v.mapped))
}
