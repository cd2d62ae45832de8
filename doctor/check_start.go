package doctor

import (
	"os"
	"slices"

	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/internal/environ"
)

// start finds what keeps Codex from starting, or its first turn from being sent, beside
// what stands in its files.
func (e *examination) start() {
	if info, err := os.Stat(e.stack.Dir); err != nil && e.stack.Dir != e.Dir {
		e.find(Problem, "cwd_missing", layers.Place{File: "-C"}, "name a directory that is there", "there is no %s, and Codex does not start", e.stack.Dir)
	} else if err == nil && !info.IsDir() {
		e.find(Warning, "cwd_missing", layers.Place{File: "-C"}, "name a directory that is there", "%s is not a directory", e.stack.Dir)
	}
	if key, ok := e.stack.Effective("model_providers", e.provider, "env_key"); ok && environ.Value(e.Env, key.Text()) == "" {
		e.find(Problem, "env_key_unset", key.Place, "set the variable "+key.Text(), "provider %q takes its key from the variable %s, which is not set, and each turn fails", e.provider, key.Text())
	}
	stops := func(f Finding) bool { return f.Severity == Problem }
	if e.Refusal != "" && !slices.ContainsFunc(e.findings, stops) {
		e.find(Problem, "codex_refuses", layers.Place{}, "mend what it names", "Codex does not start with this configuration: %s", e.Refusal)
	}
}
