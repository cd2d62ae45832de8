package importer

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"unsafe"

	"golang.org/x/sys/unix"
)

// window is how much of a file is mapped at once, in bytes, and too long for a line:
// the longest one of interest, a task_complete with its answer or a session_meta with
// its instructions, has some ten thousand. Mapped bytes count as resident memory, but
// windows of one MiB cost more time than they save: each that is taken away interrupts
// the other processors.
const window = 4 << 20

// mapping shows a file in windows. Most of an import is the way of the bytes out of
// the page cache; to look at them where they are takes a sixth less of it than to
// have them copied.
type mapping struct {
	file *os.File
	size int64
	text []byte
}

func (m *mapping) at(offset int64) (text []byte, last bool, err error) {
	if err := m.close(); err != nil {
		return nil, false, err
	}
	if offset >= m.size {
		return nil, true, nil
	}
	from := offset &^ int64(os.Getpagesize()-1)
	to := min(offset+window, m.size)
	// Private, as not every file system can share what it maps.
	if m.text, err = unix.Mmap(int(m.file.Fd()), from, int(to-from), unix.PROT_READ, unix.MAP_PRIVATE); err != nil {
		return nil, false, fmt.Errorf("map: %w", err)
	}
	return m.text[offset-from:], to == m.size, nil
}

func (m *mapping) close() error {
	if m.text == nil {
		return nil
	}
	text := m.text
	m.text = nil
	return unix.Munmap(text)
}

// errGone says that mapped bytes could not be had.
var errGone = errors.New("the file was cut short while it was read, or its disk failed")

// guard calls what looks at the mapping. The kernel answers with a signal where a
// read would have ended; that becomes an error, and any other fault stays a panic.
func (m *mapping) guard(look func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			if !m.holds(fault.Addr()) {
				panic(fault)
			}
			err = errGone
		default:
			panic(fault)
		}
	}()
	return look()
}

func (m *mapping) holds(address uintptr) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(m.text)))
	return begin <= address && address < begin+uintptr(len(m.text))
}
