package layers

import (
	"slices"
	"strings"
)

// Stack is the whole configuration, highest layer first.
type Stack struct {
	rules  Rules
	Layers []Layer
	// Home is CODEX_HOME, Dir the directory that the run works in, both absolute.
	Home string
	Dir  string
	// Root is the project's root: the nearest directory above Dir with a marker
	// (".git" unless project_root_markers says otherwise), else Dir itself.
	Root string
	// TrustKey is the path to write under [projects] to make the project trusted;
	// Trust the level in force, "" if nothing says anything.
	TrustKey string
	Trust    string
}

// Ladder gives every value of a key, highest first: the one in force (if any),
// those it overrides, and, where they stand, those that Codex ignores.
func (s Stack) Ladder(path ...string) []Setting {
	var ladder []Setting
	won := false
	for _, l := range s.Layers {
		if l.Document == nil {
			continue
		}
		value, at, ok := l.Document.Get(path...)
		if !ok {
			continue
		}
		set := Setting{Value: value, Kind: l.Kind, Place: at, State: Overridden}
		switch {
		case l.Ignored != "":
			set.State, set.Reason = Ignored, l.Ignored
		case l.Kind == Project && s.denied(path):
			set.State, set.Reason = Ignored, NotForProjects
		case !won:
			set.State, won = InForce, true
		}
		ladder = append(ladder, set)
	}
	return ladder
}

// Effective gives the value of a key in force.
func (s Stack) Effective(path ...string) (Setting, bool) {
	ladder := s.Ladder(path...)
	if i := slices.IndexFunc(ladder, func(s Setting) bool { return s.State == InForce }); i >= 0 {
		return ladder[i], true
	}
	return Setting{}, false
}

// Keys gives the names below a table, over all layers that count, sorted.
func (s Stack) Keys(path ...string) []string {
	var keys []string
	for _, l := range s.Layers {
		if l.Document == nil || l.Ignored != "" || l.Kind == Project && s.denied(path) {
			continue
		}
		value, _, _ := l.Document.Get(path...)
		table, _ := value.(map[string]any)
		for key := range table {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// ProjectDenied are the keys that Codex ignores in a project file with a
// warning (each seen with 0.171.0), unless the rules let it set all.
var ProjectDenied = []string{
	"openai_base_url", "chatgpt_base_url", "apps_mcp_product_sku", "model_provider", "model_providers", "notify",
	"profile", "profiles", "experimental_realtime_webrtc_call_base_url", "experimental_realtime_ws_base_url", "otel",
	"features.respect_system_proxy",
}

// denied tells whether a project's file may not set what is at a path.
func (s Stack) denied(path []string) bool {
	if s.rules.ProjectsSetAll {
		return false
	}
	dotted := strings.Join(path, ".") + "."
	return slices.ContainsFunc(ProjectDenied, func(key string) bool { return strings.HasPrefix(dotted, key+".") })
}
