package codex

import "strings"

// SystemDir is where an administrator's configuration of Codex lies.
const SystemDir = "/etc/codex"

// Configured holds, for each dotted configuration key, the values that
// Codex's configuration files give it, one per file. Which file wins is left
// open on purpose: a plan relies on a key only if all agree.
type Configured map[string][]string

// longestKey bounds the dotted keys that are kept, in bytes; those of Codex are a tenth of it.
const longestKey = 256

// Add takes in what one file says.
func (c Configured) Add(doc map[string]any) {
	c.add("", doc)
	profiles, _ := doc["profiles"].(map[string]any) // up to 0.133
	for _, p := range profiles {
		if keys, ok := p.(map[string]any); ok {
			c.add("", keys)
		}
	}
}

func (c Configured) add(prefix string, table map[string]any) {
	for key, value := range table {
		if len(prefix)+len(key) > longestKey {
			continue
		}
		if inner, ok := value.(map[string]any); ok {
			c.add(prefix+key+".", inner)
			continue
		}
		c[prefix+key] = append(c[prefix+key], TOMLText(value))
	}
}

// mentions reports whether any file sets a key of a table.
func (c Configured) mentions(table string) bool {
	for key := range c {
		if key == table || strings.HasPrefix(key, table+".") {
			return true
		}
	}
	return false
}
