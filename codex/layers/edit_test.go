package layers

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func setModel(text []byte) ([]byte, error) { return Set(text, "model", "new", day) }

func mustEdit(t *testing.T, file string) Edit {
	t.Helper()
	e, err := NewEdit(file, setModel)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func contents(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const written = "# model = \"old\"  # cxhook 2026-11-29 wrote \"new\"\nmodel = \"new\"\n"

func TestWriteKeepsModeAndLinks(t *testing.T) {
	dir := t.TempDir()
	file, link, chain := filepath.Join(dir, "real", "config.toml"), filepath.Join(dir, "link.toml"), filepath.Join(dir, "chain.toml")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("model = \"old\"\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("real/config.toml", link), os.Symlink(link, chain)); err != nil {
		t.Fatal(err)
	}
	if err := mustEdit(t, chain).Write(); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, file); got != written {
		t.Errorf("%q", got)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(chain); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info.Mode(), err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", ".cxhook-*")); err != nil || left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestWriteKeepsTheOwner(t *testing.T) {
	const other = 12345
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("model = \"old\"\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(file, other, other); err != nil {
		t.Skip("only root can make a file of somebody else: ", err)
	}
	if err := mustEdit(t, file).Write(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if uid, gid, _ := owner(info); uid != other || gid != other || info.Mode().Perm() != 0o640 {
		t.Errorf("owner %d:%d, mode %v", uid, gid, info.Mode())
	}
}

func TestWriteKeepsHardLinksTogether(t *testing.T) {
	dir := t.TempDir()
	file, other := filepath.Join(dir, "config.toml"), filepath.Join(dir, "dotfiles.toml")
	const before = "model = \"old\"\n"
	if err := errors.Join(os.WriteFile(file, []byte(before), 0o640), os.Link(file, other)); err != nil {
		t.Fatal(err)
	}
	if err := mustEdit(t, file).Write(); err != nil {
		t.Fatal(err)
	}
	if a, b := contents(t, file), contents(t, other); a != written || b != written {
		t.Errorf("%q and %q", a, b)
	}
	back, err := NewEdit(file, Restore)
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Write(); err != nil {
		t.Fatal(err)
	}
	if a, b := contents(t, file), contents(t, other); a != before || b != before {
		t.Errorf("back: %q and %q", a, b)
	}
}

func TestAFileThatGoingBackEmptiesIsGone(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "config.toml"), filepath.Join(dir, "link.toml")
	back := func(name string) Edit {
		if err := mustEdit(t, name).Write(); err != nil {
			t.Fatal(err)
		}
		e, err := NewEdit(name, Restore)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Write(); err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e := back(file); !e.Removes() {
		t.Error("not removed")
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	if e := back(link); e.Removes() || contents(t, file) != "" {
		t.Error("the file behind a link was removed")
	}
}

func TestWriteRefusesAFileThatChangedMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name string
		now  func(file string) error
	}{
		{"other bytes", func(file string) error { return os.WriteFile(file, []byte("model = \"mine\"\n"), 0o600) }},
		{"gone", os.Remove},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte("model = \"old\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		e := mustEdit(t, file)
		if err := c.now(file); err != nil {
			t.Fatal(err)
		}
		if err := e.Write(); err == nil {
			t.Errorf("%s: written", c.name)
		}
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), "new") {
			t.Errorf("%s: the file was replaced", c.name)
		}
	}
	file := filepath.Join(t.TempDir(), "config.toml")
	e := mustEdit(t, file)
	if err := os.WriteFile(file, []byte("x = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.Write(); !errors.Is(err, ErrChanged) {
		t.Errorf("a file made meanwhile: %v", err)
	}
}

func TestAMissingFileIsMadeForTheUserAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".codex", "config.toml")
	if err := mustEdit(t, file).Write(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != newFileMode {
		t.Errorf("%v, %v", info, err)
	}
	if got := contents(t, file); !strings.HasSuffix(got, "model = \"new\"\n") {
		t.Errorf("%q", got)
	}
}

func TestAnEditNamesTheFileInItsErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config.toml")
	for _, c := range []struct{ text, want string }{
		{"a = 1\nmodel = \n", file + ":2:9: not valid TOML"},
		{"[model]\n", file + ": model is a table"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := NewEdit(file, setModel); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := NewEdit(dir, setModel); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a directory: %v", err)
	}
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	if _, err := NewEdit(loop, setModel); err == nil {
		t.Error("a link to itself was taken")
	}
}

// A model at the top and an effort far below it are two changes; what stands between
// them is not replaced.
func TestDiffShowsUnchangedLinesAsUnchanged(t *testing.T) {
	e := Edit{File: "c", Before: []byte("model = \"a\"\n# one\n# two\nmodel_reasoning_effort = \"low\"\n")}
	e.After = []byte("model = \"b\"\n# one\n# two\nmodel_reasoning_effort = \"high\"\n")
	const want = `--- c
+++ c
@@ -1,4 +1,4 @@
-model = "a"
+model = "b"
 # one
 # two
-model_reasoning_effort = "low"
+model_reasoning_effort = "high"
`
	if got := e.Diff(); got != want {
		t.Errorf("%s", got)
	}
}

func TestDiffShowsTheLinesAround(t *testing.T) {
	e := Edit{File: "config.toml", Before: []byte("a\r\nb\r\nc\r\nmodel = \"old\"\r\nd\r\ne\r\nf\r\n")}
	e.After = []byte(strings.Replace(string(e.Before), "model = \"old\"\r\n", strings.ReplaceAll(written, "\n", "\r\n"), 1))
	const want = `--- config.toml
+++ config.toml
@@ -1,7 +1,8 @@
 a
 b
 c
-model = "old"
+# model = "old"  # cxhook 2026-11-29 wrote "new"
+model = "new"
 d
 e
 f
`
	if got := e.Diff(); got != want {
		t.Errorf("%s", got)
	}
	e.After = e.Before
	if got := e.Diff(); got != "" || e.Changed() {
		t.Errorf("%q", got)
	}
}
