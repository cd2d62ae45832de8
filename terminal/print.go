package terminal

import (
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// drawing is the Screen as the Handler of its own Parser.
type drawing Screen

// asciiTexts are the one-character strings of ASCII, so that a cell costs no memory.
var asciiTexts = func() (t [utf8.RuneSelf]string) {
	for i := range t {
		t[i] = string(rune(i))
	}
	return t
}()

func (d *drawing) ascii(run []byte) {
	s := (*Screen)(d)
	if s.insert || s.charset() != 'B' {
		for _, c := range run {
			d.Print(rune(c))
		}
		return
	}
	s.drift()
	cell := Cell{Style: s.pen, Width: 1, Known: s.penKnown, Doubtful: s.doubts()}
	s.last, s.joinable = rune(run[len(run)-1]), true
	for len(run) > 0 {
		if s.pending {
			s.wrap()
		}
		s.inked = s.y + 1
		l := &s.g.lines[s.y]
		n := min(len(run), s.cols-s.x)
		l.split(s.x)
		l.split(s.x + n)
		cells := l.cells[s.x : s.x+n]
		for i := range cells { // field by field: a copy of a cell of which a part was just written waits for that, 2.4 times the time
			c := &cells[i]
			c.Text, c.Style, c.Width, c.Known, c.Doubtful = asciiTexts[run[i]&0x7f], cell.Style, cell.Width, cell.Known, cell.Doubtful
		}
		run = run[n:]
		s.lastX = s.x + n - 1
		if s.x += n; s.x < s.cols {
			return
		}
		l.wrapped = false
		s.x = s.cols - 1
		if s.noWrap {
			if len(run) > 0 {
				cell.Text = asciiTexts[run[len(run)-1]&0x7f]
				l.cells[s.x] = cell
			}
			return
		}
		s.pending = true
	}
}

// charset returns the character set in use: 'B' for ASCII, '0' for line drawing.
func (s *Screen) charset() byte {
	if c := s.cursor.g[s.shift]; c != 0 {
		return c
	}
	return 'B'
}

func (s *Screen) wrap() {
	s.g.lines[s.y].wrapped = true
	s.x, s.pending = 0, false
	s.index()
}

// Print implements Handler.
func (d *drawing) Print(r rune) {
	s := (*Screen)(d)
	if r < utf8.RuneSelf && s.charset() == '0' {
		r = lineDrawing(r)
	}
	width := 1
	if r >= 0x300 && (r < 0x2500 || r > 0x259f) || r == 0xad {
		if s.join(r) {
			return
		}
		if width = displaywidth.Rune(r); width == 0 {
			s.doubtful = s.doubtful || disputedMark(r)
			return
		}
	}
	s.put(r, min(width, 2))
}

// doubts reports whether what is written at the cursor need not have been meant for this place.
func (s *Screen) doubts() bool { return s.doubtful || s.x == 0 && s.inked == s.y+1 }

// put writes a character that starts a cell.
func (s *Screen) put(r rune, width int) {
	if width > s.cols {
		return
	}
	if s.pending || s.x+width > s.cols {
		if s.noWrap {
			s.x = s.cols - width
		} else {
			s.wrap()
		}
	}
	s.drift()
	l := &s.g.lines[s.y]
	if s.insert {
		l.insert(s.x, width, s.blank())
	}
	l.split(s.x)
	l.split(s.x + width)
	l.cells[s.x] = Cell{Text: s.text(r), Style: s.pen, Width: width, Known: s.penKnown, Doubtful: s.doubts()}
	if width == 2 {
		l.cells[s.x+1] = Cell{Style: s.pen, Known: s.penKnown}
		s.doubtful = s.doubtful || disputed(r)
	}
	s.inked = s.y + 1
	s.last, s.lastX, s.joinable = r, s.x, true
	s.advance(l, width)
}

func (s *Screen) advance(l *line, width int) {
	if s.x += width; s.x >= s.cols {
		s.x = s.cols - 1
		s.pending = !s.noWrap
		l.wrapped = false
	}
}

func (s *Screen) text(r rune) string {
	if r < utf8.RuneSelf {
		return asciiTexts[r]
	}
	t := &s.texts[uint32(r)*2654435761>>24] // the golden ratio spreads neighbours
	if t.r != r {
		*t = text{r, string(r)}
	}
	return t.s
}

// lineDrawing maps ASCII to the DEC special graphics set.
func lineDrawing(r rune) rune {
	const set = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"
	if r < '`' || r > '~' {
		return r
	}
	for _, c := range set {
		if r--; r < '`' {
			return c
		}
	}
	return r
}
