package layers

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff shows what an edit changes, with a few lines around each change, in the unified
// form. Line breaks are left out, so that a difference in them alone is empty.
func (e Edit) Diff() string {
	text := diff.Diff(e.File, plainLines(e.Before), e.File, plainLines(e.After))
	_, text, _ = bytes.Cut(text, []byte("\n")) // "diff FILE FILE"
	return string(text)
}

// plainLines is a text without a byte order mark, its lines ended by newlines alone.
func plainLines(text []byte) []byte {
	_, text = cutMark(text)
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text[:len(text):len(text)], '\n')
	}
	return text
}
