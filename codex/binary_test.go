package codex

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// place writes a file and gives its path.
func place(t *testing.T, dir, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func searchPath(dirs ...string) string { return strings.Join(dirs, string(os.PathListSeparator)) }

func TestFindTakesTheFirstCodexThatIsNotOurselves(t *testing.T) {
	bin, shims, links, copies, real := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	self := place(t, bin, "cxhook", "ourselves", 0o755)
	for _, err := range []error{
		os.Link(self, filepath.Join(shims, "codex")),
		os.Symlink(self, filepath.Join(links, "codex")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	place(t, copies, "codex", "ourselves", 0o755)
	script := place(t, real, "codex", "#!/bin/sh", 0o755) // as long as "ourselves"
	got, err := Find(FindOptions{Path: searchPath(shims, links, copies, bin, real), Self: self})
	if err != nil || got.Path != script || got.Size != 9 || got.ModTime.IsZero() {
		t.Errorf("found %+v, %v", got, err)
	}
	_, err = Find(FindOptions{Path: searchPath(shims, copies), Self: self})
	if e := findError(t, err); e.ExitCode != notFound || !strings.Contains(e.Detail.String(), "cxhook itself") {
		t.Errorf("only ourselves on PATH: %v", err)
	}
}

func findError(t *testing.T, err error) *FindError {
	t.Helper()
	var e *FindError
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no FindError", err)
	}
	return e
}

func TestFindKeepsALinkUnresolved(t *testing.T) {
	dir, target := t.TempDir(), t.TempDir()
	launcher := place(t, target, "codex.js", "#!/usr/bin/env node", 0o755)
	link := filepath.Join(dir, "codex")
	if err := os.Symlink(launcher, link); err != nil {
		t.Fatal(err)
	}
	if got, err := Find(FindOptions{Path: dir}); err != nil || got.Path != link {
		t.Errorf("found %+v, %v", got, err)
	}
}

func TestFindSkipsWhatAnOuterCxhookStarted(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	wrapper := place(t, first, "codex", "wrapper", 0o755)
	real := place(t, second, "codex", "real", 0o755)
	got, err := Find(FindOptions{Path: searchPath(first, second), Skip: []string{wrapper, "/nowhere"}})
	if err != nil || got.Path != real {
		t.Errorf("found %+v, %v", got, err)
	}
}

func TestFindDoesNotSearchRelativeEntries(t *testing.T) {
	t.Chdir(t.TempDir())
	place(t, ".", "codex", "planted", 0o755)
	for _, path := range []string{".", ":", searchPath("/nonexistent", "./")} {
		_, err := Find(FindOptions{Path: path})
		if e := findError(t, err); e.ExitCode != notFound || !strings.Contains(e.Detail.String(), "relative") {
			t.Errorf("PATH=%q: %v", path, err)
		}
	}
}

func TestFindTellsNotFoundFromNotExecutable(t *testing.T) {
	dir, empty, good := t.TempDir(), t.TempDir(), t.TempDir()
	text := place(t, dir, "codex", "text", 0o644)
	real := place(t, good, "codex", "real", 0o755)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		o    FindOptions
		code int
		want string // the path found, or a part of why there is none
	}{
		{"nothing", FindOptions{Path: empty}, 127, "not found on PATH"},
		{"a file that cannot run", FindOptions{Path: dir}, 126, text + " cannot be executed"},
		{"but one behind it can", FindOptions{Path: searchPath(dir, good)}, 0, real},
		{"a file in PATH alone", FindOptions{Path: text}, 127, "not found on PATH"},
		{"a file in PATH", FindOptions{Path: searchPath(text, good)}, 0, real},
		{"given: missing", FindOptions{Codex: filepath.Join(empty, "codex")}, 127, "no such file"},
		{"given: cannot run", FindOptions{Codex: text}, 126, text + " cannot be executed"},
		{"given: a folder", FindOptions{Codex: filepath.Join(dir, "folder")}, 126, "is a directory"},
		{"given: good", FindOptions{Codex: real, Path: empty}, 0, real},
		{"given: ourselves", FindOptions{Codex: real, Self: real}, 127, "cxhook itself"},
		{"given: another name", FindOptions{Codex: "codex-nightly", Path: good}, 127, "not found on PATH"},
	} {
		got, err := Find(tt.o)
		if tt.code == 0 {
			if err != nil || got.Path != tt.want {
				t.Errorf("%s: found %+v, %v", tt.name, got, err)
			}
			continue
		}
		if e := findError(t, err); e.ExitCode != tt.code || !strings.Contains(e.Detail.String(), tt.want) {
			t.Errorf("%s: %+v", tt.name, e)
		}
	}
}

func TestAGivenPathMayBeRelative(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	place(t, dir, "mine", "x", 0o755)
	got, err := Find(FindOptions{Codex: "./mine"})
	if err != nil || !filepath.IsAbs(got.Path) || filepath.Base(got.Path) != "mine" {
		t.Errorf("found %+v, %v", got, err)
	}
}
