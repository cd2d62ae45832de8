package main

import (
	"os"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestWithLowLimitsCodexRunsWithoutTheHook(t *testing.T) {
	cxhook, codex := withCodex(t, `echo "hooked=$CXHOOK_TTY."; exit 7`)
	for limit, want := range map[string]string{
		"-n 10": "hooked=.", "-n 40": "hooked=/dev/",
		"-v 3000000": "hooked=.", "-v 8000000": "hooked=/dev/",
		"-u 63": "hooked=.",
	} {
		c := console.Start(t, console.Options{
			Cmd: []string{"bash", "-c", "ulimit " + limit + `; exec "$@"`, "sh", cxhook, "run", "--codex", codex, "--", "hi"},
			Env: os.Environ(),
		})
		if status := c.Wait(); status != 7 {
			t.Errorf("%s: status %d", limit, status)
		}
		c.WaitOutput(want)
	}
}
