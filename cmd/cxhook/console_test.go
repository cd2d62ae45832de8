package main

import (
	"os"
	"path/filepath"
	"testing"
)

// withCodex gives a cxhook and a codex for it, which is a script. It is of bash: dash keeps its script open as file 10.
func withCodex(t *testing.T, script string) (cxhook, codex string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cxhook, codex = filepath.Join(dir, "cxhook"), filepath.Join(dir, "codex")
	if err := os.Symlink(self, cxhook); err != nil { // TestMain goes by the name
		t.Fatal(err)
	}
	if err := os.WriteFile(codex, []byte("#!/usr/bin/env bash\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return cxhook, codex
}
