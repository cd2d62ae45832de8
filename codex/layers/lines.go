package layers

import (
	"bytes"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// line is one top-level key that stands with a plain value on a line of its
// own. The offsets count bytes of the text.
type line struct {
	key              string
	start, end       int // of the line; end is behind its line break
	valueAt, valueTo int
}

// outline is what an edit needs to know of a text: its top-level lines and its
// comments before the first table.
type outline struct {
	lines    []line
	comments []int    // where each begins
	tables   []string // top-level keys that are tables, by header or dotted key
}

// read goes through valid TOML.
func read(text []byte) outline {
	var o outline
	p := unstable.Parser{KeepComments: true}
	p.Reset(text)
	top := true
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Comment:
			if top {
				o.comments = append(o.comments, int(e.Raw.Offset))
			}
		case unstable.Table, unstable.ArrayTable:
			top = false
			o.tables = append(o.tables, first(e))
		case unstable.KeyValue:
			if top {
				o.add(text, e)
			}
		}
	}
	return o
}

func (o *outline) add(text []byte, e *unstable.Node) {
	keys := e.Key()
	keys.Next()
	key, value := keys.Node(), e.Value()
	if keys.Next() {
		o.tables = append(o.tables, string(key.Data))
		return
	}
	if value.Kind == unstable.Array || value.Kind == unstable.InlineTable {
		o.tables = append(o.tables, string(key.Data))
		return
	}
	at, to := int(value.Raw.Offset), int(value.Raw.Offset+value.Raw.Length)
	o.lines = append(o.lines, line{
		key:     string(key.Data),
		start:   bytes.LastIndexByte(text[:key.Raw.Offset], '\n') + 1,
		end:     lineEnd(text, to),
		valueAt: at, valueTo: to,
	})
}

// find gives the line of a key.
func (o outline) find(key string) (line, bool) {
	i := slices.IndexFunc(o.lines, func(l line) bool { return l.key == key })
	if i < 0 {
		return line{}, false
	}
	return o.lines[i], true
}

func first(e *unstable.Node) string {
	it := e.Key()
	it.Next()
	return string(it.Node().Data)
}

// lineEnd is the offset behind the line break that ends the line of at.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// breakOf is the line break at the end of a piece of text, "" if there is none.
func breakOf(text []byte) string {
	switch {
	case bytes.HasSuffix(text, []byte("\r\n")):
		return "\r\n"
	case bytes.HasSuffix(text, []byte("\n")):
		return "\n"
	}
	return ""
}

// breakFor is the line break to write beside a line: its own, else that of the
// text's first line, else a newline.
func breakFor(text []byte, l line) string {
	if b := breakOf(text[l.start:l.end]); b != "" {
		return b
	}
	if b := breakOf(text[:lineEnd(text, 0)]); b != "" {
		return b
	}
	return "\n"
}
