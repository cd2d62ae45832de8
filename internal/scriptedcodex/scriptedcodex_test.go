package scriptedcodex

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// asCodex makes the test binary play codex.
const asCodex = "SCRIPTEDCODEX_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asCodex) != "" {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// lab is one CODEX_HOME and the script of the runs in it.
type lab struct {
	t    *testing.T
	home string
	env  []string
}

func newLab(t *testing.T, env ...string) lab {
	t.Helper()
	l := lab{t: t, home: t.TempDir()}
	l.env = append(os.Environ(), asCodex+"=1", "CODEX_HOME="+filepath.Join(l.home, ".codex"), "HOME="+l.home, TurnVariable+"=20ms")
	l.env = append(l.env, env...)
	if err := os.MkdirAll(filepath.Join(l.home, "project"), 0o700); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l lab) command(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env, c.Dir = l.env, filepath.Join(l.home, "project")
	return c
}

// run plays a command without a terminal.
func (l lab) run(args ...string) (stdout, stderr string, status int) {
	l.t.Helper()
	var out, err bytes.Buffer
	c := l.command(args...)
	c.Stdout, c.Stderr = &out, &err
	if e := c.Run(); e != nil && c.ProcessState == nil {
		l.t.Fatal(e)
	}
	return out.String(), err.String(), c.ProcessState.ExitCode()
}

// seat is a terminal in which codex plays.
type seat struct {
	t      *testing.T
	file   *os.File
	cmd    *exec.Cmd
	exited chan struct{}

	mu     sync.Mutex
	screen *vt.Emulator
	bytes  []byte
}

func (l lab) open(cols, rows int, args ...string) *seat {
	l.t.Helper()
	cmd := l.command(args...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		l.t.Fatal(err)
	}
	s := &seat{t: l.t, file: file, cmd: cmd, exited: make(chan struct{}), screen: vt.NewEmulator(cols, rows)}
	go io.Copy(file, s.screen) // the terminal's replies; it ends with the file
	go s.watch()
	l.t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has ended already when the test went well
		<-s.exited
		file.Close()
	})
	return s
}

func (s *seat) watch() {
	defer close(s.exited)
	buffer := make([]byte, 4096)
	for {
		n, err := s.file.Read(buffer)
		s.mu.Lock()
		s.bytes = append(s.bytes, buffer[:n]...)
		s.screen.Write(buffer[:n]) // it never fails
		s.mu.Unlock()
		if err != nil {
			_ = s.cmd.Wait()
			return
		}
	}
}

func (s *seat) rows() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return plain(s.screen)
}

func plain(screen *vt.Emulator) (rows []string) {
	for y := range screen.Height() {
		var row strings.Builder
		for x := range screen.Width() {
			if c := screen.CellAt(x, y); c != nil && c.Content != "" {
				row.WriteString(c.Content)
			} else if c == nil || c.Width == 1 {
				row.WriteByte(' ')
			}
		}
		rows = append(rows, strings.TrimRight(row.String(), " "))
	}
	return rows
}

// wait waits until a row begins with text.
func (s *seat) wait(text string) {
	s.t.Helper()
	s.until(fmt.Sprintf("a row that begins with %q", text), func() bool {
		return slices.ContainsFunc(s.rows(), func(row string) bool { return strings.HasPrefix(row, text) })
	})
}

func (s *seat) until(what string, cond func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !cond(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("no %s on:\n%s", what, strings.Join(s.rows(), "\n"))
		}
	}
}

