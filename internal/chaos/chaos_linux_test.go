package chaos

import (
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery"
	"github.com/cxhook/cxhook/terminal"
)

var (
	kills = flag.Int("kills", 30, "how `often` a process is killed")
	seed  = flag.Uint64("seed", uint64(time.Now().UnixNano()), "`number` that repeats the moments of a run, as far as the machine does")
)

// What this binary is, besides the test.
const (
	playCodex = "CHAOS_TEST_PLAYS_CODEX"
	playRun   = "CHAOS_TEST_PLAYS_RUN"

	notesVariable = "CHAOS_TEST_NOTES" // directory of the notes
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(playCodex) != "":
		go floodWhenTold()
		os.Exit(scriptedcodex.Main(os.Args[1:], os.Stdin, os.Stdout))
	case os.Getenv(playRun) != "":
		os.Exit(run())
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	os.Exit(m.Run())
}

// run is the front: what cmd/cxhook does, over the scripted codex.
func run() int {
	ptywrap.StartAhead()
	home := os.Getenv("CODEX_HOME")
	self, err := os.Executable()
	if err != nil {
		return 125
	}
	args, _ := codex.ParseArgs(os.Args[1:])
	term, err := ptywrap.OpenTerminal(ptywrap.TerminalOptions{})
	if err != nil {
		return 125
	}
	defer term.Close()
	status, err := recovery.Run(recovery.Options{
		Terminal:  term,
		Binary:    codex.Binary{Path: self},
		Args:      args,
		Env:       append(os.Environ(), playCodex+"=1"),
		Dir:       home,
		Policy:    config.Ask,
		RoundTrip: time.Nanosecond, // what a busy machine takes is no matter here
		Load: func() (config.Config, []config.Problem) {
			c := config.Default()
			c.Models = []config.Entry{{Model: "gpt-6-sol"}, {Model: "gpt-6-luna"}}
			return c, nil
		},
		Notes: recovery.NotesIn(os.Getenv(notesVariable)),
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return 125
	}
	return status
}

// phases are the moments from which a kill is timed, and for how long from there.
var phases = []struct {
	name   string
	spread time.Duration
	reach  func(c *console.Console)
}{
	{"start", 150 * time.Millisecond, func(*console.Console) {}},
	{"working", 60 * time.Millisecond, func(c *console.Console) { c.WaitOutput("Working") }},
	{"bar", 100 * time.Millisecond, func(c *console.Console) { c.WaitText("is at capacity   1 ") }},
	{"quitting", 60 * time.Millisecond, choose},
	{"relaunch", 300 * time.Millisecond, func(c *console.Console) {
		choose(c)
		c.WaitOutput("going on with")
	}},
}

// choose presses the key for the first model once the bar takes it.
func choose(c *console.Console) {
	c.WaitText("is at capacity   1 ")
	time.Sleep(prompt.Reaction + 50*time.Millisecond) // cannot be seen on the screen
	c.Type("1")
}

func TestKillsAtRandomMomentsLeaveNothingBehind(t *testing.T) {
	t.Logf("seed %d", *seed)
	before := settings(t, console.Start(t, console.Options{})) // of a new terminal
	random := rand.New(rand.NewPCG(*seed, 0))
	for i := range *kills {
		phase := phases[i%len(phases)]
		victim := victims[i/len(phases)%len(victims)]
		after := time.Duration(random.Int64N(int64(phase.spread)))
		t.Run(fmt.Sprintf("%s %s %v", phase.name, victim, after.Round(time.Millisecond/10)), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			c := start(t, home, home, true)
			phase.reach(c)
			time.Sleep(after) // the random moment
			if pid := find(victim, c.PID()); pid > 0 {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			leave(c, home)
			c.Wait()
			check(t, c, home, before)
		})
	}
}

// start runs the scripted codex, whose first model is refused, behind the shim. What env says counts last.
func start(t *testing.T, home, notes string, answer bool, env ...string) *console.Console {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return console.Start(t, console.Options{
		Cols: 100, Rows: 24, Answer: answer, Dir: home,
		Cmd: []string{self, "make the parser accept empty input"},
		Env: append(append(os.Environ(), playRun+"=1", "CODEX_HOME="+home, notesVariable+"="+notes,
			scriptedcodex.RefuseVariable+"=gpt-5.6-sol", scriptedcodex.TurnVariable+"=150ms"), env...),
	})
}

// leave ends what goes on after the kill, as a user does: by Ctrl-C.
func leave(c *console.Console, home string) {
	for end := time.Now().Add(console.Patience); len(processes(home)) > 0 && time.Now().Before(end); {
		for pause := time.Now().Add(time.Second); len(processes(home)) > 0 && time.Now().Before(pause); {
			time.Sleep(20 * time.Millisecond)
		}
		// Not to a terminal that is the user's again: the key would throw output away.
		if syscall.Kill(c.PID(), 0) == nil && len(processes(home)) > 0 {
			c.Type("\x03")
		}
	}
}

func settings(t *testing.T, c *console.Console) unix.Termios {
	t.Helper()
	s, err := unix.IoctlGetTermios(int(c.TTY().Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	return *s
}

func check(t *testing.T, c *console.Console, home string, before unix.Termios) {
	t.Helper()
	// A process that is about to become the monitor shows no environment for a moment.
	for end := time.Now().Add(console.Patience); ; time.Sleep(5 * time.Millisecond) {
		left, after := processes(home), settings(t, c)
		if len(left) == 0 && after == before {
			break
		}
		if time.Now().After(end) {
			t.Errorf("processes left: %v; the terminal's settings are %+v, were %+v", left, after, before)
			break
		}
	}
	c.Settle()
	var m terminal.Modes
	m.Write(c.Output())
	if undo := m.Undo(); undo != nil {
		t.Errorf("left set on the terminal: to be undone by %q; the end of the output is %q", undo, tail(c.Output()))
	}
	_ = filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case strings.Contains(d.Name(), ".tmp") || strings.HasSuffix(d.Name(), "~"):
			t.Errorf("left behind: %s", path)
		case !d.IsDir() && info.Mode().Perm()&0o077 != 0:
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
}

func tail(b []byte) []byte { return b[max(0, len(b)-300):] }
