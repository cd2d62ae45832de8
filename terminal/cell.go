package terminal

import "strings"

// Cell is one position of the screen.
type Cell struct {
	// Text is the grapheme shown, or "" for an erased cell and for the right half
	// of a wide character.
	Text string
	// Style is how it looks. An erased cell has only a background.
	Style Style
	// Width is 1, or 2 for the left and 0 for the right half of a wide character.
	Width int
	// Known is false while the program has neither written nor erased the cell, so
	// that what the terminal shows there is not ours to say.
	Known bool
	// Doubtful is true where the program need not have meant the cell for this place:
	// it was written behind a character whose width programs disagree on, or at the
	// start of a row over what the same stroke had just written there.
	Doubtful bool
}

// Row is one row of the screen, left to right. Its cells belong to the Screen: they
// are to be read only, and only until the next call that changes the Screen.
type Row struct {
	Cells []Cell
	// Wrapped is true when the text runs on into the next row because it was longer
	// than the row, not because of a line feed.
	Wrapped bool
}

// Text returns what the row shows, without the blanks at its end. Erased and
// unknown cells are spaces.
func (r Row) Text() string { return r.TextFrom(0) }

// TextFrom returns what the row shows from column col on, without the blanks at its
// end.
func (r Row) TextFrom(col int) string {
	end := len(r.Cells)
	for end > col && blankText(r.Cells[end-1]) {
		end--
	}
	if end <= col {
		return ""
	}
	var b strings.Builder
	b.Grow(end - col)
	for _, c := range r.Cells[col:end] {
		switch {
		case c.Text != "":
			b.WriteString(c.Text)
		case c.Width > 0:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Known reports whether every cell of the row is known.
func (r Row) Known() bool {
	for i := range r.Cells {
		if !r.Cells[i].Known {
			return false
		}
	}
	return true
}

func blankText(c Cell) bool { return c.Text == " " || c.Text == "" && c.Width > 0 }
