package codex

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestQueueHandsTheMessageOver(t *testing.T) {
	dir := t.TempDir()
	bin := Binary{Path: filepath.Join(dir, "codex")}
	script := "#!/bin/sh\nprintf '%s|' \"$@\" >>\"$OUT\"\n[ \"$3\" != unknown ]\n"
	if err := os.WriteFile(bin.Path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	env := append(os.Environ(), "OUT="+out)
	if err := Queue(context.Background(), bin, env, "ID", "go on"); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(out); string(got) != "queue|--thread|ID|--message|go on|" {
		t.Errorf("codex got %q", got)
	}
	if err := Queue(context.Background(), bin, env, "unknown", "go on"); err == nil {
		t.Error("a message that was not taken is no error")
	}
}
