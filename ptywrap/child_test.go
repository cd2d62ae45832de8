package ptywrap

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
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

// strange holds every byte value that sets nothing on a terminal: no ESC, no SO.
var strange = func() (b []byte) {
	for i := range 256 {
		if i != 0x1b && i != 0x0e {
			b = append(b, byte(i))
		}
	}
	return append(b, "\xff\xfe\xc3\x28 caf\u00e9 \U0001f600\r\n\x00"...)
}()

func TestBytesPassUnchangedBothWays(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, fmt.Sprintf("stty raw -echo; printf ready; head -c %d", len(strange)))
	con.WaitOutput("ready")
	con.Type(string(strange))
	if exit := c.Wait(); exit.Code != 0 {
		t.Errorf("exit code %d", exit.Code)
	}
	con.Settle()
	if got, want := con.Output(), append([]byte("ready"), strange...); !bytes.Equal(got, want) {
		t.Errorf("the terminal got\n%q, want\n%q", got, want)
	}
}

func TestTheObserverGetsTheSameBytes(t *testing.T) {
	_, term := openConsole(t, console.Options{})
	c := script(t, term, "printf one; sleep 0.01; printf two; exit 3")
	var out []byte
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			t.Fatal("the queue ended without Exited")
		}
		if e.Kind == Output {
			out = append(out, e.Bytes...)
			if e.Offset != int64(len(out)) {
				t.Errorf("offset %d after %d bytes", e.Offset, len(out))
			}
		}
		if e.Kind == Exited {
			if e.Exit.Code != 3 {
				t.Errorf("exit code %d, want 3", e.Exit.Code)
			}
			break
		}
	}
	if string(out) != "onetwo" {
		t.Errorf("observed %q", out)
	}
}

func TestNoOutputIsCutWhenAProgramEndsAtOnce(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	// Four times what the kernel holds for a reader, so that some is in flight.
	text := strings.Repeat("0123456789abcdef", 1024)
	for i := range 200 {
		con.Forget()
		script(t, term, "stty -opost; echo "+text).Wait()
		con.Settle()
		if got := string(con.Output()); got != text+"\n" {
			t.Fatalf("run %d: %d bytes, want %d: it ends with %q", i, len(got), len(text)+1, got[max(0, len(got)-40):])
		}
	}
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
	_, err := Start(term, Command{Path: "/bin/true"})
	var failed *StartError
	if !errors.As(err, &failed) || failed.Code != 125 {
		t.Errorf("a second program: %v, want code 125", err)
	}
}

func TestTheProgramFindsTheEnvironmentAsItWas(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 200})
	env := []string{"A=1", "BAD=\xff\xfe", "A=2", ttyVariable + "=stale"}
	dir := t.TempDir()
	c := startCommand(t, term, Command{
		Path: "/bin/sh", Argv0: "other name", Dir: dir, Env: env,
		Args: []string{"-c", `tr '\0' '\n' < /proc/$$/environ | cat -v; tty; pwd; tr '\0' '|' < /proc/$$/cmdline; echo`, "", "x y"},
	})
	c.Wait()
	con.Settle()
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(con.Output()), "\r\n", "\n")), "\n")
	if len(lines) != 7 {
		t.Fatalf("got %q", lines)
	}
	if want := []string{"A=1", "BAD=M-^?M-~", "A=2", ttyVariable + "=" + lines[4]}; !slices.Equal(lines[:4], want) {
		t.Errorf("environment %q, want %q", lines[:4], want)
	}
	if lines[5] != dir {
		t.Errorf("directory %s, want %s", lines[5], dir)
	}
	if !strings.HasPrefix(lines[6], "other name|-c|") || !strings.HasSuffix(lines[6], "||x y|") {
		t.Errorf("arguments %q", lines[6])
	}
}

func TestSignalsAndUmaskAreAsForADirectChild(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	const ask = `grep -E "^Sig(Blk|Ign)" /proc/self/status; umask`
	direct, err := exec.Command("/bin/sh", "-c", ask).Output()
	if err != nil {
		t.Fatal(err)
	}
	script(t, term, ask).Wait()
	con.Settle()
	if got := strings.ReplaceAll(string(con.Output()), "\r\n", "\n"); got != string(direct) {
		t.Errorf("through the pseudo-terminal\n%s, directly\n%s", got, direct)
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

func TestAProcessLeftInTheBackgroundDoesNotDelayTheEnd(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	exit := script(t, term, "sleep 1000 & echo left $!.; exit 4").Wait()
	con.Settle()
	_, rest, _ := strings.Cut(string(con.Output()), "left ")
	pid, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), "."))
	if err != nil {
		t.Fatalf("output %q", con.Output())
	}
	if dead(pid) {
		t.Error("it was ended, which a shell would not do")
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	if exit.Code != 4 {
		t.Errorf("exit code %d", exit.Code)
	}
}

