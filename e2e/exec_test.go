//go:build e2e

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOneKeyGoesOnWithExec(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	s := l.wrapped()
	s.line("codex exec --skip-git-repo-check hello")
	s.answer("1", crowded, firstAlt, otherAlt)
	if r := l.turnOn(firstAlt); !r.Says("user", "hello") {
		t.Errorf("the request to %s lost the prompt: %+v", firstAlt, r.Input)
	}
	s.see("Done: the parser now handles empty input.")
	s.shell()
	if status := s.status(); status != "0" {
		t.Errorf("status %s", status)
	}
	s.endsClean()
}

func TestEscapeLeavesExecFailed(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	s := l.wrapped()
	s.line("codex exec --skip-git-repo-check hello")
	s.answer("Escape", crowded, firstAlt)
	s.shell()
	if status := s.status(); status != "1" || s.barred() {
		t.Errorf("status %s, bar %v", status, s.barred())
	}
}

// Without a terminal there is nobody to ask; a policy decides.
func TestAPolicySwitchesWithoutATerminal(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	command := l.command("cxhook", "run", "--on-capacity", "switch", "--", "exec", "--skip-git-repo-check", "hello")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil || !strings.Contains(string(out), "Done: the parser now handles empty input.") {
		t.Errorf("%v; stdout %q; stderr:\n%s", err, out, stderr.String())
	}
	if n := l.turns(firstAlt); n != 1 {
		t.Errorf("%d turns on %s: %s", n, firstAlt, l.wire())
	}
}

// A program that reads the events, started at a terminal, takes turn.failed for the end.
func TestAPolicyLeavesNoFailureInTheEventsThatItGoesOnAfter(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	s := l.wrapped()
	s.line("CXHOOK_ON_CAPACITY=switch codex exec --skip-git-repo-check --json hello | cat >out; echo status=${PIPESTATUS[0]}")
	s.see("status=0")
	out, err := os.ReadFile(filepath.Join(l.project, "out"))
	events := string(out)
	if err != nil || strings.Contains(events, capacity) || !strings.Contains(events, answered) || !strings.Contains(events, `"turn.completed"`) {
		t.Errorf("%v; the events:\n%s", err, events)
	}
}

// What is not a conversation on a terminal must not be touched at all.
func TestWithoutATerminalNothingDiffers(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []string
		stdin string
	}{
		{"version", []string{"--version"}, ""},
		{"help of a subcommand", []string{"login", "--help"}, ""},
		{"an error of the command line", []string{"--no-such-option"}, ""},
		{"exec refused", []string{"exec", "--skip-git-repo-check", "hello"}, ""},
		{"exec served", []string{"exec", "--skip-git-repo-check", "-m", firstAlt, "hello"}, ""},
		{"exec with a piped prompt", []string{"exec", "--skip-git-repo-check", "-m", firstAlt, "-"}, "hello\n"},
		{"exec with events", []string{"exec", "--skip-git-repo-check", "--json", "hello"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var bare, wrapped struct {
				Stdout, Stderr string
				Status         int
			}
			for _, run := range []struct {
				program string
				args    []string
				into    *struct {
					Stdout, Stderr string
					Status         int
				}
			}{
				{"codex", c.args, &bare},
				{"cxhook", append([]string{"run", "--"}, c.args...), &wrapped},
			} {
				l := newLab(t, options{})
				command := l.command(run.program, run.args...)
				var stdout, stderr bytes.Buffer
				command.Stdin, command.Stdout, command.Stderr = strings.NewReader(c.stdin), &stdout, &stderr
				if err := command.Run(); err != nil && command.ProcessState == nil {
					t.Fatal(err)
				}
				clean := func(b bytes.Buffer) string { return steady(strings.ReplaceAll(b.String(), l.root, "ROOT")) }
				run.into.Stdout, run.into.Stderr, run.into.Status = clean(stdout), clean(stderr), command.ProcessState.ExitCode()
			}
			if diff := cmp.Diff(bare, wrapped); diff != "" {
				t.Errorf("bare -, wrapped +:\n%s", diff)
			}
			if c.name != "an error of the command line" && bare.Stdout == "" && bare.Status == 0 {
				t.Errorf("the bare run said nothing: %+v", bare)
			}
		})
	}
}

// On a terminal, the same with standard output or input in a pipe.
func TestAPipeInTheShellChangesNothing(t *testing.T) {
	for _, c := range []struct{ name, line string }{
		{"version", "codex --version"},
		{"stdout in a pipe", "codex exec --skip-git-repo-check hello | cat"},
		{"stdin from a pipe", "echo hello | codex exec --skip-git-repo-check -m " + firstAlt + " -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var screens [][]string
			for _, open := range []func(*lab) *screen{(*lab).open, (*lab).wrapped} {
				l := newLab(t, options{})
				s := open(l)
				s.line(c.line + "; echo status=${PIPESTATUS[*]}")
				s.see("status=")
				s.shell()
				screens = append(screens, alike(strings.ReplaceAll(s.settle(), l.root, "ROOT")))
			}
			if diff := cmp.Diff(screens[0], screens[1]); diff != "" {
				t.Errorf("bare -, wrapped +:\n%s", diff)
			}
		})
	}
}
