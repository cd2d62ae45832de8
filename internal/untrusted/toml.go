package untrusted

import (
	"bytes"
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

const (
	// TOMLSize bounds a TOML file, in bytes: thousands of projects that Codex remembers.
	TOMLSize = 1 << 20
	// tomlDepth bounds the parts of a key and the brackets around a value.
	tomlDepth = 80
	// tomlKeys bounds the keys and tables of a text. go-toml compares each with all its siblings: 100,000 take it a
	// minute, this many half a second.
	tomlKeys = 8 << 10
)

// UnmarshalTOML is toml.Unmarshal for a text that is neither nested so deep nor so full of keys that parsing it takes
// long. The error is a LimitError, or that of toml.Unmarshal.
func UnmarshalTOML(text []byte, v any) error {
	if err := fits(text); err != nil {
		return err
	}
	return toml.Unmarshal(text, v)
}

// fits counts what is outside strings and comments. It knows no more of TOML than that: where it goes astray the text is
// not valid, and the parser stops there too.
func fits(text []byte) error {
	var line, brackets, dots, keys = 1, 0, 0, 0
	fresh := true // nothing but blanks stands on the line so far
	for i := 0; i < len(text); i++ {
		blank := false
		switch text[i] {
		case '"', '\'':
			end := stringEnd(text, i)
			line += bytes.Count(text[i:end], []byte{'\n'})
			i = end - 1
		case '#':
			if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
				i += n - 1
			} else {
				i = len(text)
			}
		case '\n':
			line, dots, blank = line+1, 0, true
			fresh = true
		case ' ', '\t', '\r':
			blank = true
		case '.':
			dots++
		case ',':
			dots = 0
		case '=':
			dots, keys = 0, keys+1
		case '[', '{':
			if fresh && brackets == 0 {
				keys++
			}
			brackets, dots = brackets+1, 0
		case ']', '}':
			brackets = max(0, brackets-1)
		}
		if !blank {
			fresh = false
		}
		if brackets > tomlDepth || dots >= tomlDepth {
			return LimitError(fmt.Sprintf("line %d is nested deeper than %d levels", line, tomlDepth))
		}
		if keys > tomlKeys {
			return LimitError(fmt.Sprintf("more than %d keys", tomlKeys))
		}
	}
	return nil
}

// stringEnd is the offset behind the string that begins at i.
func stringEnd(text []byte, i int) int {
	quote, escapes := text[i], text[i] == '"'
	triple := bytes.Repeat([]byte{quote}, 3)
	long := bytes.HasPrefix(text[i:], triple)
	if i++; long {
		i += 2
	}
	for i < len(text) {
		switch {
		case escapes && text[i] == '\\':
			i++
		case !long && text[i] == quote:
			return i + 1
		case !long && text[i] == '\n': // not valid; the line counts as ended
			return i
		case long && bytes.HasPrefix(text[i:], triple):
			i += 3
			for range 2 { // quotes of the text before the closing ones
				if i < len(text) && text[i] == quote {
					i++
				}
			}
			return i
		}
		i++
	}
	return len(text)
}
