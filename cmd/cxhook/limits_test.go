package main

import (
	"os"
	"strconv"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestWithFewOpenFilesCodexRunsWithoutTheHook(t *testing.T) {
	cxhook, codex := withCodex(t, `echo "hooked=$CXHOOK_TTY."; exit 7`)
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
