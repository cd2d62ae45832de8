package terminal

import "strings"

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
