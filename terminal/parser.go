package terminal

import "unicode/utf8"

// Handler receives what a Parser finds, in order.
type Handler interface {
	// Print receives a character of text. Malformed UTF-8 arrives as U+FFFD, once
	// for each maximal part of a character.
	Print(r rune)
	// Control receives a C0 control byte other than ESC, also one inside a
	// sequence, and a C1 control (0x80 to 0x9F) that was written as UTF-8.
	Control(b byte)
	// Escape receives ESC, an optional intermediate byte and a final byte.
	Escape(s Sequence)
	// CSI receives a control sequence, ESC [ … final.
	CSI(s Sequence)
	// OSC receives the body of an operating system command, ESC ] body, ended by
	// BEL or ESC \. The slice is valid only during the call. Bodies longer than
	// 64 KiB are dropped. DCS, APC, PM and SOS strings are swallowed.
	OSC(data []byte)
}

// asciiHandler is a Handler that takes a run of printable ASCII at once.
type asciiHandler interface{ ascii(run []byte) }

// dcsHandler is a Handler that wants to know the head of a device control string.
type dcsHandler interface{ dcs(s Sequence) }

const (
	// maxOSC bounds an OSC body: a title, a link or a clipboard write of ordinary size.
	maxOSC = 64 << 10
	// maxParams bounds the parameters of a sequence; SGR with two RGB colours takes 12.
	maxParams = 32
	// maxParam bounds a parameter: it must hold any Unicode code point (kitty keys).
	maxParam = 1 << 21
)

type state uint8

const (
	ground state = iota
	escape
	escapeIntermediate
	csiEntry
	csiParam
	csiIntermediate
	csiIgnore
	oscString
	swallowString // DCS, APC, PM, SOS
	stringEscape  // ESC inside a string: \ ends it, anything else cancels it
)

// Parser is the state machine of ECMA-48 as the VT500 family implements it, with
// UTF-8. Any split of the bytes into writes gives the same calls, except that
// runs of text may be cut differently. Its zero value is ready. It is not safe for
// concurrent use.
type Parser struct {
	state state

	// An unfinished UTF-8 character: the bits so far, the bytes still needed, and
	// the range allowed for the next one.
	r      rune
	need   uint8
	lo, hi byte

	prefix, intermediate byte
	params               [maxParams]int32
	n                    int // parameters begun
	sub                  uint32
	surplus              bool // more than maxParams: the rest is ignored
	device               bool // the sequence being read is a DCS head, not a CSI

	osc      []byte
	inOSC    bool // the string being read is an OSC
	overlong bool // the OSC outgrew maxOSC and will be dropped
}

// Ground reports whether the parser stands between sequences and characters.
func (p *Parser) Ground() bool { return p.state == ground && p.need == 0 }

// Write reads b and calls h for everything completed by it.
func (p *Parser) Write(b []byte, h Handler) {
	runs, _ := h.(asciiHandler)
	for len(b) > 0 {
		if p.state == ground {
			b = b[p.text(b, h, runs):]
		} else {
			b = b[p.sequence(b, h):]
		}
	}
}

// text reads characters and controls up to and including the next ESC and returns
// the number of bytes read.
func (p *Parser) text(b []byte, h Handler, runs asciiHandler) int {
	for i := 0; i < len(b); {
		c := b[i]
		switch {
		case p.need > 0:
			i += p.continueRune(c, h)
		case c >= ' ' && c < 0x7f:
			j := i + 1
			for j < len(b) && b[j] >= ' ' && b[j] < 0x7f {
				j++
			}
			if runs != nil {
				runs.ascii(b[i:j])
			} else {
				for _, c := range b[i:j] {
					h.Print(rune(c))
				}
			}
			i = j
		case c == 0x1b:
			p.begin()
			return i + 1
		case c < ' ':
			h.Control(c)
			i++
		case c == 0x7f:
			i++
		default:
			if r, n := utf8.DecodeRune(b[i:]); n > 1 {
				emit(r, h)
				i += n
			} else {
				p.beginRune(c, h)
				i++
			}
		}
	}
	return len(b)
}

