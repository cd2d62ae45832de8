package scriptedcodex

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

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

func TestATurnEndsWithTheErrorOfTheScript(t *testing.T) {
	l := newLab(t, RefuseVariable+"="+defaultModel, ErrorVariable+"=context_window_exceeded Codex ran out of room.", ReleaseVariable+"=0.144.6")
	if _, stderr, status := l.run("exec", "hello"); status != 1 || !strings.Contains(stderr, "ERROR: Codex ran out of room.\n") {
		t.Errorf("status %d: %s", status, stderr)
	}
	l.open(80, 24, "hello").wait("■ Codex ran out of room.")
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
