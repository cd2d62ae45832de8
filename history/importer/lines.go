package importer

import (
	"bytes"
	"errors"
	"io"
)

const (
	// window is how much of a file is read at once. It is the largest size that
	// stays in the second-level cache of small machines.
	window = 256 << 10
	// lineLimit bounds the lines that are read whole. The longest one of interest,
	// a task_complete with its answer or a session_meta with its instructions, has
	// some ten thousand bytes.
	lineLimit = 4 << 20
)

// lines cuts a file into lines. Long ones that are of no interest are never held
// in memory.
type lines struct {
	src    io.Reader
	offset int64 // of the end of the last whole line

	buf     []byte
	held    int    // bytes at the beginning of buf that belong to an unfinished line
	skip    bool   // inside a line that is passed over
	skipped int64  // bytes of it so far
	first   []byte // the beginning of it
}

// visitor is told of the lines of a file.
type visitor interface {
	// wants tells by a line's beginning whether the line is to be read whole.
	wants(head []byte) bool
	// line takes a whole line, which is valid during the call.
	line(text []byte)
	// long takes the beginning of a line that was not wanted, or longer than
	// lineLimit.
	long(head []byte)
}

// run reads on until some limit bytes more are taken in. At the end of the file
// done is true; a line without its end is left for the next time.
func (l *lines) run(v visitor, limit int64) (done bool, err error) {
	for stop := l.offset + limit; l.offset < stop; {
		n, err := l.src.Read(l.buf[l.held:])
		l.keep(v, l.take(v, l.buf[:l.held+n]))
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		if l.skip && l.offset == 0 {
			return true, nil // no session begins with such a line
		}
	}
	return false, nil
}

// take takes in all whole lines and gives what follows the last one.
func (l *lines) take(v visitor, text []byte) []byte {
	if l.skip {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			l.skipped += int64(len(text))
			return nil
		}
		v.long(l.first)
		l.offset += l.skipped + int64(end) + 1
		text, l.skip = text[end+1:], false
	}
	for {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return text
		}
		v.line(text[:end])
		l.offset += int64(end) + 1
		text = text[end+1:]
	}
}

// keep moves an unfinished line to the front of the buffer, if it is wanted.
func (l *lines) keep(v visitor, text []byte) {
	l.held = 0
	switch {
	case len(text) == 0:
		return
	case len(text) >= headSize && !v.wants(text[:headSize]), len(text) >= lineLimit:
		l.skip, l.skipped, l.first = true, int64(len(text)), append(l.first[:0], text[:headSize]...)
		return
	case len(text) == len(l.buf):
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
		l.held = len(text)
		return
	}
	l.held = copy(l.buf, text)
}
