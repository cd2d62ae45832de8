package doctor

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func indented(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

func TestDefinitionsOfTheNameCodex(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, ".zshrc"), "alias codex='codex -m x'\n# codex() { :; }\neval \"$(cxhook init zsh)\"\ncodex() {\n}\n  function codex {\nalias -g codex=x\nalias codexx=y\nmycodex() {\n")
	write(t, filepath.Join(home, ".bashrc"), "# eval \"$(cxhook init bash)\"\ncodex () { command codex; }\n")
	write(t, filepath.Join(home, ".config/fish/config.fish"), "cxhook init fish | source\nfunction codex --wraps codex\n")
	in := func(name string, line int, kind string, after bool) Definition {
		return Definition{File: filepath.Join(home, name), Line: line, Kind: kind, AfterInit: after}
	}
	env := []string{"HOME=" + home}
	for _, c := range []struct {
		shell string
		env   []string
		want  []Definition
	}{
		{"zsh", env, []Definition{in(".zshrc", 1, "alias", false), in(".zshrc", 4, "function", true), in(".zshrc", 6, "function", true), in(".zshrc", 7, "alias", true)}},
		{"bash", env, []Definition{in(".bashrc", 2, "function", false)}},
		{"fish", env, []Definition{in(".config/fish/config.fish", 2, "function", true)}},
		{"zsh", append(env, "ZDOTDIR="+t.TempDir()), nil},
		{"dash", append(env, "BASH_FUNC_codex%%=() { :; }"), []Definition{{File: exported, Kind: "function", Exported: true}}},
	} {
		if diff := cmp.Diff(c.want, Definitions(c.shell, c.env)); diff != "" {
			t.Errorf("%s: %s", c.shell, diff)
		}
	}
}

func TestShellName(t *testing.T) {
	for process, want := range map[string]string{"-zsh\n": "zsh", "/usr/bin/fish": "fish", "bash": "bash", "node": "", "": ""} {
		if got := ShellName(process); got != want {
			t.Errorf("%q: %q", process, got)
		}
	}
}
