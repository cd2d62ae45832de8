package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// The kernel sends a key's signal to the whole job. This codex has left it, so that it sees only what cxhook passes on.
func TestAKeyThatInterruptsIsNotPassedOnToACodexWhoseEventsAreRead(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid")
	}
	cxhook, codex := withCodex(t, `[ "$1" = apart ] || exec setsid "$0" apart
n=0
trap 'n=$((n+1))' INT
trap 'echo "$n in all"; exit 7' TERM
echo "begun by $PPID."
while :; do sleep 0.1; done`)
	c := console.Start(t, console.Options{
		Cmd: []string{"bash", "-c", `trap : INT; "$@" | { trap "" INT; cat; }; exit ${PIPESTATUS[0]}`, "sh",
			cxhook, "run", "--codex", codex, "--on-capacity", "switch", "--", "exec", "--json", "hi"},
		Env: os.Environ(),
	})
	begun := regexp.MustCompile(`begun by (\d+)\.`)
	c.WaitForOutput(begun.MatchString, "codex")
	c.Type("\x03")
	c.WaitOutput("^C")
	pid, err := strconv.Atoi(begun.FindStringSubmatch(string(c.Output()))[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil { // it passes signals on in order
		t.Fatal(err)
	}
	c.WaitOutput("0 in all")
	if status := c.Wait(); status != 7 {
		t.Errorf("status %d", status)
	}
}
