package ptywrap

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// early starts a monitor in advance, tells its process id, and is then a front, or waits.
func early(args []string) {
	StartAhead()
	fmt.Printf("ahead=%d.\n", ahead.link.pid)
	if len(args) > 0 {
		front(args)
	}
	_, _ = os.Stdin.Read(make([]byte, 1))
}

func waitAhead(t *testing.T, c *console.Console) (monitor int) {
	t.Helper()
	c.WaitOutput(".\r")
	_, id, _ := strings.Cut(string(c.Output()), "ahead=")
	id, _, _ = strings.Cut(id, ".")
	monitor, err := strconv.Atoi(id)
	if err != nil {
		t.Fatal(err)
	}
	return monitor
}

func TestTheMonitorStartedAheadIsTheOneOfTheNextProgram(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("early", helper("tui")...)})
	started := waitAhead(t, c)
	if _, monitor := waitPIDs(t, c); monitor != started {
		t.Errorf("monitor %d, but %d was started ahead", monitor, started)
	}
	c.Type("q")
	if got := c.Wait(); got != 5 {
		t.Errorf("exit code %d, want 5", got)
	}
	gone(t, started)
}

func TestAMonitorStartedAheadEndsWithItsFront(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("early")})
	started := waitAhead(t, c)
	if err := syscall.Kill(c.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone(t, started)
}

func TestADroppedMonitorIsGoneAtOnce(t *testing.T) {
	StartAhead()
	started := ahead.link.pid
	DropAhead()
	if err := syscall.Kill(started, 0); err != syscall.ESRCH {
		t.Errorf("process %d is still there: %v", started, err)
	}
	DropAhead() // nothing is left to drop
}

func TestARefusedStartLeavesNoMonitor(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("early", "/no/such/program")})
	started := waitAhead(t, c)
	if got := c.Wait(); got != 127 {
		t.Errorf("exit code %d, want 127", got)
	}
	gone(t, started)
}
