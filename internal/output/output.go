// Package output is the way to standard output of what others may have named: models of a catalogue, files, texts off a
// screen. Nothing that a terminal would obey, and nothing that makes text look like other text, passes. It must never
// be used for a program's code or for a terminal's own bytes, which it would change.
package output

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/cxhook/cxhook/internal/lazy"
	"github.com/cxhook/cxhook/terminal"
)

// Text gives a writer of text for people: what is written goes through terminal.Sanitize, but for line ends, tabs and,
// where styled, the styles that our own texts are drawn in. An unfinished character at the end stays unwritten. It is
// for one goroutine.
func Text(w io.Writer, styled bool) io.Writer {
	return &writer{out: w, clean: func(text string) string { return clean(text, styled) }}
}

// JSON gives a writer of JSON. What terminal.Sanitize would not pass on becomes \uXXXX, which has the same meaning: in
// what package json encodes, such characters stand in strings only. It is for one goroutine.
func JSON(w io.Writer) io.Writer { return &writer{out: w, clean: escape} }

// writer writes whole characters, and whole styles, of what comes in pieces.
type writer struct {
	out   io.Writer
	clean func(string) string
	rest  []byte // the beginning of a character or of a style
}

func (w *writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	n := whole(text)
	w.rest = append([]byte(nil), text[n:]...)
	if _, err := io.WriteString(w.out, w.clean(string(text[:n]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// begun is a style whose end may still come, or a character.
var begun = lazy.Regexp(`\x1b(\[[0-9;]{0,8})?$`)

func whole(text []byte) int {
	for n := len(text) - 1; n >= 0 && n > len(text)-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			if !utf8.FullRune(text[n:]) {
				return n
			}
			break
		}
	}
	if at := begun().FindIndex(text[max(0, len(text)-10):]); at != nil {
		return max(0, len(text)-10) + at[0]
	}
	return len(text)
}

// style are the sequences that packages report and doctor write.
var style = lazy.Regexp(`\x1b\[(?:0|1|9|39|38;5;[0-9]{1,3})m`)

func clean(text string, styled bool) string {
	if !styled {
		return lines(text)
	}
	return replaceBetween(style(), text, lines)
}

// replaceBetween gives text with f done to all that r does not match.
func replaceBetween(r *regexp.Regexp, text string, f func(string) string) string {
	var b strings.Builder
	from := 0
	for _, at := range r.FindAllStringIndex(text, -1) {
		b.WriteString(f(text[from:at[0]]) + text[at[0]:at[1]])
		from = at[1]
	}
	return b.String() + f(text[from:])
}

// lines sanitizes what is between line ends and tabs.
func lines(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := strings.IndexAny(text, "\n\t")
		if n < 0 {
			n = len(text)
		}
		b.WriteString(terminal.Sanitize(text[:n]))
		if n < len(text) {
			b.WriteByte(text[n])
			n++
		}
		text = text[n:]
	}
	return b.String()
}

func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r != utf8.RuneError && terminal.Sanitize(string(r)) == string(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
