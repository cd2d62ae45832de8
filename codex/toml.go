package codex

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// TOMLString writes a TOML basic string. strconv.Quote is close, but has escapes
// that TOML does not know; go-toml would choose single quotes.
func TOMLString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// TOMLText shows a value that was read from TOML: a string as it is, anything else as
// TOML writes it.
func TOMLText(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	text, err := toml.Marshal(map[string]any{"v": value})
	if err != nil {
		return fmt.Sprint(value)
	}
	return strings.TrimSpace(strings.TrimPrefix(string(text), "v = "))
}
