package recovery

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/terminal"
)

// cyclesVariable is how many times a session is relaunched.
const cyclesVariable = "RECOVERY_TEST_CYCLES"

// usual is the number of cycles of a run of all tests; the measurement in docs/recovery.md is of 100.
const usual = 6

// held is what a process holds of the system.
type held struct{ files, children, kilobytes int }

func holds(t *testing.T, pid int) (h held) {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d", pid)
	files, err := os.ReadDir(filepath.Join(dir, "fd"))
	if err != nil {
		t.Skip("this system does not tell what a process holds: ", err)
	}
	h.files = len(files)
	tasks, _ := filepath.Glob(filepath.Join(dir, "task", "*", "children")) // the pattern is well formed
	for _, task := range tasks {
		text, _ := os.ReadFile(task) // a thread that has ended has none
		h.children += len(strings.Fields(string(text)))
	}
	status, _ := os.ReadFile(filepath.Join(dir, "status"))
	_, rss, _ := strings.Cut(string(status), "VmRSS:")
	if fields := strings.Fields(rss); len(fields) > 0 {
		h.kilobytes, _ = strconv.Atoi(fields[0])
	}
	return h
}

// One codex after the other is refused, and each time the session goes on in a new one: what cxhook holds must not grow.
func TestRelaunchesLeakNothing(t *testing.T) {
	cycles := usual
	if n, err := strconv.Atoi(os.Getenv(cyclesVariable)); err == nil {
		cycles = n
	}
	var tiers, refuse []string
	for i := range cycles {
		tiers = append(tiers, fmt.Sprintf("%q", fmt.Sprint("tier-", i)))
		refuse = append(refuse, fmt.Sprint("tier-", i))
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	s := start(t, play{args: []string{question}, policy: config.Switch, refuse: "gpt-5.6-sol," + strings.Join(refuse[:cycles-1], ","),
		settings: "models = [" + strings.Join(tiers, ", ") + "]\nmax_actions = 1000"})
	next := 0
	at := func(n int) held {
		for ; next <= n; next++ { // patience is for one relaunch, not for all
			s.WaitFor(func(*terminal.Screen) bool { return len(s.sessions()) > next+1 }, fmt.Sprint("session ", next+1))
		}
		s.Settle()
		return holds(t, s.PID())
	}
	early := at(cycles / 5)
	late := at(cycles - 1)
	for deadline := time.Now().Add(5 * time.Second); late.files > early.files && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		late = holds(t, s.PID()) // a file may be open for a moment, to be read
	}
	t.Logf("after %d cycles %+v, after %d %+v", cycles/5, early, cycles, late)
	if late.files > early.files || late.children > early.children {
		t.Errorf("after %d cycles %+v, after %d %+v", cycles/5, early, cycles, late)
	}
	if grown := late.kilobytes - early.kilobytes; grown > 16<<10 { // the race detector takes half of it
		t.Errorf("memory grew by %d kB", grown)
	}
	left, err := os.ReadDir(temporary)
	if err != nil || len(left) != 0 {
		t.Errorf("temporary files %v, %v", left, err)
	}
}
