package shellinit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The scenarios hold under each of these.
var scenarioOptions = []struct{ shell, name, line string }{
	{"zsh", "defaults", ""},
	{"zsh", "strict", strict["zsh"]},
	{"zsh", "other grammar", "setopt IGNORE_BRACES RC_QUOTES EXTENDED_GLOB KSH_GLOB NO_CASE_MATCH POSIX_BUILTINS CSH_NULL_GLOB\n"},
	{"bash", "defaults", ""},
	{"bash", "strict", strict["bash"]},
	{"bash", "posix", "set -o posix\n"},
	{"bash", "other grammar", "shopt -s extglob nullglob failglob nocasematch dotglob\n"},
	{"fish", "defaults", ""},
}

func TestScenario(t *testing.T) {
	for _, o := range scenarioOptions {
		t.Run(o.shell+"/"+o.name, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, o.shell)
			s.init(Options{})
			s.write("report", "")
			s.env = append(s.env, "REPORT="+s.file("report"))
			printed := s.run(true, o.line+scenario(t, o.shell))
			report, ended := strings.CutSuffix(s.read("report"), "done\n")
			for _, part := range strings.Split("\n"+report, "\nFAIL ")[1:] {
				failure, _, _ := strings.Cut(part, "\nok ")
				t.Errorf("%s", failure)
			}
			if !ended {
				t.Errorf("the session ended early after:\n%s\nprinted:\n%s", lastLine(report), printed)
			}
		})
	}
}

// scenario returns the scenario written in the shell's language.
func scenario(t *testing.T, shell string) string {
	t.Helper()
	name := "scenario.sh"
	if shell == "fish" {
		name = "scenario.fish"
	}
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// Aliases of every kind are expanded when zsh reads code, quoted words excepted.
func TestZshReadsTheCodeWithoutItsAliases(t *testing.T) {
	s := newSession(t, "zsh")
	s.init(Options{})
	printed := s.run(true, strings.Join([]string{
		`alias -g codex='codex --global' off='on' run='oops'`,
		`alias typeset=false if=false`,
		s.load(),
		`unalias -m '*'`,
		`codex a`,
		`CXHOOK=off codex a`,
		`cxhook off`,
		`codex a`,
	}, "\n"))
	want := call("cxhook", "run", "--", "a") + call("codex", "a") + call("codex", "a")
	if got := s.read("calls"); got != want || printed != "" {
		t.Errorf("called:\n%swant:\n%sprinted %q", got, want, printed)
	}
}
