package terminal

import "strconv"

// Color is the terminal's default colour (the zero value), one of the 256 indexed
// colours, or an RGB colour.
type Color uint32

const (
	indexed Color = 1 << 24
	direct  Color = 2 << 24
)

// Indexed is palette colour i: 0 to 7 are the named ones, 8 to 15 the bright ones.
func Indexed(i uint8) Color { return indexed | Color(i) }

// RGB is a direct colour.
func RGB(r, g, b uint8) Color { return direct | Color(r)<<16 | Color(g)<<8 | Color(b) }

// Index returns the palette index; ok is false for the default and direct colours.
func (c Color) Index() (i uint8, ok bool) { return uint8(c), c>>24 == 1 }

// RGB returns the parts of a direct colour; ok is false for any other.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c>>24 == 2
}

// color reads the colour of parameter i (38, 48 or 58), whose sub-parameters end
// at end, and returns the index of the next parameter.
func color(s *Sequence, i, end int) (c Color, next int, ok bool) {
	at, joined := i+1, end > i+1
	have := s.Len() - at
	if joined {
		have = end - at
	}
	switch s.Param(at, 0) {
	case 5:
		if have < 2 {
			break
		}
		if !joined {
			end = at + 2
		}
		v := s.Param(at+1, 0)
		return Indexed(uint8(v)), end, v < 256
	case 2:
		if have < 4 {
			break
		}
		if !joined {
			end = at + 4
		} else if have > 4 {
			at++ // 38:2:colour-space:r:g:b
		}
		r, g, b := s.Param(at+1, 0), s.Param(at+2, 0), s.Param(at+3, 0)
		return RGB(uint8(r), uint8(g), uint8(b)), end, r < 256 && g < 256 && b < 256
	}
	if !joined {
		end = s.Len() // an incomplete colour: the rest cannot be told apart
	}
	return 0, end, false
}

// append adds the colour to an SGR sequence. The target is 38, 48 or 58.
func (c Color) append(b []byte, target int64, long bool) []byte {
	if c == 0 {
		return b
	}
	if i, ok := c.Index(); ok {
		switch {
		case !long && i < 8:
			return strconv.AppendInt(append(b, ';'), target-8+int64(i), 10)
		case !long && i < 16:
			return strconv.AppendInt(append(b, ';'), target+52+int64(i-8), 10)
		}
		b = strconv.AppendInt(append(b, ';'), target, 10)
		return strconv.AppendInt(append(b, ";5;"...), int64(i), 10)
	}
	r, g, bl, _ := c.RGB()
	b = strconv.AppendInt(append(b, ';'), target, 10)
	b = append(b, ";2"...)
	for _, v := range [...]uint8{r, g, bl} {
		b = strconv.AppendInt(append(b, ';'), int64(v), 10)
	}
	return b
}
