package main

import (
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// A monitor is started before it is known whether this run needs one.
func TestCodexThatRunsInOurPlaceHasNoMonitorBesideIt(t *testing.T) {
	cxhook, codex := withCodex(t, "echo beside=$(ps -o args= --ppid $$ | grep -c -e cxhook-monitor -e defunct).")
	for _, args := range [][]string{{"login"}, {"--version"}, {"resume", "--help"}} {
		c := console.Start(t, console.Options{Cmd: append([]string{cxhook, "run", "--codex", codex, "--"}, args...)})
		c.WaitOutput("beside=0.")
		c.Wait()
	}
}
