package codex

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConfiguredGathersWhatEveryFileSays(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	sub := filepath.Join(project, "deep", "er")
	for _, dir := range []string{sub, filepath.Join(project, ".codex"), filepath.Join(project, "deep", ".codex")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	place(t, home, "config.toml", "model_reasoning_effort = \"high\"\n[zz]\nnetwork_access = true\nroots = [\"/a\"]\n[profiles.old]\nzz_effort = \"low\"\n", 0o600)
	place(t, home, "work.config.toml", "model_reasoning_effort = \"low\"\n", 0o600)
	place(t, filepath.Join(project, ".codex"), "config.toml", "zz_project = 1\n", 0o600)
	place(t, filepath.Join(project, "deep", ".codex"), "config.toml", "broken = \n", 0o600)
	got := ReadConfigured(home, sub, "work")
	for key, want := range map[string][]string{
		"model_reasoning_effort": {"high", "low"},
		"zz.network_access":      {"true"},
		"zz_project":             {"1"},
		"zz_effort":              {"low"},
		"zz_nowhere":             nil,
	} {
		if diff := cmp.Diff(want, got[key]); diff != "" {
			t.Errorf("%s: -want +got\n%s", key, diff)
		}
	}
	if !got.mentions("zz") || got.mentions("z") || len(ReadConfigured(home, sub, "")["model_reasoning_effort"]) != 1 {
		t.Errorf("%v", got)
	}
}
