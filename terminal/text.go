package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// Width returns the columns s takes, by the measure the Screen uses.
func Width(s string) int { return displaywidth.String(s) }

// Truncate cuts s to at most cols columns, ending it with "…" if anything was cut.
func Truncate(s string, cols int) string {
	if cols <= 0 {
		return ""
	}
	return displaywidth.TruncateString(s, cols, "…")
}

// Sanitize makes text from outside safe to draw in one row: tabs and line ends become
// spaces, other control characters their pictures (ESC is ␛), malformed bytes U+FFFD.
// Bidirectional and zero-width controls, which could make text look like other
// text, vanish, and so do variation selectors, whose width terminals disagree on.
func Sanitize(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case r < ' ':
			return '␀' + r
		case r == 0x7f:
			return '␡'
		case r < 0xa0 && r >= 0x80:
			return utf8.RuneError
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0':
			return -1
		case unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cs, r):
			return utf8.RuneError
		}
		return r
	}, s)
}
