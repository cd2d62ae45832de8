package terminal

// sequence reads from inside a sequence to its end and returns the number of bytes
// read.
func (p *Parser) sequence(b []byte, h Handler) int {
	for i := 0; i < len(b); i++ {
		c := b[i]
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
		case (p.state == csiParam || p.state == csiEntry) && c >= '0' && c <= '9':
			p.state = csiParam
			i += p.digits(b[i:]) - 1
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
	default: // a separator, as digits are taken by runs
		p.state = csiParam
		p.separator(c)
	}
}

// digits takes the digits of a parameter that b begins with and returns how many they are.
func (p *Parser) digits(b []byte) (n int) {
	if p.n == 0 {
		p.n, p.params[0] = 1, missing
	}
	v := max(p.params[p.n-1], 0)
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		v = min(v*10+int32(b[n]-'0'), maxParam)
		n++
	}
	if !p.surplus {
		p.params[p.n-1] = v
	}
	return n
}

// separator ends a parameter.
func (p *Parser) separator(c byte) {
	if p.n == 0 {
		p.n, p.params[0] = 1, missing
	}
	switch {
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
