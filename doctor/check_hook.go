package doctor

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/codex/layers"
)

// firstFileProfiles is the release in which a profile became a file and the
// order of the layers the one told here.
const firstFileProfiles = "0.134"

// firstAllOverrides is the release from which on a -c before a subcommand
// counts beside one behind it; 0.163.0 passes over it and 0.165.0 does not.
const firstAllOverrides = "0.164"

// overrides finds -c that an older release passes over.
func (e *examination) overrides() {
	if e.Version == "" || !olderThan(e.Version, firstAllOverrides) {
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
	if e.Version != "" && olderThan(e.Version, firstFileProfiles) {
		e.find(Warning, "release_old", layers.Place{File: e.Hook.Codex}, "update: npm install -g @openai/codex",
			"release %s orders its layers in another way than told here, which is that of %s and later", e.Version, firstFileProfiles)
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
	if lookup(e.Env, "CXHOOK") == "off" {
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

// olderThan compares releases such as 0.106.0 by their numbers.
func olderThan(release, other string) bool {
	a, b := strings.Split(release, "."), strings.Split(other, ".")
	for i := range min(len(a), len(b)) {
		var x, y int
		if _, err := fmt.Sscan(a[i], &x); err != nil {
			return false
		}
		if _, err := fmt.Sscan(b[i], &y); err != nil {
			return false
		}
		if x != y {
			return x < y
		}
	}
	return false
}
