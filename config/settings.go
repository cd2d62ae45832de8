package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/cxhook/cxhook/internal/environ"
	"github.com/cxhook/cxhook/internal/spelling"
	"github.com/cxhook/cxhook/internal/untrusted"
)

// Origins of a setting.
const (
	FromDefault     = "default"
	FromFile        = "file"
	FromEnvironment = "environment"
)

// PolicyVariable is the variable that sets the policy for one run, above the file.
const PolicyVariable = "CXHOOK_ON_CAPACITY"

// Setting is one key with what is in force and what would be without a file,
// both as TOML writes them. Line and Column are those of the key in the file, 0
// if the value does not come from there.
type Setting struct {
	Key     string
	Value   string
	Default string
	Origin  string // FromDefault, FromFile or FromEnvironment
	Line    int
	Column  int
}

// Settings loads the file at path as Load does and lists every key, in the
// order of the documentation. env is the environment of the run.
func Settings(path string, env []string) ([]Setting, []Problem) {
	inForce, problems := Load(path)
	text, _ := untrusted.ReadFile(path, sizeLimit) // what is wrong with it is among the problems
	given := map[string]any{}
	if untrusted.UnmarshalTOML(text, &given) != nil {
		text = nil // not in force as a whole
	}
	var all []Setting
	values, defaults := values(inForce), values(Default())
	for _, key := range keys() {
		s := Setting{Key: key, Value: values[key], Default: defaults[key], Origin: FromDefault}
		if line, column := position(text, key); line > 0 && !refused(problems, line, column) {
			s.Origin, s.Line, s.Column = FromFile, line, column
		}
		if p := environ.Value(env, PolicyVariable); key == "on_capacity" && Policy(p).Valid() {
			s.Value, s.Origin, s.Line, s.Column = strconv.Quote(p), FromEnvironment, 0, 0
		}
		all = append(all, s)
	}
	return all, problems
}

// refused reports whether a key's own value was not taken. Single entries of a
// list that are ignored leave the list in force.
func refused(problems []Problem, line, column int) bool {
	for _, p := range problems {
		if p.Line == line && p.Column == column && !p.Text.Is("settings.entry") {
			return true
		}
	}
	return false
}

// keys are the keys of the settings file.
func keys() []string {
	var keys []string
	for f := range reflect.TypeFor[Config]().Fields() {
		keys = append(keys, f.Tag.Get("toml"))
	}
	return keys
}

// values gives every setting as TOML writes it.
func values(c Config) map[string]string {
	values := map[string]string{}
	for f := range reflect.TypeFor[Config]().Fields() {
		values[f.Tag.Get("toml")] = written(reflect.ValueOf(c).FieldByName(f.Name).Interface())
	}
	return values
}

func written(value any) string {
	switch v := value.(type) {
	case []Entry:
		models := []string{}
		for _, m := range v {
			models = append(models, m.String())
		}
		return "[" + strings.Join(models, ", ") + "]"
	case []Trouble:
		kinds := []string{}
		for _, k := range v {
			kinds = append(kinds, strconv.Quote(string(k)))
		}
		return "[" + strings.Join(kinds, ", ") + "]"
	case fmt.Stringer:
		return v.String()
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.String {
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(value)
}

// String gives the entry as TOML writes it: a name, or a table if there is more.
func (e Entry) String() string {
	fields := []string{}
	for _, f := range []struct{ key, value string }{{"model", e.Model}, {"provider", e.Provider}, {"profile", e.Profile}, {"effort", e.Effort}} {
		if f.value != "" {
			fields = append(fields, fmt.Sprintf("%s = %q", f.key, f.value))
		}
	}
	if len(fields) == 1 {
		return strconv.Quote(e.Model)
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

// nearest is the known key that an unknown one is most likely meant to be, ""
// if none is near. A third of the letters may differ.
func nearest(key string) string {
	best, least := "", len(key)/3+1
	for _, known := range keys() {
		if d := spelling.Distance(strings.ToLower(key), known); d < least {
			best, least = known, d
		}
	}
	return best
}
