package doctor

import (
	"slices"

	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/lang"
)

// builtInProviders are those that Codex has without configuration (0.171.0).
var builtInProviders = []string{"openai", "ollama", "lmstudio", "amazon-bedrock"}

// providers finds providers that Codex refuses or that go where nobody meant.
func (e *examination) providers() {
	known := e.stack.Keys("model_providers")
	set, _ := e.stack.Effective("model_provider")
	if e.provider != "" && !slices.Contains(known, e.provider) && !slices.Contains(builtInProviders, e.provider) {
		e.find(Problem, "provider_unknown", set.Place, lang.Say("finding.provider_cure", e.provider, e.Home+"/config.toml"), lang.Say("finding.provider", e.provider))
	}
	for _, name := range known {
		if wire, ok := e.stack.Effective("model_providers", name, "wire_api"); ok && wire.Text() == "chat" {
			e.find(Problem, "wire_api_chat", wire.Place, lang.Say("finding.wire_cure"), lang.Say("finding.wire", name))
		}
		if _, ok := e.stack.Effective("model_providers", name, "base_url"); ok || slices.Contains(builtInProviders, name) {
			continue
		}
		severity := Note
		if name == e.provider {
			severity = Warning
		}
		e.find(severity, "provider_without_base_url", e.tablePlace(name), lang.Say("finding.base_url_cure", name), lang.Say("finding.base_url", name))
	}
}

// tablePlace is where a provider is defined.
func (e *examination) tablePlace(name string) layers.Place {
	set, _ := e.stack.Effective("model_providers", name)
	return set.Place
}

// oss finds what --oss changes unasked.
func (e *examination) oss() {
	flag := layers.Place{File: "--oss"}
	local, given := e.Args.Value("local-provider")
	if !e.Args.Has("oss") {
		if given {
			e.find(Warning, "local_provider_ignored", layers.Place{File: "--local-provider"}, lang.Say("finding.local_provider_cure"), lang.Say("finding.local_provider", local))
		}
		return
	}
	var forced *layers.Setting
	for _, s := range e.stack.Ladder("model_provider") {
		if s.Kind == layers.OSS {
			forced = &s
		}
	}
	if forced == nil {
		e.find(Problem, "oss_provider_missing", flag, lang.Say("finding.oss_cure"), lang.Say("finding.oss"))
		return
	}
	if e.Args.Model() == "" {
		e.find(Warning, "oss_forces_model", flag, lang.Say("finding.oss_model_cure"), lang.Say("finding.oss_model", e.model))
	}
}
