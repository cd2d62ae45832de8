package terminal

import "strconv"

// Undo returns the bytes that put the terminal back as the program found it, or nil
// if nothing is set. It undoes only what was seen set, never by a full reset
// (RIS). An unfinished sequence is cancelled first and a synchronized update ended;
// then the alternate screen loses its keyboard flags and is left by the mode that
// entered it; the rest belongs to both screens. Replies to the program's queries
// are not its business. Two things cannot be given back: a title or a palette that
// was there before.
func (m *Modes) Undo() []byte {
	var b []byte
	switch m.parser.state {
	case ground:
	case oscString, swallowString, stringEscape:
		b = append(b, cancel...)
	default:
		b = append(b, 0x18) // CAN
	}
	m.settle()
	return m.undo(b, m.changed, m.pen != (Style{}))
}

// cancel ends what may be a sequence or a string: CAN, and ST for terminals that only know that.
const cancel = "\x18\x1b\\"

// Rescue returns the bytes for somebody who cannot know how much of the last write has
// reached the terminal, as after a kill in its midst: those of Undo and, of what can be
// undone twice (a sequence's end, private modes, the pen), all that the program has ever touched.
func (m *Modes) Rescue() []byte {
	if !m.begun {
		return nil
	}
	return m.undo([]byte(cancel), m.changed|m.touched, m.styled)
}

// undo appends what undoes the changed modes, the pen if styled, and all else that is set.
func (m *Modes) undo(b []byte, changed uint32, styled bool) []byte {
	if changed&(1<<privateUpdate) != 0 {
		b = append(b, "\x1b[?2026l"...)
	}
	b = m.undoScreens(b)
	if m.otherKeys != 0 {
		b = append(b, "\x1b[>4;0m"...)
	}
	b = m.undoPrivate(b, changed, 0, privateText)
	if m.margins != [2]int{} {
		b = append(b, "\x1b7\x1b[r\x1b8"...) // CSI r homes the cursor
	}
	b = m.undoText(b, styled)
	b = m.undoPrivate(b, changed, privateText, privateUpdate)
	if m.cursorStyle != 0 {
		b = append(b, "\x1b[0 q"...)
	}
	b = m.title.undo(b)
	b = m.undoColors(b)
	return m.session.undo(b)
}

// privateText is where in privateModes the modes of mouse, focus and wheel end,
// privateUpdate the synchronized update, which is the last of them.
var (
	privateText, _   = privateIndex(69)
	privateUpdate, _ = privateIndex(2026)
)

// undoScreens pops the keyboard flags of both screens and goes to the main one.
func (m *Modes) undoScreens(b []byte) []byte {
	enter := m.alternate
	if enter == 0 && m.alt.isSet() { // left behind on a screen that was left
		enter = 1049
		b = append(b, "\x1b[?1049h"...)
	}
	if enter != 0 {
		b = m.alt.undo(b)
		b = sequence(b, "\x1b[?", enter, "l")
	}
	return m.main.undo(b)
}

// undoText undoes what shapes the characters written.
func (m *Modes) undoText(b []byte, styled bool) []byte {
	if styled {
		b = append(b, "\x1b[0m"...)
	}
	if m.linked {
		b = append(b, "\x1b]8;;\x1b\\"...)
	}
	if m.charsets[0] != 0 {
		b = append(b, "\x1b(B"...)
	}
	if m.charsets[1] != 0 {
		b = append(b, "\x1b)B\x0f"...) // and SI, which is not looked for in text
	}
	if m.keypad {
		b = append(b, "\x1b>"...)
	}
	if m.insert {
		b = append(b, "\x1b[4l"...)
	}
	if m.newline {
		b = append(b, "\x1b[20l"...)
	}
	return b
}

func (m *Modes) undoPrivate(b []byte, changed uint32, from, to int) []byte {
	for i := from; i < to; i++ {
		if changed&(1<<i) != 0 {
			b = setPrivate(b, privateModes[i].mode, m.foundOn(i))
		}
	}
	return b
}

func setPrivate(b []byte, mode int, on bool) []byte {
	if on {
		return sequence(b, "\x1b[?", mode, "h")
	}
	return sequence(b, "\x1b[?", mode, "l")
}

func (m *Modes) undoColors(b []byte) []byte {
	if m.palette {
		b = append(b, "\x1b]104\x1b\\"...)
	}
	for i := range 10 {
		if m.colors&(1<<i) != 0 {
			b = sequence(b, "\x1b]", 110+i, "\x1b\\")
		}
	}
	if m.progress {
		b = append(b, "\x1b]9;4;0\x1b\\"...)
	}
	return b
}

// Reassert returns the bytes that set everything again after Undo and a stop, or nil
// if nothing was set. The alternate screen is entered but not drawn, and a
// synchronized update is not begun again: the program redraws. Colours and the
// state of OSC 7501 are the program's to report anew.
func (m *Modes) Reassert() []byte {
	b := m.main.reassert(nil)
	if m.alternate != 0 {
		b = setPrivate(b, m.alternate, true)
		b = m.alt.reassert(b)
	}
	if m.otherKeys != 0 {
		b = sequence(b, "\x1b[>4;", m.otherKeys, "m")
	}
	for i, p := range privateModes {
		if m.changed&(1<<i) != 0 && p.mode != 2026 {
			b = setPrivate(b, p.mode, !m.foundOn(i))
		}
	}
	if m.margins != [2]int{} {
		b = append(b, "\x1b7\x1b["...)
		b = strconv.AppendInt(b, int64(m.margins[0]), 10)
		b = sequence(b, ";", m.margins[1], "r\x1b8")
	}
	return m.reassertText(b)
}

func (m *Modes) reassertText(b []byte) []byte {
	for i, g := range m.charsets {
		if g != 0 {
			b = append(b, 0x1b, '('+byte(i), g)
		}
	}
	if m.keypad {
		b = append(b, "\x1b="...)
	}
	if m.insert {
		b = append(b, "\x1b[4h"...)
	}
	if m.newline {
		b = append(b, "\x1b[20h"...)
	}
	if m.cursorStyle != 0 {
		b = sequence(b, "\x1b[", m.cursorStyle, " q")
	}
	if m.settle(); m.pen != (Style{}) {
		b = m.pen.append(b)
	}
	return m.title.reassert(b)
}
