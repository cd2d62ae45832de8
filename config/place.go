package config

import "github.com/pelletier/go-toml/v2/unstable"

// place is where a top-level key stands in the text.
type place struct {
	name         string
	line, column int
}

// topLevel lists the top-level keys of valid TOML in their order, tables too.
func topLevel(text []byte) (keys []place) {
	var p unstable.Parser
	p.Reset(text)
	inTable := false
	for p.NextExpression() {
		e := p.Expression()
		it := e.Key()
		if e.Kind == unstable.Comment || !it.Next() || inTable && e.Kind == unstable.KeyValue {
			continue
		}
		inTable = inTable || e.Kind != unstable.KeyValue
		start := p.Shape(it.Node().Raw).Start
		keys = append(keys, place{string(it.Node().Data), start.Line, start.Column})
	}
	return keys
}

// position finds where a top-level key stands in valid TOML.
func position(text []byte, key string) (line, column int) {
	for _, k := range topLevel(text) {
		if k.name == key {
			return k.line, k.column
		}
	}
	return 0, 0
}
