package terminal

// report is a cursor position query (CSI 6 n) whose answer has not come yet.
type report struct {
	x, y   int  // where the model had the cursor
	fixed  bool // the program has chosen a row itself since
	column bool // or a column
}

// maxAsked bounds the queries remembered; Codex has one open at a time.
const maxAsked = 16

func (s *Screen) ask() {
	if len(s.asked) < maxAsked {
		s.asked = append(s.asked, report{x: s.x, y: s.y})
	}
}

// Place takes the terminal's answer to a cursor position query, CSI row ; col R, as a
// 0-based position. The answer tells where the cursor was at the query; what the
// program did since counts from there. If that is not where the model had it, what
// was drawn before is in the wrong rows and becomes unknown.
func (s *Screen) Place(row, col int) {
	q := report{x: s.x, y: s.y}
	if len(s.asked) > 0 {
		q = s.asked[0]
		s.asked = append(s.asked[:0], s.asked[1:]...)
	}
	if q.fixed {
		return
	}
	if (row != q.y || col != q.x) && (s.g.drifted || s.placed) {
		s.g.forget()
	}
	s.g.drifted, s.placed = false, true
	y := min(max(s.y+row-q.y, 0), s.rows-1)
	x := s.x
	if !q.column {
		x = min(max(s.x+col-q.x, 0), s.cols-1)
	}
	s.pending = s.pending && x == s.x
	for i := range s.asked { // the later queries were made as far off
		s.asked[i].y += y - s.y
		s.asked[i].x += x - s.x
	}
	s.x, s.y = x, y
}

// fix notes that the program chose the cursor's row itself.
func (s *Screen) fix() {
	for i := range s.asked {
		s.asked[i].fixed = true
	}
	if s.placed {
		return
	}
	s.placed = true
	if s.g.drifted {
		s.g.forget()
	}
}

// drift notes that a cell changes while the cursor's row may be wrong.
func (s *Screen) drift() { s.g.drifted = s.g.drifted || !s.placed }
