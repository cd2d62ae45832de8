package layers

import (
	"strings"

	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/lang"
)

// overrideDocument makes one document of all -c. As Codex does (0.171.0), the
// key is cut at every dot, whatever quotes say, and a value that is not TOML is
// the text itself without the quotes around it.
func overrideDocument(overrides []string) (*Document, error) {
	d := &Document{File: "-c", values: map[string]any{}}
	for _, o := range overrides {
		key, value, ok := strings.Cut(o, "=")
		if !ok {
			return nil, lang.Errorf("error.no_equals", o)
		}
		if strings.TrimSpace(key) == "" {
			return nil, lang.Errorf("error.no_key", o)
		}
		path := strings.Split(strings.TrimSpace(key), ".")
		put(d.values, path, overrideValue(strings.TrimSpace(value)))
	}
	return d, nil
}

func overrideValue(text string) any {
	var doc map[string]any
	if err := untrusted.UnmarshalTOML([]byte("v = "+text), &doc); err == nil {
		return doc["v"]
	}
	return strings.Trim(text, `"'`)
}

// put sets a value at a path and replaces what is in the way.
func put(table map[string]any, path []string, value any) {
	for _, key := range path[:len(path)-1] {
		next, ok := table[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			table[key] = next
		}
		table = next
	}
	table[path[len(path)-1]] = value
}

// fixed is a document of top-level strings that come from no file.
func fixed(name string, values map[string]string) *Document {
	d := &Document{File: name, values: map[string]any{}}
	for key, value := range values {
		if value != "" {
			d.values[key] = value
		}
	}
	return d
}
