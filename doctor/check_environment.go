package doctor

import (
	"slices"
	"strings"

	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/lang"
)

// effective are the variables that Codex reads (0.171.0) and that bear on where
// a request goes.
var effective = map[string]lang.Message{
	"CODEX_OSS_BASE_URL": lang.Say("finding.oss_address"),
	"CODEX_OSS_PORT":     lang.Say("finding.oss_address"),
	"CODEX_API_KEY":      lang.Say("finding.exec_login"),
	"CODEX_ACCESS_TOKEN": lang.Say("finding.login"),
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
			e.find(Note, "variable_in_force", at, lang.Message{}, lang.Say("finding.openai_at", name))
			continue
		}
		switch {
		case known && key == "":
			e.find(Warning, "variable_without_effect", at, lang.Say("finding.use_profile"), lang.Say("finding.no_effect", name))
		case known:
			cure := lang.Say("finding.set_in", key, e.Home+"/config.toml")
			if key == "model" {
				cure = lang.Verbatim("cxhook use MODEL")
			}
			e.find(Warning, "variable_without_effect", at, cure, lang.Say("finding.no_effect", name))
		case !effective[name].IsZero():
			e.find(Note, "variable_in_force", at, lang.Message{}, lang.Say("finding.counts", name, effective[name]))
		case strings.Contains(strings.ToUpper(name), "MODEL") && !strings.HasPrefix(name, "CXHOOK_"):
			e.find(Note, "variable_without_effect", at, lang.Message{}, lang.Say("finding.other_programs", name))
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
