package ptywrap

import (
	"strings"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestAProgramThatOnlyPrintsEndsBySignalsToUsAlone(t *testing.T) {
	for sig, code := range map[syscall.Signal]int{
		syscall.SIGTERM: 143, syscall.SIGHUP: 129, syscall.SIGINT: 130, syscall.SIGQUIT: 131,
	} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			c := console.Start(t, console.Options{Cmd: helper("follow", "/bin/sh", "-c", `printf ready; exec sleep 1000`)})
			c.WaitText("ready")
			if err := syscall.Kill(c.PID(), sig); err != nil {
				t.Fatal(err)
			}
			if got := c.Wait(); got != code {
				t.Errorf("exit code %d, want %d", got, code)
			}
			wantCooked(t, c)
		})
	}
}

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
