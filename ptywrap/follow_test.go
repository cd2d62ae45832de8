package ptywrap

import (
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestAProgramThatOnlyPrintsHasTheSignalOfAKeyFromTheKernel(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("follow", "/bin/sh", "-c", `trap "echo interrupted; exit 3" INT; echo ready; while :; do sleep 0.1; done`)})
	c.WaitText("ready")
	c.Type("\x03")
	if got := c.Wait(); got != 3 {
		t.Errorf("exit code %d, want 3", got)
	}
	if n := strings.Count(string(c.Output()), "interrupted"); n != 1 {
		t.Errorf("interrupted %d times", n)
	}
}
