package codex

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReleasesCompareByNumbers(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"0.106.0", "0.134", true}, {"0.134.0", "0.134", false}, {"0.99.0", "0.134", true}, {"1.0.0", "0.134", false}, {"0.171.0-alpha.1", "0.134", false}, {"dev", "0.134", false}} {
		if got := Older(c.a, c.b); got != c.want {
			t.Errorf("%s before %s: %v", c.a, c.b, got)
		}
	}
}

func TestTheReleaseIsReadBesideNpmsLauncher(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	launcher := write("codex/bin/codex.js", "#!/usr/bin/env node\n")
	write("codex/package.json", `{"name": "@openai/codex", "version": "0.117.0"}`)
	linked := filepath.Join(dir, "codex-link")
	if err := os.Symlink(launcher, linked); err != nil {
		t.Fatal(err)
	}
	other := write("other/bin/codex", "")
	write("other/package.json", `{"name": "other", "version": "3.0.0"}`)
	for path, want := range map[string]string{launcher: "0.117.0", linked: "0.117.0", other: "", write("alone/bin/codex", ""): ""} {
		if got := (Binary{Path: path}).Release(); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestExecReadsItsInputBehindAPromptSinceOneRelease(t *testing.T) {
	for _, c := range []struct {
		argv    []string
		release string
		want    bool
	}{
		{[]string{"exec", "hi"}, "0.117.0", false},
		{[]string{"exec", "hi"}, "0.118.0", true},
		{[]string{"exec", "hi"}, "", true},
		{[]string{"exec", "-"}, "0.106.0", true},
		{[]string{"exec"}, "0.106.0", true},
		{[]string{"hi"}, "0.171.0", false},
	} {
		args, err := ParseArgs(c.argv)
		if err != nil {
			t.Fatal(err)
		}
		if got := args.ReadsInput(c.release); got != c.want {
			t.Errorf("%q on %q: %v", c.argv, c.release, got)
		}
	}
}
