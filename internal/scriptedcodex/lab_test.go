package scriptedcodex

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
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