func (s *seat) send(keys string) {
	s.t.Helper()
	if _, err := s.file.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// end waits for the end of codex and gives its status and all it wrote.
func (s *seat) end() (int, string) {
	s.t.Helper()
	select {
	case <-s.exited:
	case <-time.After(10 * time.Second):
		s.t.Fatalf("codex did not end:\n%s", strings.Join(s.rows(), "\n"))
	}
	return s.cmd.ProcessState.ExitCode(), string(s.bytes)
}

// shown is what a screen looks like where it matters: the row, first column, colour and text of each row that begins in
// the first columns with a glyph or a word.
type shown struct {
	row  int
	fg   string
	bg   string
	text string
}

func look0(screen *vt.Emulator) (rows []shown) {
	for y, text := range plain(screen) {
		if text == "" || strings.Contains(text, "OpenAI") || strings.Contains(text, "─") {
			continue
		}
		first := len([]rune(text)) - len([]rune(strings.TrimLeft(text, " ")))
		c := screen.CellAt(first, y)
		rows = append(rows, shown{y, fmt.Sprint(c.Style.Fg), fmt.Sprint(c.Style.Bg), text})
	}
	return rows
}

// recorded plays a recording up to the given time into a terminal.
func recorded(t *testing.T, file string, until float64) *vt.Emulator {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	var header struct{ Width, Height int }
	if err := json.Unmarshal(lines[0], &header); err != nil {
		t.Fatal(err)
	}
	screen := vt.NewEmulator(header.Width, header.Height)
	go io.Copy(io.Discard, screen) // replies nobody waits for
	for _, line := range lines[1:] {
		var event []any
		if err := json.Unmarshal(line, &event); err != nil {
			t.Fatal(err)
		}
		if event[0].(float64) <= until && event[1] == "o" {
			screen.WriteString(event[2].(string)) // it never fails
		}
	}
	return screen
}

// The recordings are of real releases: `codex hello` or a typed hello, refused. The header of 0.144 at 40 columns and
// the placeholder, which 0.144 picks at random, are not played.
func TestARefusedTurnLooksAsRecorded(t *testing.T) {
	for _, c := range []struct {
		recording  string
		until      float64 // seconds: the refusal is drawn, codex is idle
		release    string
		cols, rows int
		args       []string
	}{
		{"0.171.0-tui-100x30.cast", 7, "0.171.0", 100, 30, nil},
		{"0.171.0-tui-40x24.cast", 5, "0.171.0", 40, 24, []string{"hello"}},
		{"0.171.0-inline.cast", 5, "0.171.0", 80, 24, []string{"--no-alt-screen", "hello"}},
		{"0.144.6-tui-100x30.cast", 7, "0.144.6", 100, 30, nil},
	} {
		t.Run(c.recording, func(t *testing.T) {
			l := newLab(t, RefuseVariable+"="+defaultModel, ReleaseVariable+"="+c.release)
			s := l.open(c.cols, c.rows, c.args...)
			if c.args == nil {
				s.wait("› ")
				s.send("hello")
				s.wait("› hello")
				s.send("\r")
			}
			s.wait(releases[c.release].glyph)
			s.mu.Lock()
			got := look0(s.screen)
			s.mu.Unlock()
			want := look0(recorded(t, c.recording, c.until))
			for _, rows := range [][]shown{got, want} {
				for i := range rows {
					if rows[i].text == "  hello" {
						rows[i].fg = "" // a title in a row of its own; 0.171 picks its colour at random
					}
				}
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(shown{})); diff != "" {
				t.Errorf("recorded -, played +:\n%s", diff)
			}
		})
	}
}

func TestTheTerminalIsGivenBackByteForByte(t *testing.T) {
	for release, want := range map[string]string{
		"0.171.0": "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[<1u\x1b[?1007l\x1b[?1049l" +
			"\x1b[<1u\x1b[<u\x1b[>4;0m\x1b[?2004l\x1b[?1004l\x1b[c\x1b[0 q\x1b[?25h\x1b]7501;state=clear\x1b\\",
		"0.144.6": "\x1b]0;\a\x1b[<1u\x1b[<u\x1b[>4;0m\x1b[?2004l\x1b[?1004l\x1b[0 q\x1b[?25h",
	} {
		s := newLab(t, ReleaseVariable+"="+release).open(80, 24, "hello")
		s.wait("• Done")
		s.send("\x03")
		status, out := s.end()
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, wrote %q", release, status, out)
		}
		if !regexp.MustCompile(`codex resume [0-9a-f-]{36}\x1b\[39m\r\n$`).MatchString(out) {
			t.Errorf("%s: no hint at the end of %q", release, out)
		}
	}
}

func TestTheStatesOfARefusedTurnAreSentInOrder(t *testing.T) {
	s := newLab(t, RefuseVariable+"="+defaultModel).open(80, 24, "hello")
	s.wait("■")
	s.send("\x1b[99;5u") // Ctrl-C as a terminal with the kitty protocol sends it
	_, out := s.end()
	var states []string
	for _, m := range regexp.MustCompile(`\x1b\]7501;state=(\w+)`).FindAllStringSubmatch(out, -1) {
		states = append(states, m[1])
	}
	if want := []string{"idle", "working", "error", "idle", "clear"}; !slices.Equal(states, want) {
		t.Errorf("states %v, want %v", states, want)
	}
}

