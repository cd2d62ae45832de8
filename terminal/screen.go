package terminal

import "bytes"

// maxSide bounds the screen's columns and rows.
const maxSide = 2000

// Hooks are called by Screen.Write at the moment something happens, so that the
// screen can be read as it then is. Any of them may be nil. They must not change
// the screen.
type Hooks struct {
	// Frame is called after the end of a synchronized update, CSI ? 2026 l.
	Frame func()
	// OSC is called with the body of each operating system command.
	OSC func(data []byte)
	// Query is called for DA1 (CSI c) and DSR (CSI n), which a terminal answers.
	Query func(q Sequence)
}

// Screen is a model of what the terminal shows, made from what the program writes.
// It does not know what was there before: a cell is unknown until it is written or
// erased, and the cursor's row is a guess until the program or Place fixes it. It
// is not safe for concurrent use.
type Screen struct {
	parser Parser
	hooks  Hooks

	cols, rows int
	main, alt  *grid
	g          *grid // the one in force
	cursor
	top, bottom int // margins, 0-based and inclusive
	tabs        []bool

	hidden, insert, noWrap bool
	linked                 bool // OSC 8: characters written now belong to a link

	inked    int  // 1 + the row of the last character, 0 if the screen has moved or a frame begun or ended since
	last     rune // for REP
	lastX    int  // its column
	joinable bool // nothing came after it: a mark may join it
	texts    [256]text

	skip  bool // after Reset: the bytes may start inside a sequence
	stale bool
	asked []report
}

// text is an entry of the cache that saves making the same small string again.
type text struct {
	r rune
	s string
}

// NewScreen returns a screen of which nothing is known, with the cursor supposed in
// its first cell. Sizes are clamped to 1..2000.
func NewScreen(cols, rows int) *Screen {
	s := &Screen{}
	s.cols, s.rows = clampSide(cols), clampSide(rows)
	s.main, s.alt = newGrid(s.cols, s.rows), newGrid(s.cols, s.rows)
	s.g = s.main
	s.cursor = cursor{penKnown: true}
	s.bottom = s.rows - 1
	s.tabs = defaultTabs(s.cols)
	return s
}

func clampSide(n int) int { return min(max(n, 1), maxSide) }

// SetHooks replaces the hooks.
func (s *Screen) SetHooks(h Hooks) { s.hooks = h }

// Write takes what the program wrote to its terminal.
func (s *Screen) Write(b []byte) {
	if s.skip {
		i := bytes.IndexAny(b, "\x1b\n")
		if i < 0 {
			return
		}
		if b[i] == '\n' {
			s.x = 0
			s.index()
			i++
		}
		s.skip = false
		b = b[i:]
	}
	s.parser.Write(b, (*drawing)(s))
}

// Size returns the columns and rows.
func (s *Screen) Size() (cols, rows int) { return s.cols, s.rows }

// Cursor returns where the next character will be written, 0-based, and whether the
// cursor is shown. After a character in the last column the cursor stays on it.
func (s *Screen) Cursor() (row, col int, visible bool) { return s.y, s.x, !s.hidden }

// Alternate reports whether the alternate screen is shown.
func (s *Screen) Alternate() bool { return s.g == s.alt }

// Row returns row y, 0-based. It panics if there is no such row.
func (s *Screen) Row(y int) Row {
	l := &s.g.lines[y]
	return Row{Cells: l.cells, Wrapped: l.wrapped}
}

// Text returns all rows, each without the blanks at its end.
func (s *Screen) Text() []string {
	rows := make([]string, s.rows)
	for y := range rows {
		rows[y] = s.Row(y).Text()
	}
	return rows
}

// Stale reports whether output was lost (Reset) and some cell has not been written
// or erased since.
func (s *Screen) Stale() bool {
	if s.stale {
		s.stale = !s.known(0, s.rows)
	}
	return s.stale
}

func (s *Screen) known(from, to int) bool {
	for y := from; y < to; y++ {
		if !s.Row(y).Known() {
			return false
		}
	}
	return true
}

// Reset says that output was lost. Everything is unknown and the screen stale until
// it has been written or erased again. The next bytes may start anywhere, so reading
// goes on after the next line feed or at the next ESC, and positions count again
// from the first absolute one.
func (s *Screen) Reset() {
	s.parser = Parser{}
	s.main.forget()
	s.alt.forget()
	s.skip, s.stale = true, true
	s.placed, s.penKnown, s.pending, s.joinable = false, false, false, false
	s.top, s.bottom = 0, s.rows-1
	s.asked = s.asked[:0]
}

// Resize follows the terminal's new size, clamped to 1..2000. The alternate screen is
// cut or extended at its right and lower edges, as xterm does. The main screen may
// have been reflowed by the terminal, so all of it becomes unknown, and the
// cursor's row with it.
func (s *Screen) Resize(cols, rows int) {
	cols, rows = clampSide(cols), clampSide(rows)
	if cols == s.cols && rows == s.rows {
		return
	}
	moved := s.y >= rows // the terminal scrolled to keep the cursor in view
	for len(s.tabs) < cols {
		s.tabs = append(s.tabs, len(s.tabs)%8 == 0)
	}
	s.main.resize(cols, rows)
	s.main.forget()
	s.main.saved.placed = false
	s.alt.resize(cols, rows)
	if moved || !s.Alternate() {
		s.g.forget()
		s.placed = false
	}
	s.cols, s.rows = cols, rows
	s.top, s.bottom = 0, rows-1
	s.x, s.y = min(s.x, cols-1), min(s.y, rows-1)
	s.pending, s.joinable = false, false
	s.asked = s.asked[:0]
}
