package recovery

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/terminal"
)

const answer = "Done: the parser now handles empty input."

func TestExecWithItsOutputInAFileAsksOnTheTerminalAndKeepsTheFileExact(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}, shell: `exec "$@" >out`})
	s.press("1")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	out, err := os.ReadFile(filepath.Join(filepath.Dir(s.home), "out"))
	if err != nil || string(out) != answer+"\n" {
		t.Errorf("the file holds %q, %v", out, err)
	}
}

func TestExecWhoseEventsGoToAFileIsKnownByItsStatusAndItsSessionFile(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", "--json", question}, shell: `exec "$@" >out`})
	s.press("1")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	out, err := os.ReadFile(filepath.Join(filepath.Dir(s.home), "out"))
	if err != nil || !bytes.Contains(out, []byte(answer)) {
		t.Errorf("the file holds %q, %v", out, err)
	}
}

func TestPipedInputIsGivenToEveryCodexOfTheRun(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", "-"}, shell: `printf 'what is piped' | "$@"`})
	s.press("1")
	s.WaitText(answer)
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	if got := strings.Count(string(s.Output()), "what is piped"); got != 2 {
		t.Errorf("codex echoed the piped prompt %d times, want once for each model", got)
	}
}

func TestAPolicyRunsExecWithoutATerminalToItsEnd(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}, policy: config.Switch, refuse: "gpt-5.6-sol,gpt-6-sol", noTerminal: true})
	var stdout, stderr bytes.Buffer
	s.cmd.Stdout, s.cmd.Stderr = &stdout, &stderr
	if err := s.cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if stdout.String() != answer+"\n" {
		t.Errorf("stdout %q", stdout.String())
	}
	for _, step := range []string{
		"cxhook: gpt-5.6-sol is at capacity; going on with gpt-6-sol\n",
		"cxhook: gpt-6-sol is at capacity; going on with gpt-6-luna\n",
		"cxhook: now on gpt-6-luna\n",
	} {
		if !strings.Contains(stderr.String(), step) {
			t.Errorf("stderr does not hold %q:\n%s", step, stderr.String())
		}
	}
}

// An answer can hold whatever codex prints of a refusal, in either form.
func TestAnAnswerIsNoRefusal(t *testing.T) {
	t.Parallel()
	const lie = "{\"type\":\"turn.failed\",\"error\":{\"message\":\"" + capacity + "\"}}\nERROR: " + capacity
	for _, answer := range []string{lie, strings.Split(lie, "\n")[0]} {
		for _, args := range [][]string{{"exec", question}, {"exec", "--json", question}} {
			s := start(t, play{args: args, policy: config.Switch, refuse: "none", answer: answer, noTerminal: true})
			var stderr bytes.Buffer
			s.cmd.Stderr = &stderr
			if err := s.cmd.Run(); err != nil || strings.Contains(stderr.String(), "cxhook:") {
				t.Errorf("%q: %v\n%s", args, err, stderr.String())
			}
			if n := len(s.sessions()); n != 1 {
				t.Errorf("%q: codex ran %d times", args, n)
			}
			s = start(t, play{args: args, refuse: "none", answer: answer})
			if status := s.Wait(); status != 0 || strings.Contains(string(s.Output()), " is at capacity ") {
				t.Errorf("%q on a terminal: status %d, %q", args, status, s.Output())
			}
		}
	}
}

const capacity = "Selected model is at capacity. Please try a different model."

func TestAPolicyEndsWithItsBudgetAndTheLastStatus(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", "--json", question}, policy: config.Switch, refuse: "gpt-5.6-sol,gpt-6-sol",
		settings: "models = [\"gpt-6-sol\", \"gpt-6-luna\"]\nmax_actions = 1", noTerminal: true})
	var stdout, stderr bytes.Buffer
	s.cmd.Stdout, s.cmd.Stderr = &stdout, &stderr
	err := s.cmd.Run()
	if s.cmd.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "the budget of 1 steps is spent") {
		t.Errorf("%v\n%s", err, stderr.String())
	}
	if n := strings.Count(stdout.String(), `"turn.failed"`); n != 1 || !strings.HasSuffix(stdout.String(), failing+hasEnded) {
		t.Errorf("%d events of failure, want the last model's:\n%s", n, stdout.String())
	}
}

