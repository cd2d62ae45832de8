package layers

import (
	"fmt"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Place is where a value stands in a file. Line and Column count from 1, the
// column in bytes; both are 0 for what does not stand in a file.
type Place struct {
	File   string
	Line   int
	Column int
}

// String gives the form that editors can jump to, file:line:column, or the file alone.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Document is one TOML text with the place of each of its keys. It is immutable.
type Document struct {
	File   string
	values map[string]any
	places map[string]Place // by joined path
}

// SyntaxError is a text that is not valid TOML. Codex refuses to start with one.
type SyntaxError struct {
	Place  Place
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: not valid TOML: %s", e.Place, e.Reason) }

// parse reads a TOML text; file is only a name for messages. A byte order mark
// is accepted, as Codex accepts it (0.171.0). The error is a *SyntaxError.
func parse(file string, text []byte) (*Document, error) {
	text = []byte(strings.TrimPrefix(string(text), byteOrderMark))
	d := &Document{File: file, values: map[string]any{}, places: map[string]Place{}}
	if err := toml.Unmarshal(text, &d.values); err != nil {
		place := Place{File: file}
		if e, ok := err.(*toml.DecodeError); ok {
			place.Line, place.Column = e.Position()
		}
		return nil, &SyntaxError{place, strings.TrimPrefix(err.Error(), "toml: ")}
	}
	d.locate(text)
	return d, nil
}

// ReadDocument reads a file. The error is a *SyntaxError or the system's.
func ReadDocument(file string) (*Document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse(file, text)
}

// locate notes the place of each table and key.
func (d *Document) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = d.note(&p, nil, e.Key())
		case unstable.KeyValue:
			d.noteValue(&p, table, e)
		}
	}
}

func (d *Document) noteValue(p *unstable.Parser, table []string, e *unstable.Node) {
	path := d.note(p, table, e.Key())
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for it := e.Value().Children(); it.Next(); {
		d.noteValue(p, path, it.Node())
	}
}

// note keeps the place of a dotted key and of the tables it opens on the way;
// the first mention of a table counts.
func (d *Document) note(p *unstable.Parser, table []string, key unstable.Iterator) []string {
	path := append([]string(nil), table...)
	for key.Next() {
		path = append(path, string(key.Node().Data))
		start := p.Shape(key.Node().Raw).Start
		if _, known := d.places[joined(path)]; !known {
			d.places[joined(path)] = Place{d.File, start.Line, start.Column}
		}
	}
	return path
}

// joined makes a map key of a path: a NUL cannot be written in a TOML key unescaped.
func joined(path []string) string { return strings.Join(path, "\x00") }

// Get gives the value at a path and its place. Tables are map[string]any.
func (d *Document) Get(path ...string) (value any, at Place, ok bool) {
	value = d.values
	for _, key := range path {
		table, isTable := value.(map[string]any)
		if !isTable {
			return nil, Place{}, false
		}
		if value, ok = table[key]; !ok {
			return nil, Place{}, false
		}
	}
	at, found := d.places[joined(path)]
	if !found {
		at = Place{File: d.File}
	}
	return value, at, true
}
