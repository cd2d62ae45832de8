package terminal

import "strings"

// CSI implements Handler.
func (d *drawing) CSI(q Sequence) {
	s := (*Screen)(d)
	switch {
	case q.Final == 'm' && q.Prefix == 0 && q.Intermediate == 0:
		s.pen.apply(q)
		s.penKnown = s.penKnown || q.Param(0, 0) == 0
		return
	case q.Prefix == '?' && q.Intermediate == 0 && (q.Final == 'h' || q.Final == 'l'):
		for i := range q.Len() {
			s.privateMode(q.Param(i, 0), q.Final == 'h')
		}
	case q.Prefix == 0 && q.Intermediate == 0:
		if !s.move(q) && !s.edit(q) && !s.scroll(q) {
			s.control(q)
		}
	}
	s.joinable = false
}

// move carries out the sequences that move the cursor.
func (s *Screen) move(q Sequence) bool {
	n := q.Count(0)
	switch q.Final {
	case 'A':
		s.up(n)
	case 'B', 'e':
		s.down(n)
	case 'C', 'a':
		s.x, s.pending = min(s.x+n, s.cols-1), false
	case 'D':
		s.x, s.pending = max(s.x-n, 0), false
	case 'E':
		s.column(1)
		s.down(n)
	case 'F':
		s.column(1)
		s.up(n)
	case 'G', '`':
		s.column(n)
	case 'H', 'f':
		s.column(q.Count(1))
		s.row(n)
	case 'I':
		s.tab(n)
	case 'Z':
		s.backTab(n)
	case 'd':
		s.row(n)
	default:
		return false
	}
	return true
}

func (s *Screen) up(n int) {
	limit := 0
	if s.y >= s.top {
		limit = s.top
	}
	s.y, s.pending = max(s.y-n, limit), false
}

func (s *Screen) down(n int) {
	limit := s.rows - 1
	if s.y <= s.bottom {
		limit = s.bottom
	}
	s.y, s.pending = min(s.y+n, limit), false
}

// column moves to a 1-based column.
func (s *Screen) column(n int) {
	s.x, s.pending = min(n, s.cols)-1, false
	s.columnFixed()
}

// row moves to a 1-based row, counted from the upper margin in origin mode.
func (s *Screen) row(n int) {
	top, bottom := 0, s.rows-1
	if s.origin {
		top, bottom = s.top, s.bottom
	}
	s.y, s.pending = min(top+n-1, bottom), false
	s.fix()
}

func (s *Screen) moveTo(row, col int) {
	s.column(col + 1)
	s.row(row + 1)
}

// scroll carries out the sequences that act on the rows between the margins, and REP.
func (s *Screen) scroll(q Sequence) bool {
	n := q.Count(0)
	switch q.Final {
	case 'S':
		s.g.scrollUp(s.top, s.bottom, n, s.blank())
	case 'T':
		if q.Len() < 2 { // five parameters are mouse highlighting
			s.g.scrollDown(s.top, s.bottom, n, s.blank())
		}
	case 'b':
		s.repeat(n)
	default:
		return false
	}
	return true
}

// edit carries out the sequences that change cells at the cursor.
func (s *Screen) edit(q Sequence) bool {
	if strings.IndexByte("@PXJKLM", q.Final) < 0 {
		return false
	}
	s.drift()
	s.pending = false
	n := q.Count(0)
	l := &s.g.lines[s.y]
	inside := s.y >= s.top && s.y <= s.bottom
	switch q.Final {
	case '@':
		l.insert(s.x, n, s.blank())
	case 'P':
		l.remove(s.x, n, s.blank())
	case 'X':
		s.g.erase(s.y, s.x, s.x+n, s.blank())
	case 'J':
		s.eraseDisplay(q.Param(0, 0))
	case 'K':
		s.eraseLine(q.Param(0, 0))
	case 'L':
		if inside {
			s.g.scrollDown(s.y, s.bottom, n, s.blank())
			s.x = 0
		}
	case 'M':
		if inside {
			s.g.scrollUp(s.y, s.bottom, n, s.blank())
			s.x = 0
		}
	}
	return true
}

func (s *Screen) eraseLine(how int) {
	switch how {
	case 0:
		s.g.erase(s.y, s.x, s.cols, s.blank())
	case 1:
		s.g.erase(s.y, 0, s.x+1, s.blank())
	case 2:
		s.g.erase(s.y, 0, s.cols, s.blank())
	}
}

func (s *Screen) eraseDisplay(how int) {
	switch {
	case how == 0 && s.x == 0 && s.y == 0 || how == 2:
		s.clear()
	case how == 0:
		s.eraseLine(0)
		s.g.clearLines(s.y+1, s.rows, s.blank())
	case how == 1:
		s.eraseLine(1)
		s.g.clearLines(0, s.y, s.blank())
	}
}

// repeat is REP: the last character again, at most a screenful.
func (s *Screen) repeat(n int) {
	if s.last == 0 {
		return
	}
	for range min(n, s.cols*s.rows) {
		(*drawing)(s).Print(s.last)
	}
}

// control carries out the sequences that set margins, tabs and modes.
func (s *Screen) control(q Sequence) {
	switch q.Final {
	case 'g':
		switch q.Param(0, 0) {
		case 0:
			s.tabs[s.x] = false
		case 3:
			clear(s.tabs)
		}
	case 'h', 'l':
		for i := range q.Len() {
			if q.Param(i, 0) == 4 {
				s.insert = q.Final == 'h'
			}
		}
	case 'n':
		if q.Param(0, 0) == 6 {
			s.ask()
		}
	case 'r':
		top, bottom := q.Count(0), min(q.Param(1, s.rows), s.rows)
		if bottom == 0 {
			bottom = s.rows
		}
		if top < bottom {
			s.top, s.bottom = top-1, bottom-1
			s.moveTo(0, 0)
		}
	case 's':
		s.escape('7')
	case 'u':
		s.escape('8')
	}
}

// privateMode carries out CSI ? mode h and l.
func (s *Screen) privateMode(mode int, on bool) {
	switch mode {
	case 6:
		s.origin = on
		s.moveTo(0, 0)
	case 7:
		s.noWrap = !on
		s.pending = s.pending && on
	case 25:
		s.hidden = !on
	case 47, 1047, 1049:
		s.alternate(mode, on)
	case 1048:
		if on {
			s.g.saved = s.cursor
		} else {
			s.restore()
		}
	case 2026:
		if !on && s.hooks.Frame != nil {
			s.hooks.Frame()
		}
	}
}

// alternate enters or leaves the alternate screen. 1049 saves the cursor and enters a
// cleared one; 1047 clears it on leaving; 47 never clears.
func (s *Screen) alternate(mode int, on bool) {
	if on == s.Alternate() {
		return
	}
	s.pending = false
	if on {
		if mode == 1049 {
			s.main.saved = s.cursor
		}
		s.g = s.alt
		if mode == 1049 {
			s.clear()
		}
		return
	}
	if mode == 1047 {
		s.clear()
	}
	s.g = s.main
	if mode == 1049 {
		s.restore()
	}
}
