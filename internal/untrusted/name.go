package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameLimit bounds a name, in bytes. The longest of Codex's own models have 20, those of other providers 100.
const nameLimit = 200

// Name reports whether name can be that of a model, a provider, a profile, an effort or a session, and be an argument: it
// is UTF-8 of at most 200 bytes, not empty, does not begin with "-", and holds nothing that a terminal obeys or does not
// show.
func Name(name string) bool {
	return name != "" && len(name) <= nameLimit && name[0] != '-' && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
		})
}
