package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestWithFewOpenFilesCodexRunsWithoutTheHook(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cxhook, codex := filepath.Join(dir, "cxhook"), filepath.Join(dir, "codex")
	if err := os.Symlink(self, cxhook); err != nil { // TestMain goes by the name
		t.Fatal(err)
	}
	if err := os.WriteFile(codex, []byte("#!/usr/bin/env bash\necho \"hooked=$CXHOOK_TTY.\"\nexit 7\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for files, want := range map[int]string{10: "hooked=.", 40: "hooked=/dev/"} {
		c := console.Start(t, console.Options{
			Cmd: []string{"/bin/sh", "-c", "ulimit -n " + strconv.Itoa(files) + `; exec "$@"`, "sh", cxhook, "run", "--codex", codex, "--", "hi"},
			Env: os.Environ(),
		})
		if status := c.Wait(); status != 7 {
			t.Errorf("%d files: status %d", files, status)
		}
		c.WaitOutput(want)
	}
}
