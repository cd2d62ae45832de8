package history

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameLimit bounds a name, in bytes.
const nameLimit = 200

// Name makes a name out of a file harmless: everything that shows names may then
// trust them. What cannot be printed vanishes, and so does what is too long.
func Name(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s[:min(len(s), nameLimit)])
}
