package terminal

import "strconv"

// Attr is a set of attributes of a character.
type Attr uint16

// The attributes, with the SGR parameter that sets each.
const (
	Bold       Attr = 1 << iota // 1
	Faint                       // 2
	Italic                      // 3
	Blink                       // 5
	RapidBlink                  // 6
	Reverse                     // 7
	Hidden                      // 8
	Strike                      // 9
	Overline                    // 53
)

// Underline is the shape of an underline, SGR 4:n.
type Underline uint8

// The shapes of an underline.
const (
	NoUnderline Underline = iota
	Single
	Double
	Curly
	Dotted
	Dashed
)

// Style is how a character looks. The zero value is the terminal's default.
type Style struct {
	FG, BG, UL Color
	Attr       Attr
	Underline  Underline

	// long tells which of the first 16 colours were chosen as 38;5;n or 48;5;n:
	// terminals that show bold text brighter do so only with the short forms.
	long long
}

// long is a set of colour targets.
type long uint8

const (
	longFG long = 1 << iota
	longBG
)

// attrs maps SGR parameters to attributes, in the order they are written.
var attrs = [...]struct {
	set  int
	attr Attr
}{
	{1, Bold}, {2, Faint}, {3, Italic}, {5, Blink}, {6, RapidBlink}, {7, Reverse}, {8, Hidden}, {9, Strike}, {53, Overline},
}

// apply changes the style as SGR (CSI … m) asks.
func (st *Style) apply(s *Sequence) {
	if s.Len() == 0 {
		*st = Style{}
		return
	}
	for i := 0; i < s.Len(); {
		end := i + 1
		for s.sub != 0 && s.Sub(end) {
			end++
		}
		switch v := s.Param(i, 0); v {
		case 38, 48, 58:
			var c Color
			var ok bool
			c, end, ok = color(s, i, end)
			if ok {
				st.paint(v, c)
			}
		case 4:
			st.Underline = Single
			if end > i+1 {
				st.Underline = Underline(min(s.Param(i+1, 1), int(Dashed)))
			}
		default:
			if end == i+1 {
				st.set(v)
			}
		}
		i = end
	}
}

// paint sets the colour of a target by its long form.
func (st *Style) paint(target int, c Color) {
	i, ok := c.Index()
	short := ok && i < 16
	switch target {
	case 38:
		st.setFG(c)
		if short {
			st.long |= longFG
		}
	case 48:
		st.setBG(c)
		if short {
			st.long |= longBG
		}
	case 58:
		st.UL = c
	}
}

func (st *Style) setFG(c Color) { st.FG, st.long = c, st.long&^longFG }

func (st *Style) setBG(c Color) { st.BG, st.long = c, st.long&^longBG }

// background is what erasing leaves of the style.
func (st *Style) background() Style { return Style{BG: st.BG, long: st.long & longBG} }

// set applies an SGR parameter without arguments.
func (st *Style) set(v int) {
	switch v {
	case 0:
		*st = Style{}
	case 21:
		st.Underline = Double
	case 22:
		st.Attr &^= Bold | Faint
	case 23:
		st.Attr &^= Italic
	case 24:
		st.Underline = NoUnderline
	case 25:
		st.Attr &^= Blink | RapidBlink
	case 27:
		st.Attr &^= Reverse
	case 28:
		st.Attr &^= Hidden
	case 29:
		st.Attr &^= Strike
	case 55:
		st.Attr &^= Overline
	case 30, 31, 32, 33, 34, 35, 36, 37:
		st.setFG(Indexed(uint8(v - 30)))
	case 39:
		st.setFG(0)
	case 40, 41, 42, 43, 44, 45, 46, 47:
		st.setBG(Indexed(uint8(v - 40)))
	case 49:
		st.setBG(0)
	case 59:
		st.UL = 0
	case 90, 91, 92, 93, 94, 95, 96, 97:
		st.setFG(Indexed(uint8(v - 90 + 8)))
	case 100, 101, 102, 103, 104, 105, 106, 107:
		st.setBG(Indexed(uint8(v - 100 + 8)))
	default:
		for _, a := range attrs {
			if a.set == v {
				st.Attr |= a.attr
			}
		}
	}
}

// append adds the SGR sequence that gives exactly this style whatever the pen was:
// CSI 0;…m.
func (st Style) append(b []byte) []byte {
	b = append(b, "\x1b[0"...)
	for _, a := range attrs {
		if st.Attr&a.attr != 0 {
			b = strconv.AppendInt(append(b, ';'), int64(a.set), 10)
		}
	}
	switch st.Underline {
	case NoUnderline:
	case Single:
		b = append(b, ";4"...)
	default:
		b = strconv.AppendInt(append(b, ";4:"...), int64(st.Underline), 10)
	}
	b = st.FG.append(b, 38, st.long&longFG != 0)
	b = st.BG.append(b, 48, st.long&longBG != 0)
	b = st.UL.append(b, 58, true)
	return append(b, 'm')
}