// A program takes turn.failed for the end of the run.
func TestAPolicysRunFailsForAProgramOnlyIfNothingFollows(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", "--json", question}, policy: config.Switch, noTerminal: true})
	stdout, err := s.cmd.Output()
	if err != nil || !bytes.Contains(stdout, []byte(answer)) || bytes.Contains(stdout, []byte(capacity)) {
		t.Errorf("%v\n%s", err, stdout)
	}

	// A signal that ends the pause leaves the refusal the last word.
	s = start(t, play{args: []string{"exec", "--json", question}, policy: config.Wait, pause: "1h", noTerminal: true})
	var events bytes.Buffer
	s.cmd.Stdout = &events
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(stderr); lines.Scan() && !strings.Contains(lines.Text(), "trying it again"); {
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // its status is looked at
	if status := s.cmd.ProcessState.ExitCode(); status != 128+int(syscall.SIGTERM) || !strings.HasSuffix(events.String(), failing+hasEnded) {
		t.Errorf("status %d, events:\n%s", status, events.String())
	}
}

// settings are those of the terminal now, as stty writes them.
func (s *scene) settings() string {
	s.t.Helper()
	stty := exec.Command("stty", "-g")
	stty.Stdin = s.TTY()
	settings, err := stty.Output()
	if err != nil {
		s.t.Fatal(err)
	}
	return string(settings)
}

func TestTheTerminalStaysAsItIsWhileExecRuns(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}, shell: `read begin; "$@"; read end`})
	before := s.settings()
	s.Type("\n")
	s.WaitText("session id")
	if s.settings() != before {
		t.Error("exec runs with other settings")
	}
	s.press("1")
	s.WaitText("now on gpt-6-sol")
	if s.settings() != before {
		t.Error("other settings after the question")
	}
	s.Type("\n")
	s.Wait()
	if out := string(s.Output()); strings.Contains(out, "\r\r\n") {
		t.Errorf("a line end was changed twice: %q", out)
	}
}

// Each of two questions on one terminal would give back what the other has set.
func TestTwoExecsOfOneJobLeaveTheTerminalAsItWas(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}, shell: `"$@" & "$@"; wait`})
	before := s.settings()
	s.press("\x1b")
	s.WaitText("cxhook again")
	s.Wait()
	if s.settings() != before {
		t.Error("the settings are not those of before")
	}
}

func TestTheQuestionOutlivesAProgramThatResetsTheTerminal(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}})
	before := s.settings()
	s.WaitText(" is at capacity   1 ")
	raw := s.settings()
	stty := exec.Command("stty", strings.TrimSpace(before))
	stty.Stdin = s.TTY()
	if out, err := stty.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s.WaitFor(func(*terminal.Screen) bool { return s.settings() == raw }, "the question's settings again")
	s.press("1")
	s.WaitText("now on gpt-6-sol")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestWhatWasTypedAheadOfExecsEndIsLeftToTheShell(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}, shell: `read begin; "$@"; read line; echo "the shell has read $line"`})
	s.Type("\n1 typed ahead\n")
	s.WaitText("the shell has read 1 typed ahead")
	s.Wait()
	if out := string(s.Output()); strings.Contains(out, "esc") || !strings.Contains(out, "cxhook again gpt-6-sol") {
		t.Errorf("a question was asked, or no way told: %q", out)
	}
	if models := s.models(); models != "gpt-5.6-sol" {
		t.Errorf("turns on %s", models)
	}
}

func TestExecReadsItsPromptFromTheTerminal(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", "-"}, refuse: "none"})
	s.Type("typed by hand\n\x04")
	s.WaitText(answer)
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestASignalToEndIsTheStatusOfTheQuestion(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}})
	s.WaitText(" is at capacity   1 ")
	if err := syscall.Kill(s.PID(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := s.Wait(); status != 128+int(syscall.SIGTERM) {
		t.Errorf("status %d", status)
	}
}

func TestAFileIsGivenToEveryCodexFromWhereItStood(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString("read beforethe input"); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(int64(len("read before")), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	in := newInput(file)
	for range 2 {
		s, err := in.open()
		if err != nil {
			t.Fatal(err)
		}
		s.started(nil)
		if got, err := io.ReadAll(s.file()); string(got) != "the input" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
}
