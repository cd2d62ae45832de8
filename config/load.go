package config

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/lang"
)

// Problem is one mistake in the settings file. Line and Column count from 1; both
// are 0 when the mistake has no place, such as a file that cannot be read.
type Problem struct {
	File   string
	Line   int
	Column int
	Text   lang.Message
}

// Message gives the form that editors can jump to: file:line:column: text.
func (p Problem) Message() lang.Message {
	at := p.File
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	return lang.Join("separator.colon", lang.Verbatim(at), p.Text)
}

// String is the message in English.
func (p Problem) String() string { return p.Message().String() }

// Load reads the settings at path. A missing file is no problem. With a mistake
// that leaves the file unreadable as a whole every setting is the default; a
// mistake in one key leaves that key at its default.
func Load(path string) (Config, []Problem) {
	c := Default()
	text, err := untrusted.ReadFile(path, sizeLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, []Problem{{File: path, Text: lang.Told(errors.Unwrap(err))}}
	}
	return parse(path, text)
}

// sizeLimit bounds the file, in bytes: a hundred tiers take 5 kB.
const sizeLimit = 256 << 10

func parse(path string, text []byte) (Config, []Problem) {
	c := Default()
	var given map[string]any
	if err := untrusted.UnmarshalTOML(text, &given); err != nil {
		p := Problem{File: path, Text: lang.Say("settings.defaults", strings.TrimPrefix(err.Error(), "toml: "))}
		var e *toml.DecodeError
		if errors.As(err, &e) {
			p.Line, p.Column = e.Position()
		}
		return c, []Problem{p}
	}
	var problems []Problem
	for _, key := range topLevel(text) {
		value, ok := given[key.name]
		if !ok {
			continue
		}
		for _, wrong := range c.set(key.name, value) {
			problems = append(problems, Problem{path, key.line, key.column, wrong})
		}
		delete(given, key.name) // told once, were it written in several places
	}
	return c, problems
}

// set puts one key of the file in force and says what is wrong with it, in which case
// the default stays.
func (c *Config) set(key string, value any) (wrong []lang.Message) {
	switch key {
	case "models":
		list, ok := value.([]any)
		if !ok {
			return []lang.Message{lang.Say("settings.models")}
		}
		for i, v := range list {
			entry, err := entryOf(v)
			if err != nil {
				wrong = append(wrong, lang.Say("settings.entry", i+1, err))
				continue
			}
			c.Models = append(c.Models, entry)
		}
	case "on_capacity":
		s, _ := value.(string)
		if !Policy(s).Valid() {
			return []lang.Message{lang.Say("settings.on_capacity", spell(value))}
		}
		c.OnCapacity = Policy(s)
	case "on_limit", "on_transient":
		s, _ := value.(string)
		if p := Policy(s); p != Ask && p != Wait {
			return []lang.Message{lang.Say("settings.on_wait", key, spell(value))}
		}
		if key == "on_limit" {
			c.OnLimit = Policy(s)
		} else {
			c.OnTransient = Policy(s)
		}
	case "offer":
		list, ok := value.([]any)
		offer := []Trouble{}
		for _, v := range list {
			s, _ := v.(string)
			ok = ok && slices.Contains(Troubles(), Trouble(s))
			offer = append(offer, Trouble(s))
		}
		if !ok {
			return []lang.Message{lang.Say("settings.offer")}
		}
		c.Offer = offer
	case "switch":
		s, _ := value.(string)
		if w := Way(s); w != InPlace && w != Relaunch {
			return []lang.Message{lang.Say("settings.switch", spell(value))}
		}
		c.Switch = Way(s)
	case "max_actions":
		n, ok := value.(int64)
		if !ok || n < 0 || n > math.MaxInt32 {
			return []lang.Message{lang.Say("settings.max_actions", spell(value))}
		}
		c.MaxActions = int(n)
	case "notices":
		on, ok := value.(bool)
		if !ok {
			return []lang.Message{lang.Say("settings.notices", spell(value))}
		}
		c.Notices = on
	case "language":
		s, ok := value.(string)
		if !ok || s != "" && !slices.Contains(lang.Languages(), lang.Language(s)) {
			return []lang.Message{lang.Say("settings.language", spell(value))}
		}
		c.Language = s
	default:
		text := lang.Say("settings.unknown", key)
		if known := nearest(key); known != "" {
			text = lang.Join("separator.semicolon", text, lang.Say("settings.meant", known))
		}
		return []lang.Message{text}
	}
	return wrong
}

// spell gives a value as the user may have written it.
func spell(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v)
}

// ValidModel reports whether name can be a model's: a name without a space.
func ValidModel(name string) bool {
	return untrusted.Name(name) && !strings.ContainsFunc(name, unicode.IsSpace)
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
				return Entry{}, lang.Errorf("settings.entry_key", key)
			}
			*field = s
		}
	default:
		return Entry{}, lang.Errorf("settings.entry_type", fmt.Sprint(v))
	}
	if e.Model == "" {
		return Entry{}, lang.Errorf("settings.entry_empty")
	}
	if !ValidModel(e.Model) {
		return Entry{}, lang.Errorf("settings.entry_blank", e.Model)
	}
	for _, name := range []string{e.Provider, e.Profile, e.Effort} {
		if name != "" && !untrusted.Name(name) {
			return Entry{}, lang.Errorf("settings.entry_blank", name)
		}
	}
	return e, nil
}