func TestRedirectedFilesAreTheProgramsOwn(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	in, err := os.Open("/proc/self/status")
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
		Path: "/bin/sh", Args: []string{"-c", "head -1; tty <&2 >&2"}, Stdin: in, Stdout: out,
	}).Wait()
	con.WaitText("/dev/pts/")
	got, err := os.ReadFile(out.Name())
	if err != nil || !strings.HasPrefix(string(got), "Name:") {
		t.Errorf("stdout %q, %v", got, err)
	}
}

func TestALateReplyDoesNotReachTheShell(t *testing.T) {
	con, term := openConsole(t, console.Options{Answer: true, Delay: 20 * time.Millisecond})
	script(t, term, `stty raw -echo; printf '\033[6n'`).Wait()
	con.Type("k")
	got, err := term.ReadInput(time.Now().Add(console.Patience))
	if err != nil || string(got) != "k" {
		t.Errorf("the next to read the terminal gets %q, %v", got, err)
	}
}

func TestKeysTypedBetweenRepliesAreKept(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, `stty raw -echo; printf 'asked\033[6n\033[c'; exec sleep 1000`)
	con.WaitOutput("asked")
	eventually(t, "the queries were seen", func() bool {
		c.queries.mu.Lock()
		defer c.queries.mu.Unlock()
		return c.queries.asked == 2
	})
	c.keys.shut(0, time.Second) // as at the end
	con.Type("a\x1b[1;1Rb\x1b[?62;22c")
	c.swallowReplies()
	if got := string(term.takeTyped()); got != "ab" {
		t.Errorf("kept %q, want ab", got)
	}
}

func TestTheScreenIsRightAfterManyResizes(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 80, Rows: 24})
	c := start(t, term, helper("tui")...)
	con.WaitOutput("ready")
	for i := range 100 {
		con.Resize(81+i, 25+i%7)
		term.SizeChanged()
	}
	con.WaitOutput("size=180x26.")
	_ = c.Write([]byte("q"))
	c.Wait()
	var last Size
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			break
		}
		if e.Kind == Resize {
			if e.Size == last {
				t.Errorf("told twice of %v", e.Size)
			}
			last = e.Size
		}
		if e.Kind == Output && strings.Contains(string(e.Bytes), "size=180x26.") && last.Cols != 180 {
			t.Error("the program drew for a size before the observer was told")
		}
	}
	if last.Cols != 180 || last.Rows != 26 {
		t.Errorf("last size %v", last)
	}
}

func TestANudgeMakesTheProgramDrawAgain(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 80, Rows: 24})
	c := start(t, term, helper("tui")...)
	con.WaitOutput("ready")
	c.Nudge()
	con.WaitOutput("size=80x23.")
	con.WaitOutput("size=80x24.")
	_ = c.Write([]byte("q"))
	c.Wait()
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			break
		}
		if e.Kind == Resize {
			t.Errorf("the observer was told of %v", e.Size)
		}
	}
}

func TestASlowReaderIsNotOverrun(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	const size = 300 << 10
	script(t, term, fmt.Sprintf("stty raw -echo; printf ready; sleep 0.2; head -c %d | tail -c 4", size))
	con.WaitOutput("ready")
	con.Type(strings.Repeat("x", size-4) + "tail")
	con.WaitOutput("tail")
}

func TestAProgramThatDoesNotReadDoesNotHangTheEnd(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, "stty raw -echo; printf ready; exec sleep 1000")
	con.WaitOutput("ready")
	if err := c.Write(bytes.Repeat([]byte("x"), 1<<20)); err != nil {
		t.Fatal(err)
	}
	_ = c.Signal(syscall.SIGTERM)
	if exit := c.Wait(); exit.Signal != syscall.SIGTERM {
		t.Errorf("%+v", exit)
	}
}

func TestModesOfACrashedProgramAreUndone(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	script(t, term, `printf '\033[?1049h\033[?2004h\033[>7u\033[?1003h\033[?25l\033[?2026h'; kill -9 $$`).Wait()
	con.Settle()
	var m terminal.Modes
	m.Write(con.Output())
	if undo := m.Undo(); undo != nil {
		t.Errorf("left set: to be undone by %q", undo)
	}
}
