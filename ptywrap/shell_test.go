package ptywrap

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// shell is an interactive shell on a console, with no settings of the user.
type shell struct {
	*console.Console
	t      *testing.T
	status string // its variable for the last exit status
	fg     string // what that is after fg, when the job ended with status 5
}

// shells are the interactive shells of the tests, all installed where tests run.
var shells = map[string][]string{
	"bash": {"bash", "--norc", "--noprofile", "--noediting", "-i"},
	"zsh":  {"zsh", "-f", "-i", "+Z", "-o", "nopromptsp"},
	"fish": {"fish", "--no-config", "-i"},
}

func forEachShell(t *testing.T, test func(t *testing.T, s shell)) {
	for name, cmd := range shells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(name); err != nil {
				t.Fatalf("%s is needed: %v", name, err)
			}
			s := shell{console.Start(t, console.Options{Cols: 200, Rows: 50, Cmd: cmd, Answer: true}), t, "$?", "5"}
			if name == "fish" {
				s.status, s.fg = "$status", "0" // fish counts fg as the command
			}
			s.run("echo shell is up; ", "shell is up")
			test(t, s)
			s.Type("exit\r")
		})
	}
}

// run types a command and waits for what it prints. The command is typed with
// quotes in it, so that its echo is not taken for its output.
func (s shell) run(command, output string) {
	s.t.Helper()
	s.Forget()
	s.Type(strings.Replace(command, "echo ", `echo ""`, 1) + "\r")
	s.WaitOutput(output)
}

// job is the front, with a tui, as a job of a shell.
type job struct{ front, monitor, program int }

func (s shell) startTUI(args ...string) job {
	s.t.Helper()
	s.Forget()
	s.Type(strings.Join(helper("front", helper("tui", args...)...), " ") + "\r")
	program, monitor := waitPIDs(s.t, s.Console)
	return job{parent(monitor), monitor, program}
}

// quit ends the tui by its key and checks that the shell gets its status.
func (s shell) quit(j job) {
	s.t.Helper()
	s.Type("q")
	gone(s.t, j.front) // what is typed before is for the tui
	s.run("echo status="+s.status, "status="+s.fg)
}

// wantUsable checks that a command can be typed and run.
func (s shell) wantUsable() {
	s.t.Helper()
	s.run("stty -a | grep -c -e ' icanon.* echo '; echo usable", "usable")
}
