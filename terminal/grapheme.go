package terminal

import (
	"strings"
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
