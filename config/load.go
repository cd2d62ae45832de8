package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Problem is one mistake in the settings file. Line and Column count from 1; both
// are 0 when the mistake has no place, such as a file that cannot be read.
type Problem struct {
	File   string
	Line   int
	Column int
	Text   string
}

// String gives the form that editors can jump to: file:line:column: text.
func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text)
}

// file is the settings file as TOML spells it.
type file struct {
	Models     []any   `toml:"models"`
	OnCapacity *string `toml:"on_capacity"`
	Switch     *string `toml:"switch"`
	MaxActions *int    `toml:"max_actions"`
}

// Load reads the settings at path. A missing file is no problem. With a mistake
// that leaves the file unreadable as a whole every setting is the default; a
// mistake in one key leaves that key at its default.
func Load(path string) (Config, []Problem) {
	c := Default()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, []Problem{{File: path, Text: errors.Unwrap(err).Error()}}
	}
	return parse(path, text)
}

func parse(path string, text []byte) (Config, []Problem) {
	c := Default()
	var f file
	var problems []Problem
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	switch err := d.Decode(&f); e := err.(type) {
	case nil:
	case *toml.StrictMissingError:
		for i := range e.Errors {
			line, column := e.Errors[i].Position()
			key := strings.Join(e.Errors[i].Key(), ".")
			text := fmt.Sprintf("unknown key %q is ignored", key)
			if known := nearest(key); known != "" {
				text += fmt.Sprintf("; did you mean %q?", known)
			}
			problems = append(problems, Problem{path, line, column, text})
		}
	case *toml.DecodeError:
		line, column := e.Position()
		return c, []Problem{{path, line, column, strings.TrimPrefix(e.Error(), "toml: ") + "; all settings are at their defaults"}}
	default:
		return c, []Problem{{File: path, Text: err.Error() + "; all settings are at their defaults"}}
	}

	report := func(key, format string, args ...any) {
		line, column := position(text, key)
		problems = append(problems, Problem{path, line, column, fmt.Sprintf(format, args...)})
	}
	for i, v := range f.Models {
		entry, err := entryOf(v)
		if err != nil {
			report("models", "models, entry %d: %v; the entry is ignored", i+1, err)
			continue
		}
		c.Models = append(c.Models, entry)
	}
	if f.OnCapacity != nil {
		if p := Policy(*f.OnCapacity); p.Valid() {
			c.OnCapacity = p
		} else {
			report("on_capacity", "on_capacity = %q: write \"ask\", \"switch\" or \"wait\"", *f.OnCapacity)
		}
	}
	if f.Switch != nil {
		if w := Way(*f.Switch); w == InPlace || w == Relaunch {
			c.Switch = w
		} else {
			report("switch", "switch = %q: write \"in_place\" or \"relaunch\"", *f.Switch)
		}
	}
	if f.MaxActions != nil {
		if *f.MaxActions >= 0 {
			c.MaxActions = *f.MaxActions
		} else {
			report("max_actions", "max_actions = %d: write 0 or more", *f.MaxActions)
		}
	}
	return c, problems
}

// ValidModel tells whether name can be a model's: it is not empty and holds no space
// and no control character.
func ValidModel(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) })
}

// entryOf reads one tier: a model's name, or a table with at least the key model.
func entryOf(v any) (Entry, error) {
	var e Entry
	switch v := v.(type) {
	case string:
		e.Model = v
	case map[string]any:
		fields := map[string]*string{"model": &e.Model, "provider": &e.Provider, "profile": &e.Profile, "effort": &e.Effort}
		for key, value := range v {
			field, known := fields[key]
			s, isString := value.(string)
			if !known || !isString {
				return Entry{}, fmt.Errorf("key %q: an entry has model, provider, profile and effort, all strings", key)
			}
			*field = s
		}
	default:
		return Entry{}, fmt.Errorf("%v is neither a name nor a table with model, provider, profile, effort", v)
	}
	if e.Model == "" {
		return Entry{}, errors.New("the model's name is empty")
	}
	if !ValidModel(e.Model) {
		return Entry{}, fmt.Errorf("model %q holds a space or a control character", e.Model)
	}
	return e, nil
}

// position finds where a top-level key stands in valid TOML.
func position(text []byte, key string) (line, column int) {
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.KeyValue {
			continue
		}
		it := e.Key()
		if it.Next() && string(it.Node().Data) == key {
			start := p.Shape(it.Node().Raw).Start
			return start.Line, start.Column
		}
	}
	return 0, 0
}
