package terminal

import "unicode/utf8"

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
