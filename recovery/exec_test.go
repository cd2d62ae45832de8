package recovery

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/config"
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
	} {
		if !strings.Contains(stderr.String(), step) {
			t.Errorf("stderr does not hold %q:\n%s", step, stderr.String())
		}
	}
}

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
	if n := strings.Count(stdout.String(), `"turn.failed"`); n != 2 {
		t.Errorf("%d events of failure, want those of both models:\n%s", n, stdout.String())
	}
}
