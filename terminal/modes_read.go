package terminal

// modeReader is Modes as the Handler of its own Parser.
type modeReader Modes

// Print implements Handler.
func (r *modeReader) Print(rune) {}

// Control implements Handler.
func (r *modeReader) Control(byte) {}

// Escape implements Handler.
func (r *modeReader) Escape(q Sequence) {
	m := (*Modes)(r)
	m.stale = true
	switch q.Intermediate {
	case 0:
		switch q.Final {
		case '=':
			m.keypad = true
		case '>':
			m.keypad = false
		case 'c': // RIS: the program has undone everything itself
			*m = Modes{begun: true, asked: m.asked, stale: true}
		}
	case '(', ')':
		g := q.Final
		if g == 'B' {
			g = 0
		}
		m.charsets[q.Intermediate-'('] = g
	}
}

// CSI implements Handler.
func (r *modeReader) CSI(q Sequence) {
	m := (*Modes)(r)
	m.stale = m.stale || !m.styled || q.Final != 'm'
	switch {
	case q.is(0, 0, 'm'):
		m.settle()
		m.pen.apply(&q)
		m.styled = true
	case m.isQuery(q):
		m.asked++
	case q.is('?', 0, 'h'), q.is('?', 0, 'l'):
		for i := range q.Len() {
			m.private(q.Param(i, 0), q.Final == 'h')
		}
	case q.is(0, 0, 'h'), q.is(0, 0, 'l'):
		for i := range q.Len() {
			switch q.Param(i, 0) {
			case 4:
				m.insert = q.Final == 'h'
			case 20:
				m.newline = q.Final == 'h'
			}
		}
	case q.is(0, 0, 'r'):
		m.margins = [2]int{q.Param(0, 0), q.Param(1, 0)}
		if m.margins[0] <= 1 && m.margins[1] == 0 {
			m.margins = [2]int{}
		}
	case q.is('>', 0, 'm'):
		m.modifyKeys(q)
	case q.is('>', 0, 'n'):
		if q.Param(0, 0) == 4 {
			m.otherKeys = 0
		}
	case q.is(0, ' ', 'q'):
		m.cursorStyle = q.Param(0, 0)
	case q.is(0, 0, 't'):
		m.title.stack(q)
	case q.Final == 'u' && q.Intermediate == 0:
		m.keyboard().change(q)
	}
}

// isQuery recognises the sequences a terminal answers, and notes the modes asked for.
func (m *Modes) isQuery(q Sequence) bool {
	switch {
	case q.Final == 'c' && q.Intermediate == 0: // DA1, DA2 (>), DA3 (=)
		return q.Prefix != '?' && q.Param(0, 0) == 0
	case q.is(0, 0, 'n'), q.is('?', 0, 'n'): // DSR, CPR, colour scheme
		return true
	case q.is('?', '$', 'p'):
		if i, ok := privateIndex(q.Param(0, 0)); ok && m.touched&(1<<i) == 0 {
			m.awaited |= 1 << i
		}
		return true
	case q.is(0, '$', 'p'), q.is('?', 0, 'u'), q.is('>', 0, 'q'), q.is(0, 0, 'x'),
		q.is('?', 0, 'S'), q.is('?', 0, 'm'):
		return true
	case q.is(0, 0, 't'): // XTWINOPS reports
		p := q.Param(0, 0)
		return p >= 11 && p <= 21 && p != 12 && p != 17
	}
	return false
}

func (m *Modes) private(mode int, on bool) {
	switch mode {
	case 47, 1047, 1049:
		switch {
		case !on:
			m.alternate = 0
		case m.alternate == 0:
			m.alternate = mode
		}
		return
	}
	i, ok := privateIndex(mode)
	if !ok {
		return
	}
	bit := uint32(1) << i
	m.touched |= bit
	if on != m.foundOn(i) {
		m.changed |= bit
	} else {
		m.changed &^= bit
	}
}

// foundOn reports how mode i of the table was before the program changed it.
func (m *Modes) foundOn(i int) bool {
	if !m.known {
		m.known = true
		for j, p := range privateModes {
			if p.on {
				m.found |= 1 << j
			}
		}
	}
	return m.found&(1<<i) != 0
}

func (m *Modes) modifyKeys(q Sequence) {
	if q.Len() == 0 {
		m.otherKeys = 0 // CSI > m resets all
	} else if q.Param(0, 0) == 4 {
		m.otherKeys = q.Param(1, 0)
	}
}

func (r *modeReader) dcs(q Sequence) {
	if q.is(0, '+', 'q') || q.is(0, '$', 'q') { // XTGETTCAP, DECRQSS
		r.asked++
	}
}
