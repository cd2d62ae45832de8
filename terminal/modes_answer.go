package terminal

import "bytes"

// Answer takes a reply of the terminal on its way to the program and learns from it
// how a mode was before the program changed it: CSI ? mode ; value $ y, where 1 is
// set and 2 reset, asked for by CSI ? mode $ p. Other bytes are ignored.
func (m *Modes) Answer(reply []byte) {
	if !bytes.HasSuffix(reply, []byte("$y")) {
		return
	}
	var p Parser
	p.Write(reply, (*answerReader)(m))
}

// answerReader is Modes as the Handler of the terminal's replies.
type answerReader Modes

// Print implements Handler.
func (r *answerReader) Print(rune) {}

// Control implements Handler.
func (r *answerReader) Control(byte) {}

// Escape implements Handler.
func (r *answerReader) Escape(Sequence) {}

// OSC implements Handler.
func (r *answerReader) OSC([]byte) {}

// CSI implements Handler.
func (r *answerReader) CSI(q Sequence) {
	m := (*Modes)(r)
	i, ok := privateIndex(q.Param(0, 0))
	if !ok || !q.is('?', '$', 'y') || m.awaited&(1<<i) == 0 {
		return
	}
	bit := uint32(1) << i
	m.awaited &^= bit
	was, on := m.foundOn(i), q.Param(1, 0) == 1
	if off := q.Param(1, 0) == 2; !on && !off || on == was {
		return
	}
	m.found ^= bit
	if m.touched&bit != 0 {
		m.changed ^= bit
	}
	m.stale = true
}
