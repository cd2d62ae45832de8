package rollout

import (
	"bufio"
	"bytes"
	"io"
	"sync"
)

const (
	// window is how much of a line is seen before it is known whether the rest is wanted, in bytes.
	window = 64 << 10
	// lineLimit is how much of one line is kept, in bytes. Longer lines hold images and tool output.
	lineLimit = 4 << 20
)

// lines cuts a stream into lines, of which it holds one at a time.
type lines struct {
	src  *bufio.Reader
	buf  []byte // of a line that is longer than the window
	size int64  // of the line that next has returned, with its end
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, window) }}

func newLines(src io.Reader) *lines {
	l := &lines{src: readers.Get().(*bufio.Reader)}
	l.src.Reset(src)
	return l
}

// close gives the window back; the lines are not valid any more.
func (l *lines) close() {
	l.src.Reset(nil)
	readers.Put(l.src)
}

// next returns the next line without its end, valid until the call after. What is longer than a window is kept only if
// wanted says so of its beginning, and up to the limit: whole is false for what was cut short. wanted's error ends it
// early. What has no end yet comes with io.EOF.
func (l *lines) next(wanted func(beginning []byte) (bool, error)) (line []byte, whole bool, err error) {
	part, err := l.src.ReadSlice('\n')
	l.size = int64(len(part))
	if err != bufio.ErrBufferFull {
		return bytes.TrimSuffix(part, []byte("\n")), true, err
	}
	l.buf = append(l.buf[:0], part...)
	keep, stop := wanted(part)
	if stop != nil {
		return l.buf, false, stop
	}
	limit := lineLimit
	if !keep {
		limit = len(l.buf)
	}
	for err == bufio.ErrBufferFull {
		part, err = l.src.ReadSlice('\n')
		l.size += int64(len(part))
		l.buf = append(l.buf, part[:min(len(part), limit-len(l.buf))]...)
	}
	return bytes.TrimSuffix(l.buf, []byte("\n")), l.size == int64(len(l.buf)), err
}
