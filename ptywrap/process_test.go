package ptywrap

import (
	"fmt"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

var pids = regexp.MustCompile(`pid=(\d+) monitor=(\d+)\.`)

// waitPIDs gives the process ids of a tui helper and its monitor.
func waitPIDs(t *testing.T, c *console.Console) (program, monitor int) {
	t.Helper()
	var m []string
	c.WaitForOutput(func(out string) bool {
		m = pids.FindStringSubmatch(out)
		return m != nil
	}, "process ids")
	program, _ = strconv.Atoi(m[1])
	monitor, _ = strconv.Atoi(m[2])
	return program, monitor
}

// eventually waits for something that nothing announces.
func eventually(t testing.TB, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(console.Patience); !cond(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// gone waits for the end of a process.
func gone(t *testing.T, pid int) {
	t.Helper()
	eventually(t, fmt.Sprintf("process %d is gone", pid), func() bool { return dead(pid) })
}

// startFront starts the front as a program of the console, with a tui on it.
func startFront(t *testing.T, args ...string) *console.Console {
	t.Helper()
	return console.Start(t, console.Options{Cmd: helper("front", helper("tui", args...)...)})
}

// wantCooked fails if the terminal is not as a shell needs it, or shows modes.
func wantCooked(t *testing.T, c *console.Console) {
	t.Helper()
	eventually(t, "the settings are the user's", func() bool {
		tio, err := getTermios(c.TTY())
		return err == nil && tio.Lflag&(syscall.ICANON|syscall.ECHO|syscall.ISIG) == syscall.ICANON|syscall.ECHO|syscall.ISIG
	})
}

func wantModesUndone(t *testing.T, c *console.Console) {
	t.Helper()
	c.WaitFor(func(s *terminal.Screen) bool { return !s.Alternate() }, "main screen")
	eventually(t, "every mode is undone", func() bool {
		var m terminal.Modes
		m.Write(c.Output())
		return m.Undo() == nil
	})
}

func TestKillingOneProcessLeavesNeitherModesNorProcesses(t *testing.T) {
	for _, screen := range []string{"main", "alternate"} {
		for _, victim := range []string{"front", "monitor", "program"} {
			t.Run(victim+" on the "+screen+" screen", func(t *testing.T) {
				t.Parallel()
				c := startFront(t, screen)
				program, monitor := waitPIDs(t, c)
				pid := map[string]int{"front": c.PID(), "monitor": monitor, "program": program}[victim]
				if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
					t.Fatal(err)
				}
				gone(t, program)
				gone(t, monitor)
				c.Wait()
				wantCooked(t, c)
				wantModesUndone(t, c)
			})
		}
	}
}

func TestSignalsToTheFrontReachTheProgram(t *testing.T) {
	for way, script := range map[string]string{
		"front":  `printf '\033[?2004hready'; exec sleep 1000`,
		"follow": `printf ready; exec sleep 1000`, // one that only prints
	} {
		for sig, code := range map[syscall.Signal]int{
			syscall.SIGTERM: 143, syscall.SIGHUP: 129, syscall.SIGINT: 130, syscall.SIGQUIT: 131,
		} {
			t.Run(way+" "+sig.String(), func(t *testing.T) {
				t.Parallel()
				c := console.Start(t, console.Options{Cmd: helper(way, "/bin/sh", "-c", script)})
				c.WaitText("ready")
				if err := syscall.Kill(c.PID(), sig); err != nil {
					t.Fatal(err)
				}
				if got := c.Wait(); got != code {
					t.Errorf("exit code %d, want %d", got, code)
				}
				wantCooked(t, c)
				wantModesUndone(t, c)
			})
		}
	}
}

func TestATerminalThatGoesAwayEndsTheProgram(t *testing.T) {
	c := startFront(t)
	program, monitor := waitPIDs(t, c)
	c.Hangup()
	gone(t, program)
	gone(t, monitor)
	gone(t, c.PID())
}

// A monitor that is stopped from outside passes nothing on.
func TestAStoppedMonitorKeepsNobodyFromEnding(t *testing.T) {
	for name, end := range map[string]func(*console.Console){
		"told to end":          func(c *console.Console) { _ = syscall.Kill(c.PID(), syscall.SIGTERM) },
		"the terminal is gone": func(c *console.Console) { c.Hangup() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startFront(t)
			program, monitor := waitPIDs(t, c)
			if err := syscall.Kill(monitor, syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			end(c)
			gone(t, program)
			gone(t, monitor)
			gone(t, c.PID())
		})
	}
}

// npm's codex is node above the native codex, in one process group.
func TestWhatAKilledLauncherLeavesIsHungUp(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("front", "/bin/sh", "-c", "sleep 1000 & echo pid=$$ monitor=$!.; wait")})
	launcher, left := waitPIDs(t, c)
	if err := syscall.Kill(launcher, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone(t, left)
	if got := c.Wait(); got != 137 {
		t.Errorf("exit code %d, want 137", got)
	}
}

func TestAProgramThatIgnoresTheEndIsKilled(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("front", "/bin/sh", "-c", `trap '' TERM; echo ready; while :; do sleep 0.1; done`)})
	c.WaitText("ready")
	_ = syscall.Kill(c.PID(), syscall.SIGTERM)
	if got := c.Wait(); got != 137 {
		t.Errorf("exit code %d, want 137", got)
	}
}

func TestKillingTheFrontEndsAProgramThatIgnoresTheEnd(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("front", "/bin/sh", "-c",
		`trap '' HUP TERM; echo pid=$$ monitor=$PPID.; while :; do sleep 0.1; done`)})
	program, monitor := waitPIDs(t, c)
	if err := syscall.Kill(c.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone(t, program)
	gone(t, monitor)
}
