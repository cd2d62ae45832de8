package terminal

import (
	"bytes"
	"hash/maphash"
	"unicode/utf8"
)

// Modes remembers what a program has set on its terminal, from the bytes it writes,
// so that the terminal can be given back as it was. It sits on the way of every
// byte, so text costs a search for ESC and nothing more. The zero value is ready:
// a terminal on which nothing is set. It is not safe for concurrent use.
type Modes struct {
	parser Parser

	changed uint32 // bit i: privateModes[i] is not as it was found
	touched uint32 // bit i: the program has set or reset it
	awaited uint32 // bit i: the program asked for it before it touched it
	found   uint32 // bit i: the terminal reported it set at that time, or it is on by default
	known   bool   // found has its defaults

	main, alt      keyboard
	alternate      int // the mode that entered the alternate screen, 0 on the main one
	otherKeys      int // modifyOtherKeys, CSI > 4 ; n m
	margins        [2]int
	pen            Style
	pens           []byte  // SGR sequences that pen does not hold yet, see settle
	penParser      Parser  // of pens
	styled         bool    // the pen was ever set
	begun          bool    // a sequence was ever begun
	charsets       [2]byte // G0 and G1, 0 for ASCII
	keypad, insert bool
	newline        bool // LNM
	cursorStyle    int  // DECSCUSR
	linked         bool // OSC 8
	title          title
	colors         uint16 // bit i: OSC 10+i was set
	palette        bool   // OSC 4
	progress       bool   // OSC 9;4
	session        activity

	asked   int
	stale   bool // version must be worked out again
	version uint64
}

// privateMode is a mode of CSI ? mode h and l that is worth undoing.
type privateMode struct {
	mode int
	on   bool // as a terminal starts
}

// privateModes are listed in the order they are undone: mouse (its encodings before
// the reports themselves), focus, wheel, and then what shapes text and keys.
var privateModes = [...]privateMode{
	{1016, false}, {1015, false}, {1006, false}, {1005, false}, // mouse encodings
	{1003, false}, {1002, false}, {1001, false}, {1000, false}, {9, false}, // mouse reports
	{1004, false}, // focus reports
	{1007, false}, // the wheel as arrow keys on the alternate screen
	{69, false},   // left and right margins
	{5, false},    // reverse video
	{1, false},    // application cursor keys
	{66, false},   // application keypad
	{7, true},     // autowrap
	{45, false},   // reverse wrap
	{6, false},    // origin
	{2027, false}, // grapheme clusters
	{2031, false}, // reports of the colour scheme
	{2048, false}, // reports of the size
	{12, false},   // blinking cursor
	{25, true},    // visible cursor
	{2004, false}, // bracketed paste
	{2026, false}, // synchronized update, ended before everything else
}

func privateIndex(mode int) (i int, ok bool) {
	for i := range privateModes {
		if privateModes[i].mode == mode {
			return i, true
		}
	}
	return 0, false
}

// isChanged reports whether a mode of the table is not as it was found.
func (m *Modes) isChanged(mode int) bool {
	i, _ := privateIndex(mode)
	return m.changed&(1<<i) != 0
}

// Write takes what the program wrote to its terminal.
func (m *Modes) Write(b []byte) {
	for len(b) > 0 {
		if m.parser.state != ground {
			b = b[m.parser.sequence(b, (*modeReader)(m)):]
			continue
		}
		i := bytes.IndexByte(b, 0x1b)
		if i < 0 {
			m.tail(b)
			return
		}
		m.stale = m.stale || !m.begun
		m.begun = true
		m.parser.need = 0
		b = b[i+1:]
		if n := m.colour(b); n > 0 {
			b = b[n:]
		} else {
			m.parser.begin()
		}
	}
}

// maxPens bounds pens, in bytes: what a line of dense colours has.
const maxPens = 256

// colour takes the rest of an SGR sequence that is there as a whole, and returns its length; 0 for all else. Half of what
// programs write is such sequences, and most are gone with the next reset before anybody asks for the pen.
func (m *Modes) colour(b []byte) int {
	n := 1
	for n < len(b) && b[n] >= '0' && b[n] <= ';' { // digits, ':' and ';'
		n++
	}
	if n >= len(b) || b[0] != '[' || b[n] != 'm' || n > maxPens/4 {
		return 0
	}
	m.stale = m.stale || !m.styled
	m.styled = true
	if n == 1 || n == 2 && b[1] == '0' {
		m.pen, m.pens = Style{}, m.pens[:0]
		return n + 1
	}
	if len(m.pens)+n+2 > maxPens {
		m.settle()
	}
	m.pens = append(append(m.pens, 0x1b), b[:n+1]...)
	return n + 1
}

// settle brings pen up to date.
func (m *Modes) settle() {
	if len(m.pens) == 0 {
		return
	}
	pens := m.pens
	m.pens = m.pens[:0]
	m.penParser.Write(pens, (*modeReader)(m))
}

// tail passes over text, of which only a character cut at its end matters.
func (m *Modes) tail(b []byte) {
	h := (*modeReader)(m)
	for m.parser.need > 0 && len(b) > 0 {
		b = b[m.parser.continueRune(b[0], h):]
	}
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax && b[i] >= 0x80; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				m.parser.text(b[i:], h, nil)
			}
			return
		}
	}
}

// AtRest reports whether bytes of our own may be written here: the program is not
// inside a sequence, a character or a synchronized update.
func (m *Modes) AtRest() bool { return m.parser.Ground() && !m.isChanged(2026) }

// Alternate reports whether the alternate screen is shown.
func (m *Modes) Alternate() bool { return m.alternate != 0 }

// KittyFlags returns the flags of the kitty keyboard protocol that the program has
// put in force on the current screen, 0 if none.
func (m *Modes) KittyFlags() int { return m.keyboard().flags() }

// Asked counts the queries written so far: each makes the terminal send a reply
// (DA, DSR, DECRQM, OSC colours, kitty flags, XTVERSION, XTGETTCAP, DECRQSS, sizes).
func (m *Modes) Asked() int { return m.asked }

// seed makes versions comparable within one process.
var seed = maphash.MakeSeed()

// Version changes whenever Rescue would return other bytes, and is the same again when
// it would return the same. It costs nothing while the program writes text, coloured or not.
func (m *Modes) Version() uint64 {
	if m.stale {
		m.stale = false
		m.version = 0
		if rescue := m.Rescue(); rescue != nil {
			m.version = maphash.Bytes(seed, rescue)
		}
	}
	return m.version
}

func (m *Modes) keyboard() *keyboard {
	if m.alternate != 0 {
		return &m.alt
	}
	return &m.main
}
