package cast

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"
	"unicode/utf8"
)

// Writer writes a recording, one line per write to the file below it, so a recording that was cut off is whole up to
// its last line. It is for one goroutine.
type Writer struct {
	out  io.Writer
	held map[string][]byte // start of a character whose rest is still to come, per kind
}

// Create makes the file path, readable by its owner alone since a recording holds what was typed, and writes the
// header. An existing file is replaced; what is no regular file, and might block, is refused. The caller closes the
// returned file.
func Create(path string, h Header) (*Writer, *os.File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("create recording: %w", err)
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		file.Close()
		return nil, nil, fmt.Errorf("create recording: %s is not a regular file", path)
	}
	// An existing file keeps its mode when it is opened.
	if err := file.Chmod(0o600); err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("create recording: %w", err)
	}
	w, err := NewWriter(file, h)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return w, file, nil
}

// NewWriter writes the header to out. Header.Version is set to 2.
func NewWriter(out io.Writer, h Header) (*Writer, error) {
	h.Version = 2
	w := &Writer{out: out, held: map[string][]byte{}}
	return w, w.line(h)
}

// Bytes records output or input. A character split between two calls is written with the second; bytes that are not
// UTF-8 become U+FFFD, since JSON cannot carry them.
func (w *Writer) Bytes(at time.Duration, kind string, b []byte) error {
	data := append(w.held[kind], b...)
	whole := len(data) - unfinished(data)
	w.held[kind] = bytes.Clone(data[whole:])
	if whole == 0 {
		return nil
	}
	return w.event(at, kind, string(data[:whole]))
}

// Resize records a new size in columns and rows.
func (w *Writer) Resize(at time.Duration, cols, rows int) error {
	return w.event(at, Resize, fmt.Sprintf("%dx%d", cols, rows))
}

// Mark records a label.
func (w *Writer) Mark(at time.Duration, label string) error { return w.event(at, Marker, label) }

// Exit records the status of the program, and before it any split character that never got its end.
func (w *Writer) Exit(at time.Duration, status int) error {
	for _, kind := range []string{Output, Input} {
		if rest := w.held[kind]; len(rest) > 0 {
			delete(w.held, kind)
			if err := w.event(at, kind, string(rest)); err != nil {
				return err
			}
		}
	}
	return w.event(at, Exit, strconv.Itoa(status))
}

func (w *Writer) event(at time.Duration, kind, data string) error {
	seconds := json.Number(strconv.FormatFloat(at.Seconds(), 'f', 6, 64))
	return w.line([]any{seconds, kind, data})
}

func (w *Writer) line(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write recording: %w", err)
	}
	if _, err := w.out.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write recording: %w", err)
	}
	return nil
}

// unfinished counts the bytes at the end of b that may be the start of a character: 0 to 3.
func unfinished(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		tail := b[len(b)-n:]
		if utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
