package terminal

// Control implements Handler.
func (d *drawing) Control(b byte) {
	s := (*Screen)(d)
	s.joinable = false
	switch b {
	case '\b':
		s.x = max(s.x-1, 0)
		s.pending = false
	case '\t':
		s.tab(1)
	case '\n', '\v', '\f':
		s.pending = false
		s.index()
	case '\r':
		s.x, s.pending = 0, false
		s.columnFixed()
	case 0x0e, 0x0f: // SO, SI
		s.shift = 0x0f - b
	}
}

// columnFixed notes that the column no longer depends on where a query was made.
func (s *Screen) columnFixed() {
	s.doubtful = false
	for i := range s.asked {
		s.asked[i].column = true
	}
}

// index moves the cursor down one row, scrolling at the lower margin.
func (s *Screen) index() {
	s.inked = 0
	switch {
	case s.y == s.bottom:
		s.g.scrollUp(s.top, s.bottom, 1, s.blank())
	case s.y < s.rows-1:
		s.y++
	}
}

// reverseIndex moves the cursor up one row, scrolling at the upper margin.
func (s *Screen) reverseIndex() {
	s.pending, s.inked = false, 0
	switch {
	case s.y == s.top:
		s.g.scrollDown(s.top, s.bottom, 1, s.blank())
	case s.y > 0:
		s.y--
	}
}

// blank is an erased cell: nothing but the pen's background.
func (s *Screen) blank() Cell {
	return Cell{Style: s.pen.background(), Width: 1, Known: s.penKnown}
}

// Escape implements Handler.
func (d *drawing) Escape(q Sequence) {
	s := (*Screen)(d)
	s.joinable = false
	switch q.Intermediate {
	case 0:
		s.escape(q.Final)
	case '(', ')':
		s.cursor.g[q.Intermediate-'('] = q.Final
	case '#':
		if q.Final == '8' {
			s.align()
		}
	}
}

func (s *Screen) escape(final byte) {
	switch final {
	case '7':
		s.g.saved, s.g.savedByChild = s.cursor, true
	case '8':
		s.restore()
	case 'D':
		s.pending = false
		s.index()
	case 'E':
		s.column(1)
		s.index()
	case 'H':
		s.tabs[s.x] = true
	case 'M':
		s.reverseIndex()
	case 'c':
		s.fullReset()
	}
}

func (s *Screen) restore() {
	s.cursor = s.g.saved
	s.x, s.y = min(s.x, s.cols-1), min(s.y, s.rows-1)
	if s.placed {
		s.placed = false
		s.fix()
	}
}

// align is DECALN: the screen full of E, for adjusting tubes.
func (s *Screen) align() {
	s.top, s.bottom = 0, s.rows-1
	s.moveTo(0, 0)
	for y := range s.g.lines {
		fill(s.g.lines[y].cells, Cell{Text: "E", Width: 1, Known: true})
	}
}

// fullReset is RIS.
func (s *Screen) fullReset() {
	s.g = s.main
	for _, g := range []*grid{s.main, s.alt} {
		g.saved, g.savedByChild = cursor{penKnown: true}, false
	}
	s.cursor = cursor{penKnown: true}
	s.top, s.bottom = 0, s.rows-1
	s.tabs = defaultTabs(s.cols)
	s.hidden, s.insert, s.noWrap, s.linked = false, false, false, false
	s.clear()
	s.fix()
}

// clear erases the whole screen in force.
func (s *Screen) clear() {
	s.g.clearLines(0, s.rows, s.blank())
	s.g.drifted = false
}

// OSC implements Handler.
func (d *drawing) OSC(data []byte) {
	s := (*Screen)(d)
	if len(data) >= 2 && data[0] == '8' && data[1] == ';' {
		// OSC 8 ; parameters ; address: an empty address ends the link.
		s.linked = data[len(data)-1] != ';'
	}
	if s.hooks.OSC != nil {
		s.hooks.OSC(data)
	}
}

func defaultTabs(cols int) []bool {
	tabs := make([]bool, cols)
	for x := range tabs {
		tabs[x] = x%8 == 0
	}
	return tabs
}

// tab moves the cursor to the n-th tab stop to the right.
func (s *Screen) tab(n int) {
	for ; n > 0 && s.x < s.cols-1; n-- {
		for s.x++; s.x < s.cols-1 && !s.tabs[s.x]; s.x++ {
		}
	}
}

// backTab moves the cursor to the n-th tab stop to the left.
func (s *Screen) backTab(n int) {
	s.pending = false
	for ; n > 0 && s.x > 0; n-- {
		for s.x--; s.x > 0 && !s.tabs[s.x]; s.x-- {
		}
	}
}
