package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// maxCluster bounds the bytes of one cell, against endless combining marks. The
// longest emoji sequences in use take 35.
const maxCluster = 64

// join adds r to the character just before the cursor if the two make one grapheme,
// and reports whether r is dealt with.
func (s *Screen) join(r rune) bool {
	zero := displaywidth.Rune(r) == 0
	if !zero && !s.joinable {
		return false
	}
	x := s.lastX
	if !s.joinable && !s.pending {
		x = s.x - 1
	} else if !s.joinable {
		x = s.x
	}
	if x < 0 {
		return zero
	}
	l := &s.g.lines[s.y]
	if l.cells[x].Width == 0 && x > 0 {
		x--
	}
	c := &l.cells[x]
	if c.Text == "" || len(c.Text) >= maxCluster || !zero && !mayJoin(c.Text, r) {
		return zero
	}
	whole := c.Text + string(r)
	if !zero && !oneGrapheme(whole) {
		return false
	}
	c.Text = whole
	s.doubtful = s.doubtful || !zero || disputedMark(r)
	if c.Width == 1 && s.joinable && displaywidth.String(whole) == 2 && x+1 < s.cols {
		c.Width = 2
		l.split(x + 2)
		l.cells[x+1] = Cell{Style: c.Style, Known: c.Known}
		if !s.pending {
			s.advance(l, 1)
		}
	}
	return true
}

// newlyWide are the characters that Unicode made two columns wide since 15.1: who counts by an older table gives them
// one (EastAsianWidth.txt of 15.0 and 17.0).
var newlyWide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x2630, 0x2637, 1}, {0x268a, 0x268f, 1}, {0x2ffc, 0x2fff, 1}, {0x31e4, 0x31e5, 1}, {0x31ef, 0x31ef, 1}, {0x4dc0, 0x4dff, 1},
	},
	R32: []unicode.Range32{
		{0x16ff2, 0x16ff6, 1}, {0x187f8, 0x187ff, 1}, {0x18cff, 0x18cff, 1}, {0x18d09, 0x18d1e, 1}, {0x18d80, 0x18df2, 1},
		{0x1d300, 0x1d356, 1}, {0x1d360, 0x1d376, 1}, {0x1f6d8, 0x1f6d8, 1}, {0x1fa89, 0x1fa8f, 1}, {0x1fabe, 0x1fabe, 1},
		{0x1fac6, 0x1fac8, 1}, {0x1facd, 0x1facd, 1}, {0x1fadc, 0x1fadf, 1}, {0x1fae9, 0x1faea, 1}, {0x1faef, 0x1faef, 1},
	},
}

// disputed reports whether programs disagree on the width of r, which takes two columns here: a part of a flag, a
// Hangul filler, or a character that is new.
func disputed(r rune) bool {
	return r >= 0x1f1e6 && r <= 0x1f1ff || r == 0x115f || r == 0x3164 || unicode.Is(newlyWide, r)
}

// disputedMark reports whether programs disagree on what r, which has no width of its own, does to the character that
// it joins: the selectors and the joiner of emoji do, combining marks do not.
func disputedMark(r rune) bool {
	return r == 0xfe0e || r == 0xfe0f || !unicode.In(r, unicode.Mn, unicode.Me)
}

// mayJoin is a quick test for the characters with a width that can continue a
// grapheme: whatever follows a joiner, flags, skin tones, Indic and Hangul letters.
func mayJoin(text string, r rune) bool {
	switch {
	case text[0] < utf8.RuneSelf:
		return false
	case r >= 0x1f1e6 && r <= 0x1f1ff, r >= 0x1f3fb && r <= 0x1f3ff:
		return true
	case r >= 0x900 && r < 0x1200, r >= 0xa800 && r < 0xac00, r >= 0x11000 && r < 0x12000:
		return true
	}
	return strings.HasSuffix(text, "\u200d")
}

func oneGrapheme(s string) bool {
	it := displaywidth.StringGraphemes(s)
	return it.Next() && len(it.Value()) == len(s)
}
