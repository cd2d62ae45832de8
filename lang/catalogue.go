package lang

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

var (
	//go:embed en.toml
	englishFile string
	//go:embed zh-CN.toml
	chineseFile string
)

// Catalogue has the texts of one language. It is read only and safe for any goroutine.
type Catalogue struct {
	source *Catalogue               // what it is a translation of; nil for English
	texts  func() map[string]string // by key, such as "bar.wait"
	heard  func() []pair
}

var (
	english = open(English, &englishFile, nil)
	chinese = open(Chinese, &chineseFile, english)
)

// Of gives a language's catalogue, English for a language that has none.
func Of(l Language) *Catalogue {
	if l == Chinese {
		return chinese
	}
	return english
}

func open(l Language, file *string, source *Catalogue) *Catalogue {
	c := &Catalogue{source: source}
	c.texts = sync.OnceValue(func() map[string]string { return parse(l, *file) })
	c.heard = sync.OnceValue(func() []pair { return pairs(source.Texts(), c.Texts()) })
	return c
}

// parse flattens a file's tables: the key b in the table a is "a.b".
func parse(l Language, file string) map[string]string {
	var tables map[string]any
	if err := toml.Unmarshal([]byte(file), &tables); err != nil {
		panic(fmt.Sprintf("lang: %s.toml, which is part of the binary, does not parse: %v", l, err))
	}
	texts := map[string]string{}
	var add func(prefix string, table map[string]any)
	add = func(prefix string, table map[string]any) {
		for name, value := range table {
			switch value := value.(type) {
			case map[string]any:
				add(prefix+name+".", value)
			case string:
				texts[prefix+name] = strings.TrimSuffix(value, "\n")
			default:
				panic(fmt.Sprintf("lang: %s.toml: %s%s is no text", l, prefix, name))
			}
		}
	}
	add("", tables)
	return texts
}

// Texts gives all texts by their keys. Callers must not change them.
func (c *Catalogue) Texts() map[string]string { return c.texts() }

// Has tells whether the catalogue has the key.
func (c *Catalogue) Has(key string) bool { _, ok := c.Texts()[key]; return ok }

// Text says the text of a key, with args in its placeholders, which are fmt's. A text without args is said as it
// stands. A key that a build has no text for, which a test rules out, is said itself: nothing fails for want of a
// word.
func (c *Catalogue) Text(key string, args ...any) string {
	text, ok := c.Texts()[key]
	switch {
	case !ok && c.source != nil:
		return c.source.Text(key, args...)
	case !ok:
		return key
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}