func TestAResizeDrawsTheCellAtTheNewWidth(t *testing.T) {
	s := newLab(t, RefuseVariable+"="+defaultModel).open(100, 30, "hello")
	s.wait("■ Selected model is at capacity. Please try a different model.")
	s.mu.Lock()
	s.screen.Resize(40, 24)
	s.mu.Unlock()
	if err := pty.Setsize(s.file, &pty.Winsize{Cols: 40, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	s.wait("try a different model.")
}

func TestAForkDrawsTheOldRefusalAgainAndAnswersOnTheNewModel(t *testing.T) {
	l := newLab(t, RefuseVariable+"="+defaultModel)
	_, refused, _ := l.run("exec", "hello")
	id := regexp.MustCompile(`session id: (\S+)`).FindStringSubmatch(refused)[1]
	s := l.open(100, 30, "fork", id, "-m", "gpt-6-sol", "go on")
	s.wait("• Thread forked from " + id)
	s.wait("■ Selected model is at capacity.")
	s.wait("› go on")
	s.wait("• Done")
	s.wait("  GPT-6-Sol default")
	if files, err := filepath.Glob(filepath.Join(l.home, ".codex/sessions/*/*/*/*.jsonl")); err != nil || len(files) != 2 {
		t.Errorf("a fork keeps the old session and has its own: %v %v", files, err)
	}
}

func TestAPasteWithALineBreakStaysInTheComposer(t *testing.T) {
	s := newLab(t).open(80, 24)
	s.wait("› Ask")
	s.send("\x1b[200~1 one\ntwo\x1b[201~")
	s.wait("› 1 one")
	s.wait("  two")
	s.send("\x03") // clears the draft
	s.wait("› Ask")
}

func TestEscapeInterruptsATurn(t *testing.T) {
	s := newLab(t, TurnVariable+"=1h").open(80, 24, "hello")
	s.wait("• Working (0s • esc to interrupt)")
	s.send("\x1b")
	s.wait("■ Conversation interrupted")
}

func TestATerminationSignalLeavesTheModesSet(t *testing.T) {
	s := newLab(t).open(80, 24)
	s.wait("› Ask")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, out := s.end(); strings.Contains(out, "\x1b[?1049l") {
		t.Errorf("a killed codex restored the screen: %q", out)
	}
}

func TestExecPrintsTheRefusalTwiceAndFails(t *testing.T) {
	stdout, stderr, status := newLab(t, RefuseVariable+"="+defaultModel).run("exec", "hello")
	if n := strings.Count(stderr, "ERROR: "+capacityText+"\n"); n != 2 || stdout != "" || status != 1 {
		t.Errorf("%d errors, stdout %q, status %d", n, stdout, status)
	}
}

func TestExecJSONIsAsRecorded(t *testing.T) {
	stdout, _, status := newLab(t, RefuseVariable+"="+defaultModel).run("exec", "--json", "hello")
	recorded, err := os.ReadFile("testdata/0.171.0-exec.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`[0-9a-f-]{36}`)
	if got, want := id.ReplaceAllString(stdout, "ID"), id.ReplaceAllString(string(recorded), "ID"); got != want || status != 1 {
		t.Errorf("status %d, events:\n%swant:\n%s", status, got, want)
	}
}

func TestTheScriptRefusesFromATurnOrANumberOfTimes(t *testing.T) {
	l := newLab(t, RefuseVariable+"=gpt-5.6-sol*1, gpt-6-luna@2")
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"exec", "one"}, 1},
		{[]string{"exec", "two"}, 0},
		{[]string{"exec", "-m", "gpt-6-luna", "three"}, 0},
		{[]string{"exec", "resume", "-m", "gpt-6-luna", "--last", "four"}, 1},
	} {
		if _, stderr, status := l.run(c.args...); status != c.status || strings.Contains(stderr, capacityText) != (status == 1) {
			t.Errorf("%v: status %d, want %d\n%s", c.args, status, c.status, stderr)
		}
	}
}

func TestTheRolloutHoldsTheTypedError(t *testing.T) {
	l := newLab(t, RefuseVariable+"="+defaultModel)
	l.run("exec", "hello")
	files, err := filepath.Glob(filepath.Join(l.home, ".codex/sessions/*/*/*/rollout-*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"type":"session_meta"`, `"model":"gpt-5.6-sol"`, `"codex_error_info":"server_overloaded"`} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("rollout lacks %s:\n%s", want, data)
		}
	}
}

func TestArgumentsAreReadAsCodexReadsThem(t *testing.T) {
	for _, c := range []struct {
		line string
		want arguments
		fail bool
	}{
		{"-m A hi", arguments{model: "A", prompt: "hi"}, false},
		{"-mA hi", arguments{model: "A", prompt: "hi"}, false},
		{"--model=A -- -x", arguments{model: "A", prompt: "-x"}, false},
		{"e --json -", arguments{command: "exec", json: true, prompt: "-"}, false},
		{"exec resume ID go", arguments{command: "exec", resumed: true, thread: "ID", prompt: "go"}, false},
		{"fork ID -m B go -s read-only", arguments{command: "fork", thread: "ID", model: "B", prompt: "go", sandbox: "read-only"}, false},
		{"exec hi there", arguments{command: "exec", prompt: "hi"}, true},
		{"--nonsense", arguments{}, true},
		{"-m", arguments{}, true},
	} {
		got, err := parseArguments(strings.Fields(c.line))
		if got != c.want || (err != nil) != c.fail {
			t.Errorf("%s: %+v, %v", c.line, got, err)
		}
	}
}
