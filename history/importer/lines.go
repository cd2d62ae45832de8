package importer

import "bytes"

// source gives a file in windows.
type source interface {
	// at gives a window of what follows an offset, until the next call, and whether the
	// file ends with it.
	at(offset int64) (text []byte, last bool, err error)
}

// lines cuts a file into lines, which are never copied.
type lines struct {
	src    source
	window int   // bytes that src gives at once
	offset int64 // of the end of the last whole line

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
	// long takes the beginning of a line that was not wanted, or fills a window.
	long(head []byte)
}

// run reads on until some limit bytes more are taken in. At the end of the file
// done is true; a line without its end is left for the next time.
func (l *lines) run(v visitor, limit int64) (done bool, err error) {
	for stop := l.offset + limit; l.offset < stop; {
		text, last, err := l.src.at(l.offset + l.skipped)
		if err != nil {
			return false, err
		}
		if rest := l.take(v, text); len(rest) >= headSize && (len(rest) == l.window || !v.wants(rest[:headSize])) {
			l.skip, l.skipped, l.first = true, int64(len(rest)), append(l.first[:0], rest[:headSize]...)
		}
		if last || l.skip && l.offset == 0 { // no session begins with a line that is passed over
			return true, nil
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
		text, l.skip, l.skipped = text[end+1:], false, 0
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
