package codex

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Configured holds, for each dotted configuration key, the values that
// Codex's configuration files give it, one per file. Which file wins is left
// open on purpose: a plan relies on a key only if all agree.
type Configured map[string][]string

// ReadConfigured reads every configuration file that a Codex started in cwd
// with this home (and profile, "" for none) may read: the system's, the
// home's, the profile's and those of the projects above cwd, trusted or not.
// Files that are missing or broken are passed over; Codex will say so.
func ReadConfigured(home, cwd, profile string) Configured {
	files := []string{"/etc/codex/config.toml", "/etc/codex/managed_config.toml", filepath.Join(home, "config.toml")}
	if profile != "" {
		files = append(files, filepath.Join(home, profile+".config.toml"))
	}
	for dir := filepath.Clean(cwd); filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		files = append(files, filepath.Join(dir, ".codex", "config.toml"))
		if dir == filepath.Dir(dir) {
			break
		}
	}
	c := Configured{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		var doc map[string]any
		if toml.Unmarshal(text, &doc) != nil {
			continue
		}
		c.add("", doc)
		if profiles, ok := doc["profiles"].(map[string]any); ok { // up to 0.133
			for _, p := range profiles {
				if keys, ok := p.(map[string]any); ok {
					c.add("", keys)
				}
			}
		}
	}
	return c
}

func (c Configured) add(prefix string, table map[string]any) {
	for key, value := range table {
		switch v := value.(type) {
		case map[string]any:
			c.add(prefix+key+".", v)
		case string:
			c[prefix+key] = append(c[prefix+key], v)
		default:
			text, _ := toml.Marshal(map[string]any{"v": v})
			c[prefix+key] = append(c[prefix+key], strings.TrimSpace(strings.TrimPrefix(string(text), "v = ")))
		}
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
