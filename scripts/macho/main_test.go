package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The flags are those of scripts/release.
func TestWhatReleaseMakesIsLoadedByMacOS(t *testing.T) {
	script, err := os.ReadFile("../release")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^flags=\(.*-ldflags "([^"]*) -X `).FindSubmatch(script)
	if m == nil {
		t.Fatal("scripts/release has no flags of the linker")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		if err := check(built(t, arch, string(m[1]))); err != nil {
			t.Error(err)
		}
	}
	if err := check(built(t, "arm64", "-buildid=")); err == nil || !strings.Contains(err.Error(), "LC_UUID") {
		t.Errorf("without an id: %v, want no LC_UUID", err)
	}
}

// built is a program for macOS, linked with the flags.
func built(t *testing.T, arch, flags string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	c := exec.Command("go", "build", "-trimpath", "-ldflags", flags, "-o", path, ".")
	c.Env = append(os.Environ(), "GOOS=darwin", "GOARCH="+arch, "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}
