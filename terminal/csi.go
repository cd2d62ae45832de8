package terminal

// CSI implements Handler.
func (d *drawing) CSI(q Sequence) {
	s := (*Screen)(d)
	switch {
	case q.Final == 'm' && q.Prefix == 0 && q.Intermediate == 0:
		s.pen.apply(&q)
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
	case 'c':
		s.queried(q)
	case 'n':
		if q.Param(0, 0) == 6 {
			s.ask()
		}
		s.queried(q)
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

func (s *Screen) queried(q Sequence) {
	if s.hooks.Query != nil {
		s.hooks.Query(q)
	}
}
