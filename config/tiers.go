package config

import (
	"bytes"

	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/cxhook/cxhook/lang"
)

// SetModels gives the text of a settings file with the key models set to entries.
// Every byte outside that key's value stays as it is. It refuses text that is not
// valid TOML.
func SetModels(text []byte, entries []Entry) ([]byte, error) {
	var current map[string]any
	if err := untrusted.UnmarshalTOML(text, &current); err != nil {
		return nil, lang.Errorf("settings.not_toml", err)
	}
	value := written(entries)
	start, end, found := modelsRange(text)
	if !found {
		// Above everything: below a table's header it would be the table's key.
		return append([]byte("models = "+value+"\n"), text...), nil
	}
	return bytes.Join([][]byte{text[:start], []byte(value), text[end:]}, nil), nil
}

// modelsRange finds the bytes of the value of the top-level key models. The parser
// gives no range for an array, so its end is found by its brackets, outside strings
// and comments.
func modelsRange(text []byte) (start, end int, found bool) {
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Table || e.Kind == unstable.ArrayTable {
			return 0, 0, false // the keys below belong to it
		}
		if e.Kind != unstable.KeyValue {
			continue
		}
		it := e.Key()
		if !it.Next() || string(it.Node().Data) != "models" {
			continue
		}
		start = int(it.Node().Raw.Offset + it.Node().Raw.Length)
		start += bytes.IndexByte(text[start:], '=') + 1
		start += len(text[start:]) - len(bytes.TrimLeft(text[start:], " \t"))
		return start, start + valueLength(text[start:]), true
	}
	return 0, 0, false
}

// valueLength is how long the value is that valid TOML begins with: to the closing
// bracket of an array, else to the end of the line or to a comment.
func valueLength(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			i += stringLength(text[i:]) - 1
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case c == '#' && depth > 0:
			if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
				i += n
			}
		case depth == 0 && (c == '\n' || c == '\r' || c == '#'):
			return len(bytes.TrimRight(text[:i], " \t"))
		}
	}
	return len(text)
}

// stringLength is the length of the string that text begins with, quotes included.
func stringLength(text []byte) int {
	quote := text[:1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(text, triple) {
		quote = triple
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote[0] == '"':
			i++
		case bytes.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return len(text)
}
