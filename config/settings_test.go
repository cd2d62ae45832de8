package config

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func settings(t *testing.T, text string, env ...string) ([]Setting, []Problem) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Settings(path, env)
}

func of(t *testing.T, all []Setting, key string) Setting {
	t.Helper()
	i := slices.IndexFunc(all, func(s Setting) bool { return s.Key == key })
	if i < 0 {
		t.Fatalf("no setting %q in %+v", key, all)
	}
	return all[i]
}

func TestEveryKeyIsListedWithItsDefault(t *testing.T) {
	all, problems := settings(t, "")
	if problems != nil || len(all) != len(keys()) {
		t.Fatalf("%d settings for %d keys, %v", len(all), len(keys()), problems)
	}
	for _, s := range all {
		if s.Value == "" || s.Value != s.Default || s.Origin != FromDefault || s.Line != 0 {
			t.Errorf("%+v", s)
		}
	}
}

func TestASettingNamesItsOrigin(t *testing.T) {
	const text = "# mine\nmodels = [\"a\", { model = \"b\", effort = \"low\" }]\n\n  on_capacity = \"wait\"\n"
	all, _ := settings(t, text)
	for _, want := range []Setting{
		{"models", `["a", { model = "b", effort = "low" }]`, "[]", FromFile, 2, 1},
		{"on_capacity", `"wait"`, `"ask"`, FromFile, 4, 3},
		{"max_actions", "6", "6", FromDefault, 0, 0},
	} {
		if diff := cmp.Diff(want, of(t, all, want.Key)); diff != "" {
			t.Error(diff)
		}
	}
	all, _ = settings(t, text, PolicyVariable+"=switch")
	if diff := cmp.Diff(Setting{"on_capacity", `"switch"`, `"ask"`, FromEnvironment, 0, 0}, of(t, all, "on_capacity")); diff != "" {
		t.Error(diff)
	}
	all, _ = settings(t, text, PolicyVariable+"=nonsense")
	if s := of(t, all, "on_capacity"); s.Origin != FromFile {
		t.Errorf("a variable that says nothing counted: %+v", s)
	}
}

func TestTheNearestKey(t *testing.T) {
	for key, want := range map[string]string{"modles": "models", "Models": "models", "on_capcity": "on_capacity", "max_action": "max_actions", "colour": "", "m": ""} {
		if got := nearest(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

func TestARefusedValueIsNotSaidToComeFromTheFile(t *testing.T) {
	all, problems := settings(t, "max_actions = -1\nmodels = [\"a\", 7]\n")
	if s := of(t, all, "max_actions"); s.Origin != FromDefault || len(problems) != 2 {
		t.Errorf("%+v, %v", s, problems)
	}
	if s := of(t, all, "models"); s.Origin != FromFile || s.Value != `["a"]` {
		t.Errorf("%+v", s)
	}
	all, _ = settings(t, "max_actions = 2\nmodels = [")
	if s := of(t, all, "max_actions"); s.Origin != FromDefault || s.Value != "6" {
		t.Errorf("a broken file's value: %+v", s)
	}
}
