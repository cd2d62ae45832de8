package terminal

import "strconv"

// Paint returns the bytes that show rows from..to-1 as the model has them and put
// the cursor and the pen back: ESC 7, the rows, ESC 8. ok is false when that would
// not be exact: a cell or the cursor's row is unknown, the program holds a saved
// cursor of its own in the place ESC 7 writes to, or it has a state that ESC 8
// does not restore everywhere (origin or insert mode, a character set, an open
// link, an unfinished sequence). A cursor past the last column, which not every
// terminal restores either, is put there by the character that brought it there.
// Links under the painted rows are not kept.
func (s *Screen) Paint(from, to int) (b []byte, ok bool) {
	from, to = max(from, 0), min(to, s.rows)
	if !s.placed || s.g.savedByChild || s.origin || s.insert || s.linked ||
		s.charset() != 'B' || !s.parser.Ground() || !s.known(from, to) {
		return nil, false
	}
	past, ok := s.pastTheEnd()
	if !ok {
		return nil, false
	}
	b = append(b, "\x1b7"...)
	for y := from; y < to; y++ {
		b = position(b, y, 0)
		b = paintRow(b, s.g.lines[y].cells)
	}
	return append(append(b, "\x1b8"...), past...), true
}

// pastTheEnd returns the bytes that write the last character of the cursor's row again
// where a wrap is pending behind it, none where none is. ok is false while that character
// or the pen is not known.
func (s *Screen) pastTheEnd() (b []byte, ok bool) {
	if !s.pending {
		return nil, true
	}
	cells, x := s.g.lines[s.y].cells, s.cols-1
	if cells[x].Width == 0 && x > 0 {
		x--
	}
	c := cells[x]
	if !c.Known || !s.penKnown || c.Text == "" {
		return nil, false
	}
	b = c.Style.append(position(nil, s.y, x))
	return s.pen.append(append(b, c.Text...)), true
}

// Picture returns the bytes that draw rows from..to-1 as far as the model knows them,
// with what was last known or blanks elsewhere, for a screen that is not the program's.
// They leave the cursor and the pen where the drawing ends.
func (s *Screen) Picture(from, to int) (b []byte) {
	for y := max(from, 0); y < min(to, s.rows); y++ {
		b = position(b, y, 0)
		b = paintRow(b, s.g.lines[y].cells)
	}
	return b
}

func position(b []byte, y, x int) []byte {
	b = strconv.AppendInt(append(b, "\x1b["...), int64(y+1), 10)
	b = strconv.AppendInt(append(b, ';'), int64(x+1), 10)
	return append(b, 'H')
}

// paintRow writes the cells, starting with the cursor on the first one. Erased cells
// are erased again, not written as spaces, so that a copy from the terminal is the
// same as before.
func paintRow(b []byte, cells []Cell) []byte {
	var pen Style
	b = pen.append(b)
	for x := 0; x < len(cells); {
		c := cells[x]
		if c.Style != pen {
			pen = c.Style
			b = pen.append(b)
		}
		if c.Text != "" {
			b = append(b, c.Text...)
			if n := max(c.Width, 1); n == 1 && c.Text[0] < 0x80 {
				x++
				continue
			}
			x += max(c.Width, 1)
			b = column(b, x, len(cells))
			continue
		}
		n := 1
		for x+n < len(cells) && cells[x+n].Text == "" && cells[x+n].Width == 1 && cells[x+n].Style == c.Style {
			n++
		}
		b = strconv.AppendInt(append(b, "\x1b["...), int64(n), 10)
		b = append(b, 'X')
		x += n
		b = column(b, x, len(cells))
	}
	return b
}

// column moves the cursor to column x of its row, unless the row ends there: after a
// character whose width terminals disagree on, and after an erased run.
func column(b []byte, x, cols int) []byte {
	if x >= cols {
		return b
	}
	b = strconv.AppendInt(append(b, "\x1b["...), int64(x+1), 10)
	return append(b, 'G')
}
