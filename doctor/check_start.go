package doctor

import (
	"os"
	"slices"

	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/internal/environ"
	"github.com/cxhook/cxhook/lang"
)

// start finds what keeps Codex from starting, or its first turn from being sent, beside
// what stands in its files.
func (e *examination) start() {
	if info, err := os.Stat(e.stack.Dir); err != nil && e.stack.Dir != e.Dir {
		e.find(Problem, "cwd_missing", layers.Place{File: "-C"}, lang.Say("finding.cwd_cure"), lang.Say("finding.cwd_missing", e.stack.Dir))
	} else if err == nil && !info.IsDir() {
		e.find(Warning, "cwd_missing", layers.Place{File: "-C"}, lang.Say("finding.cwd_cure"), lang.Say("finding.cwd_file", e.stack.Dir))
	}
	if key, ok := e.stack.Effective("model_providers", e.provider, "env_key"); ok && environ.Value(e.Env, key.Text()) == "" {
		e.find(Problem, "env_key_unset", key.Place, lang.Say("finding.env_key_cure", key.Text()), lang.Say("finding.env_key", e.provider, key.Text()))
	}
	stops := func(f Finding) bool { return f.Severity == Problem }
	if e.Refusal != "" && !slices.ContainsFunc(e.findings, stops) {
		e.find(Problem, "codex_refuses", layers.Place{}, lang.Say("finding.refuses_cure"), lang.Say("finding.refuses", e.Refusal))
	}
}
