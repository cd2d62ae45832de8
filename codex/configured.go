package codex

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// SystemDir is where an administrator's configuration of Codex lies.
const SystemDir = "/etc/codex"

// Configured holds, for each dotted configuration key, the values that
// Codex's configuration files give it, one per file. Which file wins is left
// open on purpose: a plan relies on a key only if all agree.
type Configured map[string][]string

// ReadConfigured reads every configuration file that a Codex started in cwd
// with this home (and profile, "" for none) may read: the system's, the
// home's, the profile's and those of the projects above cwd, trusted or not.
// Files that are missing or broken are passed over; Codex will say so.
func ReadConfigured(home, cwd, profile string) Configured {
	files := []string{filepath.Join(SystemDir, "config.toml"), filepath.Join(SystemDir, "managed_config.toml"), filepath.Join(home, "config.toml")}
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
