//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/recovery"
)

const answered = "Done: the parser now handles empty input."

// execWithFiles has codex exec's standard files redirected in the shell.
func execWithFiles(t *testing.T) {
	for _, c := range []struct {
		name, line, file string
		want             func(string) bool
		says             string
	}{
		{"output in a file", "codex exec --skip-git-repo-check hello >out", "out", func(s string) bool { return s == answered+"\n" }, "hello"},
		{"events in a file", "codex exec --skip-git-repo-check --json hello >out", "out", eventsOnly, "hello"},
		{"input from a pipe", "printf 'hello from a pipe' | codex exec --skip-git-repo-check - >out", "out", func(s string) bool { return s == answered+"\n" }, "hello from a pipe"},
		{"the last message", "codex exec --skip-git-repo-check -o out hello", "out", func(s string) bool { return strings.TrimSpace(s) == answered }, "hello"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{})
			s := l.wrapped()
			s.line(c.line)
			s.answer("1", crowded, firstAlt)
			if r := l.turnOn(firstAlt); !r.Says("user", c.says) {
				t.Errorf("the request to %s lost the prompt: %s", firstAlt, said(r))
			}
			s.shell()
			if status := s.status(); status != "0" {
				t.Errorf("status %s", status)
			}
			out, err := os.ReadFile(filepath.Join(l.project, c.file))
			if err != nil || !c.want(string(out)) {
				t.Errorf("the file holds %q, %v", out, err)
			}
			s.endsClean()
		})
	}
}

// eventsOnly tells whether a file holds JSON Lines alone, the failed attempt's and the answer.
func eventsOnly(s string) bool {
	for line := range strings.Lines(s) {
		if !strings.HasPrefix(line, "{") || !strings.HasSuffix(line, "}\n") {
			return false
		}
	}
	return strings.Contains(s, `"turn.failed"`) && strings.Contains(s, answered)
}

// playsUnattended makes this test binary an unattended cxhook with short pauses; its value is the policy.
const playsUnattended = "CXHOOK_E2E_UNATTENDED"

// shortPause stands for the 30 to 60 s of a real run.
const shortPause = 200 * time.Millisecond

// unattended is what cxhook run does without a terminal.
func unattended(policy config.Policy) int {
	bin, err := codex.Find(codex.FindOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 125
	}
	args, _ := codex.ParseArgs(os.Args[1:])
	dir, _ := os.Getwd() // the lab's project
	status, err := recovery.Unattended(recovery.Options{
		Binary: bin, Args: args, Env: os.Environ(), Dir: dir, Policy: policy,
		Load:  func() (config.Config, []config.Problem) { return config.Load(config.Path()) },
		Stdio: recovery.Stdio{Input: os.Stdin},
		Notes: recovery.UserNotes(),
		Pause: func() time.Duration { return shortPause },
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 125
	}
	return status
}

// A long task on a busy evening: the crowded model breaks off after it has worked, the others are refused, and only after
// a wait does one of them take the work up again.
func TestALongTaskComesThroughABusyEvening(t *testing.T) {
	for _, c := range []struct {
		policy config.Policy
		models map[string]fakeapi.Script
		want   string // the models asked, in order
	}{
		{config.Switch, map[string]fakeapi.Script{
			crowded:  {{Kind: fakeapi.Tool}, {Kind: fakeapi.Capacity}},
			firstAlt: {{Kind: fakeapi.Capacity}, {Kind: fakeapi.Tool, Text: "echo second-step"}, {Kind: fakeapi.Capacity}, {Kind: fakeapi.Capacity}},
			otherAlt: {{Kind: fakeapi.Capacity}, {Kind: fakeapi.OK}},
		}, "sol sol 6-sol luna luna"},
		{config.Wait, map[string]fakeapi.Script{
			crowded: {{Kind: fakeapi.Tool}, {Kind: fakeapi.Capacity}, {Kind: fakeapi.Capacity}, {Kind: fakeapi.OK}},
		}, "sol sol sol sol"},
	} {
		t.Run(string(c.policy), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{models: c.models})
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			command := l.command(self, "exec", "--skip-git-repo-check", "--yolo", "hello")
			command.Env = append(command.Env, playsUnattended+"="+string(c.policy))
			var stdout, stderr bytes.Buffer
			command.Stdout, command.Stderr = &stdout, &stderr
			if err := command.Run(); err != nil {
				t.Fatalf("%v; %s\n%s", err, l.wire(), stderr.String())
			}
			if !strings.Contains(stdout.String(), answered) {
				t.Errorf("stdout %q", stdout.String())
			}
			var asked []string
			for _, r := range l.asked() {
				asked = append(asked, strings.NewReplacer("gpt-5.6-", "", "gpt-6-luna", "luna", "gpt-", "").Replace(r.Model))
			}
			if got := strings.Join(asked, " "); got != c.want {
				t.Errorf("asked %s, want %s; steps:\n%s", got, c.want, steps(stderr.String()))
			}
			last := l.asked()[len(asked)-1]
			if text := fmt.Sprint(last.Input); !strings.Contains(text, "hello") || !strings.Contains(text, "cxhook-tool") {
				t.Errorf("the conversation was lost on the way: %s", text)
			}
		})
	}
}

// steps are the lines of cxhook's own.
func steps(stderr string) string {
	var own []string
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "cxhook: ") {
			own = append(own, line)
		}
	}
	return strings.Join(own, "")
}
