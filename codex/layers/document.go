package layers

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/cxhook/cxhook/internal/untrusted"
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
	places places
}

// places are those of the keys below one, and its own; zero if it was never written out.
type places struct {
	Place
	below map[string]*places
}

// at gives the places of a key below, to be filled if they are new.
func (p *places) at(key string) *places {
	if p.below[key] == nil {
		if p.below == nil {
			p.below = map[string]*places{}
		}
		p.below[key] = &places{}
	}
	return p.below[key]
}

// SyntaxError is a text that is not valid TOML. Codex refuses to start with one.
type SyntaxError struct {
	Place  Place
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: not valid TOML: %s", e.Place, e.Reason) }

// parse reads a TOML text; file is only a name for messages. A byte order mark
// is accepted, as Codex accepts it (0.171.0). The error is a *SyntaxError, or an
// *fs.PathError for a text that untrusted does not let pass.
func parse(file string, text []byte) (*Document, error) {
	text = []byte(strings.TrimPrefix(string(text), byteOrderMark))
	d := &Document{File: file, values: map[string]any{}}
	if err := untrusted.UnmarshalTOML(text, &d.values); errors.As(err, new(untrusted.LimitError)) {
		return nil, &fs.PathError{Op: "read", Path: file, Err: err}
	} else if err != nil {
		place := Place{File: file}
		if e, ok := err.(*toml.DecodeError); ok {
			place.Line, place.Column = e.Position()
		}
		return nil, &SyntaxError{place, strings.TrimPrefix(err.Error(), "toml: ")}
	}
	d.locate(text)
	return d, nil
}

// ReadDocument reads a file. The error is a *SyntaxError, or an *fs.PathError also for what is too large to be read.
func ReadDocument(file string) (*Document, error) {
	text, err := untrusted.ReadFile(file, untrusted.TOMLSize)
	if err != nil {
		return nil, err
	}
	return parse(file, text)
}

// locator notes the place of each table and key of a text.
type locator struct {
	file   string
	starts []int // of the lines
}

func (d *Document) locate(text []byte) {
	l := locator{file: d.File, starts: []int{0}}
	for i, c := range text {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	var p unstable.Parser
	p.Reset(text)
	table := &d.places
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = l.note(&d.places, e.Key())
		case unstable.KeyValue:
			l.noteValue(table, e)
		}
	}
}

func (l locator) noteValue(table *places, e *unstable.Node) {
	at := l.note(table, e.Key())
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for it := e.Value().Children(); it.Next(); {
		l.noteValue(at, it.Node())
	}
}

// note keeps the place of a dotted key and of the tables it opens on the way;
// the first mention of a table counts.
func (l locator) note(at *places, key unstable.Iterator) *places {
	for key.Next() {
		at = at.at(string(key.Node().Data))
		if at.Line == 0 {
			offset := int(key.Node().Raw.Offset)
			line, exact := slices.BinarySearch(l.starts, offset)
			if exact {
				line++
			}
			at.Place = Place{l.file, line, offset - l.starts[line-1] + 1}
		}
	}
	return at
}

// Get gives the value at a path and its place. Tables are map[string]any.
func (d *Document) Get(path ...string) (value any, at Place, ok bool) {
	value = d.values
	place := &d.places
	for _, key := range path {
		table, isTable := value.(map[string]any)
		if !isTable {
			return nil, Place{}, false
		}
		if value, ok = table[key]; !ok {
			return nil, Place{}, false
		}
		if place != nil {
			place = place.below[key]
		}
	}
	if place == nil || place.Place == (Place{}) {
		return value, Place{File: d.File}, true
	}
	return value, place.Place, true
}