// beginRune takes the first byte of a character that is malformed or cut by the
// end of the write.
func (p *Parser) beginRune(c byte, h Handler) {
	p.lo, p.hi = 0x80, 0xbf
	switch {
	case c >= 0xc2 && c <= 0xdf:
		p.r, p.need = rune(c&0x1f), 1
	case c >= 0xe0 && c <= 0xef:
		p.r, p.need = rune(c&0x0f), 2
		if c == 0xe0 {
			p.lo = 0xa0
		} else if c == 0xed {
			p.hi = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		p.r, p.need = rune(c&0x07), 3
		if c == 0xf0 {
			p.lo = 0x90
		} else if c == 0xf4 {
			p.hi = 0x8f
		}
	default:
		h.Print(utf8.RuneError)
	}
}

// continueRune takes the next byte of an unfinished character and returns how many
// bytes it used: 0 if the character ends here, malformed.
func (p *Parser) continueRune(c byte, h Handler) int {
	if c < p.lo || c > p.hi {
		p.need = 0
		h.Print(utf8.RuneError)
		return 0
	}
	p.lo, p.hi = 0x80, 0xbf
	p.r = p.r<<6 | rune(c&0x3f)
	p.need--
	if p.need == 0 {
		emit(p.r, h)
	}
	return 1
}

func emit(r rune, h Handler) {
	if r < 0xa0 {
		h.Control(byte(r))
		return
	}
	h.Print(r)
}

// sequence reads from inside a sequence to its end and returns the number of bytes
// read.
func (p *Parser) sequence(b []byte, h Handler) int {
	for i, c := range b {
		switch {
		case p.state == oscString || p.state == swallowString:
			p.stringByte(c, h)
		case p.state == stringEscape:
			p.stringEnd(c, h)
		case c == 0x1b:
			p.begin()
		case c == 0x18 || c == 0x1a: // CAN, SUB
			p.state = ground
		case c < ' ':
			if !p.device {
				h.Control(c)
			}
		case c >= 0x7f: // ignored, as in the VT500
		case p.state == escape || p.state == escapeIntermediate:
			p.escapeByte(c, h)
		default:
			p.csiByte(c, h)
		}
		if p.state == ground {
			return i + 1
		}
	}
	return len(b)
}

// begin starts a sequence: an ESC was read.
func (p *Parser) begin() {
	p.state, p.intermediate, p.device = escape, 0, false
}

func (p *Parser) escapeByte(c byte, h Handler) {
	if c < '0' { // intermediate
		if p.state == escapeIntermediate {
			c = tooMany
		}
		p.intermediate = c
		p.state = escapeIntermediate
		return
	}
	if p.state == escape {
		switch c {
		case '[', 'P':
			p.device = c == 'P'
			p.prefix, p.intermediate, p.n, p.sub, p.surplus = 0, 0, 0, 0, false
			p.state = csiEntry
			return
		case ']':
			p.osc, p.inOSC, p.overlong = p.osc[:0], true, false
			p.state = oscString
			return
		case 'X', '^', '_':
			p.inOSC = false
			p.state = swallowString
			return
		}
	}
	p.state = ground
	if p.intermediate != tooMany {
		h.Escape(Sequence{Intermediate: p.intermediate, Final: c})
	}
}

// tooMany stands for several intermediate bytes.
const tooMany = 0xff

func (p *Parser) csiByte(c byte, h Handler) {
	switch {
	case c >= '@':
		p.csiEnd(c, h)
	case p.state == csiIgnore:
	case c < '0': // intermediate
		if p.intermediate != 0 {
			p.state = csiIgnore
			return
		}
		p.intermediate = c
		p.state = csiIntermediate
	case p.state == csiIntermediate:
		p.state = csiIgnore
	case c >= '<':
		if p.state != csiEntry {
			p.state = csiIgnore
			return
		}
		p.prefix = c
		p.state = csiParam
	default:
		p.state = csiParam
		p.param(c)
	}
}

// param takes a digit or a separator of the parameters.
func (p *Parser) param(c byte) {
	if p.n == 0 {
		p.n, p.params[0] = 1, missing
	}
	switch {
	case c < ':':
		if !p.surplus {
			v := &p.params[p.n-1]
			*v = min(max(*v, 0)*10+int32(c-'0'), maxParam)
		}
	case p.n == maxParams:
		p.surplus = true
	default:
		if c == ':' {
			p.sub |= 1 << p.n
		}
		p.params[p.n] = missing
		p.n++
	}
}

func (p *Parser) csiEnd(c byte, h Handler) {
	ignore := p.state == csiIgnore
	s := Sequence{Prefix: p.prefix, Intermediate: p.intermediate, Final: c, params: p.params[:p.n], sub: p.sub}
	if p.device {
		p.inOSC = false
		p.state = swallowString
		if d, ok := h.(dcsHandler); ok && !ignore {
			d.dcs(s)
		}
		return
	}
	p.state = ground
	if !ignore {
		h.CSI(s)
	}
}

func (p *Parser) stringByte(c byte, h Handler) {
	switch {
	case c == 0x1b:
		p.state = stringEscape
	case c == 0x18 || c == 0x1a:
		p.state = ground
	case p.state == swallowString:
	case c == 0x07:
		p.oscEnd(h)
	case c < ' ':
	case len(p.osc) == maxOSC:
		p.overlong = true
	default:
		p.osc = append(p.osc, c)
	}
}

// stringEnd takes the byte after an ESC inside a string.
func (p *Parser) stringEnd(c byte, h Handler) {
	switch c {
	case '\\':
		if p.inOSC {
			p.oscEnd(h)
		} else {
			p.state = ground
		}
	case 0x1b:
		p.begin()
	case 0x18, 0x1a:
		p.state = ground
	default:
		p.begin()
		if c < ' ' {
			h.Control(c)
		} else if c < 0x7f {
			p.escapeByte(c, h)
		}
	}
}

func (p *Parser) oscEnd(h Handler) {
	p.state = ground
	if !p.overlong {
		h.OSC(p.osc)
	}
	if cap(p.osc) > 4<<10 {
		p.osc = nil // a rare giant is not kept
	}
}
