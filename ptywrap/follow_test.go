package ptywrap

import (
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// The first comes from the kernel, the second from us, to whom the two causes of a signal look the same.
func TestAProgramThatOnlyPrintsAndOutlivesAKeysSignalGetsItOnceMore(t *testing.T) {
	const script = `n=0; trap 'n=$((n+1)); echo interrupted $n; test $n = 1 || exit 3' INT; echo ready; while :; do sleep 0.05; done`
	c := console.Start(t, console.Options{Cmd: helper("follow", "/bin/sh", "-c", script)})
	c.WaitText("ready")
	c.Type("\x03")
	c.WaitText("interrupted 1")
	if got := c.Wait(); got != 3 {
		t.Errorf("exit code %d, want 3", got)
	}
}
