package doctor

import (
	"fmt"
	"slices"

	"github.com/cxhook/cxhook/codex/layers"
)

// builtInProviders are those that Codex has without configuration (0.171.0).
var builtInProviders = []string{"openai", "ollama", "lmstudio", "amazon-bedrock"}

// providers finds providers that Codex refuses or that go where nobody meant.
func (e *examination) providers() {
	known := e.stack.Keys("model_providers")
	set, _ := e.stack.Effective("model_provider")
	if e.provider != "" && !slices.Contains(known, e.provider) && !slices.Contains(builtInProviders, e.provider) {
		e.find(Problem, "provider_unknown", set.Place, fmt.Sprintf("define [model_providers.%s] in %s/config.toml, or choose another", e.provider, e.Home),
			"there is no provider %q, and Codex does not start", e.provider)
	}
	for _, name := range known {
		if wire, ok := e.stack.Effective("model_providers", name, "wire_api"); ok && wire.Text() == "chat" {
			e.find(Problem, "wire_api_chat", wire.Place, `write wire_api = "responses", or remove the provider`,
				"wire_api = \"chat\" of provider %q is gone, and one such provider keeps Codex from starting, used or not", name)
		}
		if _, ok := e.stack.Effective("model_providers", name, "base_url"); ok || slices.Contains(builtInProviders, name) {
			continue
		}
		severity := Note
		if name == e.provider {
			severity = Warning
		}
		e.find(severity, "provider_without_base_url", e.tablePlace(name), fmt.Sprintf("add base_url to [model_providers.%s]", name),
			"provider %q has no base_url: Codex silently talks to api.openai.com", name)
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
			e.find(Warning, "local_provider_ignored", layers.Place{File: "--local-provider"}, "add --oss", "--local-provider %s does nothing without --oss", local)
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
		e.find(Problem, "oss_provider_missing", flag, "add --local-provider ollama (or lmstudio), or set oss_provider", "--oss does not know which local provider to use, and Codex does not start")
		return
	}
	if e.Args.Model() == "" {
		e.find(Warning, "oss_forces_model", flag, "choose another by -m, the only way", "--oss forces the model %q and ignores -c model, -p and every file", e.model)
	}
}
