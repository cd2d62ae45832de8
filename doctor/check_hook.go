package doctor

import (
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/internal/environ"
	"github.com/cxhook/cxhook/lang"
)

// overrides finds -c that an older release passes over.
func (e *examination) overrides() {
	if !e.rules.InnerOverrides {
		return
	}
	if lost := len(e.Args.Overrides()) - len(e.Args.InnerOverrides()); lost > 0 {
		e.find(Warning, "override_dropped", layers.Place{File: "-c"}, lang.Say("finding.override_cure"), lang.Say("finding.override", e.Version))
	}
}

// codex finds what is wrong with the program itself.
func (e *examination) codex() {
	if e.FindErr != nil {
		e.find(Problem, "codex_missing", layers.Place{}, lang.Say("finding.install_codex"), lang.Told(e.FindErr))
		return
	}
	for _, other := range e.Hook.Others {
		e.find(Note, "codex_hidden", layers.Place{File: other}, lang.Message{}, lang.Say("finding.hidden", e.Hook.Codex))
	}
	if e.ModelsErr != nil {
		e.find(Note, "catalogue_missing", layers.Place{File: e.Hook.Codex}, lang.Message{}, lang.Say("finding.no_catalogue", e.ModelsErr))
	}
}

// hook finds what keeps the shell's hook from being called.
func (e *examination) hook() {
	h := e.Hook
	if h.State == "off" {
		e.find(Note, "hook_off", layers.Place{}, lang.Verbatim("cxhook on"), lang.Say("finding.hook_off"))
	}
	if h.Nested {
		e.find(Note, "hook_nested", layers.Place{}, lang.Message{}, lang.Say("finding.hook_nested"))
	}
	if environ.Value(e.Env, "CXHOOK") == "off" {
		e.find(Warning, "hook_bypassed", layers.Place{File: "$CXHOOK"}, lang.Verbatim("unset CXHOOK"), lang.Say("finding.hook_bypassed"))
	}
	for _, d := range e.Definitions {
		at := layers.Place{File: d.File, Line: d.Line, Column: 1}
		switch {
		case d.Exported:
			e.find(Warning, "hook_shadowed", layers.Place{File: "$" + d.File}, lang.Say("finding.exported_cure"), lang.Say("finding.exported"))
		case d.AfterInit && d.Kind == "alias":
			e.find(Note, "hook_alias", at, lang.Message{}, lang.Say("finding.alias"))
		case d.AfterInit:
			e.find(Warning, "hook_shadowed", at, lang.Say("finding.shadowed_cure"), lang.Say("finding.shadowed"))
		}
	}
}

// settings passes on what is wrong with cxhook's own file.
func (e *examination) settings() {
	for _, p := range e.Problems {
		e.find(Warning, "settings_invalid", layers.Place{File: p.File, Line: p.Line, Column: p.Column}, lang.Say("finding.settings_cure"), p.Text)
	}
}
