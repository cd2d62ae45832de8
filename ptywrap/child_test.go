package ptywrap

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

// openConsole opens a console and a Terminal on it, in this process.
func openConsole(t testing.TB, o console.Options) (*console.Console, *Terminal) {
	t.Helper()
	c := console.Start(t, o)
	term, err := OpenTerminal(TerminalOptions{TTY: c.TTY(), Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	})
	return c, term
}

// start runs a command on a Terminal and ends it with the test.
func start(t testing.TB, term *Terminal, args ...string) *Child {
	t.Helper()
	return startCommand(t, term, Command{Path: args[0], Args: args[1:]})
}

func startCommand(t testing.TB, term *Terminal, cmd Command) *Child {
	t.Helper()
	c, err := Start(term, cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Signal(syscall.SIGKILL) // fails once it has ended
		c.Wait()
	})
	return c
}

// script runs a shell script.
func script(t testing.TB, term *Terminal, text string) *Child {
	t.Helper()
	return start(t, term, "/bin/sh", "-c", text)
}

func TestExitCodesAreThoseOfTheProgram(t *testing.T) {
	_, term := openConsole(t, console.Options{})
	for _, test := range []struct {
		script string
		want   Exit
	}{
		{"exit 0", Exit{}},
		{"exit 1", Exit{Code: 1}},
		{"exit 255", Exit{Code: 255}},
		{"kill -TERM $$", Exit{143, syscall.SIGTERM}},
		{"kill -KILL $$", Exit{137, syscall.SIGKILL}},
	} {
		if got := script(t, term, test.script).Wait(); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.script, got, test.want)
		}
	}
}

func TestARawProgramIsOneThatHasTheTerminal(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, "stty raw -echo; echo taken; head -c1 >/dev/null; stty sane; echo given; read line")
	con.WaitText("taken")
	if !c.Raw() {
		t.Error("the program has taken the terminal, and is not raw")
	}
	con.Type("x")
	con.WaitText("given")
	if c.Raw() {
		t.Error("the program has given the terminal back, and is raw")
	}
}

func TestAProgramThatCannotStartGivesTheCodeOfShells(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	noInterpreter := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(noInterpreter, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/no/such/program": 127, "/etc/passwd": 126, noInterpreter: 126} {
		_, err := Start(term, Command{Path: path})
		var failed *StartError
		if !errors.As(err, &failed) || failed.Code != want {
			t.Errorf("%s: %v, want code %d", path, err, want)
		}
	}
	script(t, term, "echo the next one runs").Wait()
	con.WaitText("the next one runs")
}

func TestOnlyOneProgramHasTheTerminal(t *testing.T) {
	_, term := openConsole(t, console.Options{})
	script(t, term, "sleep 1000")
	_, err := Start(term, Command{Path: "/bin/sh"})
	var failed *StartError
	if !errors.As(err, &failed) || failed.Code != 125 {
		t.Errorf("a second program: %v, want code 125", err)
	}
}

func TestTheProgramHasTheSizeFromTheStart(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 101, Rows: 31, XPixel: 1010, YPixel: 620})
	start(t, term, helper("size")...).Wait()
	con.WaitText("101 31 1010 620 <nil>")
}

func TestAProgramWithoutTerminalSizeGetsAUsableOne(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	if err := setSize(term.tty, Size{}); err != nil {
		t.Fatal(err)
	}
	start(t, term, helper("size")...).Wait()
	con.WaitText("80 24 0 0 <nil>")
}

func TestTheProgramHasTheSettingsOfTheUser(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	settings, err := getTermios(con.TTY())
	if err != nil {
		t.Fatal(err)
	}
	settings.Cc[syscall.VERASE] = 'E' & 0x1f
	if err := setTermios(con.TTY(), settings); err != nil {
		t.Fatal(err)
	}
	script(t, term, "stty -a").Wait()
	con.WaitText("erase = ^E")
}

func TestProgramsFollowOneAnotherWithoutAFlash(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	raw := func() bool {
		tio, err := getTermios(con.TTY())
		return err == nil && tio.Lflag&syscall.ICANON == 0
	}
	script(t, term, "printf '\\033[?2004hfirst'").Wait()
	if !raw() {
		t.Error("the terminal is cooked between two programs")
	}
	con.WaitOutput("first\x1b[?2004l")
	c := script(t, term, "read x; echo second got $x")
	con.Type("word\r")
	con.WaitText("second got word")
	c.Wait()
	if err := term.Restore(); err != nil {
		t.Fatal(err)
	}
	if raw() {
		t.Error("the terminal is raw after Restore")
	}
}

func TestRedirectedFilesAreTheProgramsOwn(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	name := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(name, []byte("a line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	startCommand(t, term, Command{
		Path: "/bin/sh", Args: []string{"-c", "head -n 1; tty <&2 >&2"}, Stdin: in, Stdout: out,
	}).Wait()
	con.WaitText("/dev/")
	got, err := os.ReadFile(out.Name())
	if err != nil || !strings.HasPrefix(string(got), "a line") {
		t.Errorf("stdout %q, %v", got, err)
	}
}
