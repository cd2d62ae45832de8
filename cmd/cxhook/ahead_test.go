package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// A monitor is started before it is known whether this run needs one.
func TestCodexThatRunsInOurPlaceHasNoMonitorBesideIt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cxhook, codex := filepath.Join(dir, "cxhook"), filepath.Join(dir, "codex")
	if err := os.Symlink(self, cxhook); err != nil { // TestMain goes by the name
		t.Fatal(err)
	}
	const script = "#!/bin/sh\necho beside=$(ps -o args= --ppid $$ | grep -c -e cxhook-monitor -e defunct).\n"
	if err := os.WriteFile(codex, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"login"}, {"--version"}, {"resume", "--help"}} {
		c := console.Start(t, console.Options{Cmd: append([]string{cxhook, "run", "--codex", codex, "--"}, args...)})
		c.WaitOutput("beside=0.")
		c.Wait()
	}
}
