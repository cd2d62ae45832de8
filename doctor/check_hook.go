package doctor

import (
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/internal/environ"
)

// overrides finds -c that an older release passes over.
func (e *examination) overrides() {
	if !e.rules.InnerOverrides {
		return
	}
	if lost := len(e.Args.Overrides()) - len(e.Args.InnerOverrides()); lost > 0 {
		e.find(Warning, "override_dropped", layers.Place{File: "-c"}, "write every -c behind the subcommand",
			"release %s passes over each -c before a subcommand that has a -c of its own", e.Version)
	}
}

// codex finds what is wrong with the program itself.
func (e *examination) codex() {
	if e.FindErr != nil {
		e.find(Problem, "codex_missing", layers.Place{}, "install the Codex CLI: npm install -g @openai/codex", "%v", e.FindErr)
		return
	}
	for _, other := range e.Hook.Others {
		e.find(Note, "codex_hidden", layers.Place{File: other}, "", "a further codex on PATH, hidden by %s", e.Hook.Codex)
	}
	if e.ModelsErr != nil {
		e.find(Note, "catalogue_missing", layers.Place{File: e.Hook.Codex}, "", "the models' names cannot be checked: %v", e.ModelsErr)
	}
}

// hook finds what keeps the shell's hook from being called.
func (e *examination) hook() {
	h := e.Hook
	if h.State == "off" {
		e.find(Note, "hook_off", layers.Place{}, "cxhook on", "the hook is off in this shell")
	}
	if h.Nested {
		e.find(Note, "hook_nested", layers.Place{}, "", "this shell runs inside a codex under cxhook, so that a codex started here runs without a hook of its own")
	}
	if environ.Value(e.Env, "CXHOOK") == "off" {
		e.find(Warning, "hook_bypassed", layers.Place{File: "$CXHOOK"}, "unset CXHOOK", "CXHOOK=off: every codex started here runs without the hook")
	}
	for _, d := range e.Definitions {
		at := layers.Place{File: d.File, Line: d.Line, Column: 1}
		switch {
		case d.Exported:
			e.find(Warning, "hook_shadowed", layers.Place{File: "$" + d.File}, "unset -f codex in the shell that exported it", "an exported function codex comes from an outer shell")
		case d.AfterInit && d.Kind == "alias":
			e.find(Note, "hook_alias", at, "", "an alias codex is defined here; it expands before the hook's function")
		case d.AfterInit:
			e.find(Warning, "hook_shadowed", at, "move the line of cxhook init behind it", "a function codex is defined here, behind cxhook init, and replaces the hook")
		}
	}
}

// settings passes on what is wrong with cxhook's own file.
func (e *examination) settings() {
	for _, p := range e.Problems {
		e.find(Warning, "settings_invalid", layers.Place{File: p.File, Line: p.Line, Column: p.Column}, "see every setting: cxhook config", "%s", p.Text)
	}
}
