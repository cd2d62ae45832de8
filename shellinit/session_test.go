package shellinit

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience is how long a shell may take for one script: far more than it needs
// on a loaded machine.
const patience = 20 * time.Second

// find returns the path of a shell or tool. A missing one fails the test where
// it must be there (CI is set) and skips it elsewhere, with the reason.
func find(t testing.TB, tool string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err == nil {
		return path
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed, and these tests need it", tool)
	}
	t.Skipf("SKIPPED, NOT TESTED: %s is not installed", tool)
	return ""
}

// session is one user's machine: a home, a fake cxhook in a folder with an
// awkward name, a fake codex on PATH, and the record of how both were called.
type session struct {
	t     testing.TB
	shell string
	path  string // of the shell
	dir   string
	self  string // the fake cxhook
	// notices is the file that the prompt reads; it is not there at first.
	notices string
	env     []string
}

// inShells runs a test in each of the shells, with a session of its own.
func inShells(t *testing.T, shells []string, test func(*testing.T, *session)) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			test(t, newSession(t, shell))
		})
	}
}

func newSession(t testing.TB, shell string) *session {
	t.Helper()
	s := &session{t: t, shell: shell, path: find(t, shell), dir: t.TempDir()}
	s.self = filepath.Join(s.dir, `it's a "$HOME" \dir`, "cxhook")
	fake, err := os.ReadFile("testdata/fake")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{s.self, s.file("bin/codex")} {
		s.mkdir(filepath.Dir(program))
		if err := os.WriteFile(program, fake, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.notices = filepath.Join(filepath.Dir(s.self), "notices")
	s.mkdir(s.file("home/fish/generated_completions")) // else fish reads all man pages, beside the test and after it
	s.write("calls", "")
	s.env = []string{
		"HOME=" + s.file("home"),
		"ZDOTDIR=" + s.file("home"),
		"XDG_CONFIG_HOME=" + s.file("home"),
		"XDG_DATA_HOME=" + s.file("home"),
		"PATH=" + s.file("bin") + ":/usr/local/bin:/usr/bin:/bin",
		"TERM=dumb",
		"LC_ALL=C.UTF-8",
		"CALLS=" + s.file("calls"),
		"SELF=" + s.self,
		"INIT=" + s.file("init"),
	}
	return s
}

func (s *session) file(name string) string { return filepath.Join(s.dir, name) }

func (s *session) mkdir(dir string) {
	s.t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) write(name, text string) string {
	s.t.Helper()
	if err := os.WriteFile(s.file(name), []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	return s.file(name)
}

func (s *session) read(name string) string {
	s.t.Helper()
	b, err := os.ReadFile(s.file(name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(b)
}

// init renders the code for this session's shell to the file $INIT.
func (s *session) init(o Options) {
	s.t.Helper()
	o.Self = s.self
	if o.Notices == "" {
		o.Notices = s.notices
	}
	o.Now = time.Now()
	code, err := Render(s.shell, o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.write("init", code)
}

// load is the line a user writes to load $INIT.
func (s *session) load() string {
	if s.shell == "fish" {
		return `cat "$INIT" | source`
	}
	return `eval "$(cat "$INIT")"`
}

// command starts the shell without the machine's own start-up files.
func (s *session) command(args ...string) *exec.Cmd {
	clean := map[string][]string{"zsh": {"-f"}, "bash": {"--norc", "--noprofile"}}
	cmd := exec.Command(s.path, append(clean[s.shell], args...)...)
	cmd.Env = s.env
	cmd.Dir = s.dir
	return cmd
}

// run lets the shell run a script, interactively on a terminal or not, and
// returns everything it printed. The script's status is part of the test only
// where the script writes it down.
func (s *session) run(interactive bool, script string) string {
	s.t.Helper()
	file := s.write("script", script)
	if !interactive {
		out, err := s.command(file).CombinedOutput()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			s.t.Fatal(err)
		}
		return string(out)
	}
	cmd := s.command("-i", file)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 200, Rows: 50})
	if err != nil {
		s.t.Fatal(err)
	}
	defer tty.Close()
	watchdog := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	var out bytes.Buffer
	_, _ = io.Copy(&out, tty) // Ends with EIO when the shell has gone.
	_ = cmd.Wait()
	if !watchdog.Stop() {
		s.t.Fatalf("%s did not end; it printed:\n%s", s.shell, out.String())
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// call is the line that the fake writes for one call.
func call(program string, args ...string) string {
	var b strings.Builder
	b.WriteString(program)
	for _, a := range args {
		fmt.Fprintf(&b, " <%s>", a)
	}
	return b.String() + "\n"
}
