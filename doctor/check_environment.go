package doctor

import (
	"slices"
	"strings"

	"github.com/cxhook/cxhook/codex/layers"
)

// effective are the variables that Codex reads (0.171.0) and that bear on where
// a request goes.
var effective = map[string]string{
	"CODEX_OSS_BASE_URL": "it is where --oss sends requests",
	"CODEX_OSS_PORT":     "it is where --oss sends requests",
	"CODEX_API_KEY":      "codex exec logs in with it",
	"CODEX_ACCESS_TOKEN": "Codex logs in with it",
}

// powerless are variables that look as if they chose something; Codex 0.171.0
// does not know them.
var powerless = map[string]string{
	"CODEX_MODEL":          "model",
	"OPENAI_MODEL":         "model",
	"CODEX_DEFAULT_MODEL":  "model",
	"CODEX_PROFILE":        "",
	"CODEX_MODEL_PROVIDER": "model_provider",
	"OPENAI_BASE_URL":      "openai_base_url",
}

// environment finds variables that seem to choose a model. Values are not
// shown: some are secrets.
func (e *examination) environment() {
	for _, name := range names(e.Env) {
		at := layers.Place{File: "$" + name}
		key, known := powerless[name]
		if name == "OPENAI_BASE_URL" && e.rules.BaseURLVariable {
			e.find(Note, "variable_in_force", at, "", "the variable %s counts: it is where the provider openai is", name)
			continue
		}
		switch {
		case known && key == "":
			e.find(Warning, "variable_without_effect", at, "start codex with -p NAME", "the variable %s has no effect on Codex", name)
		case known:
			cure := "set " + key + " in " + e.Home + "/config.toml"
			if key == "model" {
				cure = "cxhook use MODEL"
			}
			e.find(Warning, "variable_without_effect", at, cure, "the variable %s has no effect on Codex", name)
		case effective[name] != "":
			e.find(Note, "variable_in_force", at, "", "the variable %s counts: %s", name, effective[name])
		case strings.Contains(strings.ToUpper(name), "MODEL") && !strings.HasPrefix(name, "CXHOOK_"):
			e.find(Note, "variable_without_effect", at, "", "the variable %s may choose a model for other programs; Codex does not read it", name)
		}
	}
}

// names of the variables that have a value, sorted.
func names(env []string) []string {
	var names []string
	for _, v := range env {
		if name, value, _ := strings.Cut(v, "="); value != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
