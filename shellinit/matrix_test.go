package shellinit

import (
	"fmt"
	"strings"
	"testing"
)

// strict are the options that people and frameworks set and that break careless
// shell code.
var strict = map[string]string{
	"zsh":  "setopt ERR_EXIT NO_UNSET NOCLOBBER KSH_ARRAYS SH_WORD_SPLIT GLOB_SUBST WARN_CREATE_GLOBAL WARN_NESTED_VAR RC_QUOTES\n",
	"bash": "set -eu -o pipefail -o noclobber\n",
}

type combination struct {
	cmd                               string
	off, strict, alias, twice, script bool
}

func combinations(shell string) []combination {
	var all []combination
	for bits := range 1 << 6 {
		c := combination{
			cmd: "codex", off: bits&1 != 0, strict: bits&2 != 0, alias: bits&4 != 0,
			twice: bits&8 != 0, script: bits&16 != 0,
		}
		if bits&32 != 0 {
			c.cmd = "my-codex"
		}
		if c.strict && strict[shell] == "" {
			continue
		}
		all = append(all, c)
	}
	return all
}

// program runs the function once, says "cxhook on", and runs it again.
func (c combination) program(s *session) string {
	var b strings.Builder
	if c.strict {
		b.WriteString(strict[s.shell])
	}
	if c.alias {
		fmt.Fprintf(&b, "alias %s='%s --from-alias'\n", c.cmd, c.cmd)
	}
	b.WriteString(s.load() + "\n")
	if c.twice {
		b.WriteString(s.load() + "\n")
	}
	run := c.cmd + ` one 'two  words' '' && echo "status 0" >>"$CALLS" || echo "status $?" >>"$CALLS"` + "\n"
	if s.shell == "fish" {
		run = c.cmd + ` one 'two  words' ''` + "\n" + `echo "status $status" >>"$CALLS"` + "\n"
	}
	b.WriteString(run)
	if !c.script {
		b.WriteString("cxhook on\n" + run)
	}
	return b.String()
}

// want is what program must have called.
func (c combination) want(shell string) string {
	args := []string{"one", "two  words", ""}
	// bash expands no alias in a script.
	if c.alias && !(c.script && shell == "bash") {
		args = append([]string{"--from-alias"}, args...)
	}
	hooked := call("cxhook", append([]string{"run", "--"}, args...)...) + "status 7\n"
	switch {
	case !c.off && !c.script:
		return hooked + hooked
	case c.cmd != "codex" && c.script:
		return "status 127\n"
	case c.cmd != "codex":
		return "status 127\n" + hooked
	case c.script:
		return call("codex", args...) + "status 7\n"
	default:
		return call("codex", args...) + "status 7\n" + hooked
	}
}

func TestEveryCombinationOfOptionsRunsWhatItShouldAndPrintsNothing(t *testing.T) {
	for _, shell := range Shells() {
		for _, c := range combinations(shell) {
			t.Run(fmt.Sprintf("%s/%+v", shell, c), func(t *testing.T) {
				t.Parallel()
				s := newSession(t, shell)
				s.env = append(s.env, "FAKE_STATUS=7")
				s.init(Options{Cmd: c.cmd, Off: c.off})
				printed := s.run(!c.script, c.program(s))
				want := c.want(shell)
				if got := s.read("calls"); got != want {
					t.Errorf("called:\n%swant:\n%sprinted:\n%s", got, want, printed)
				}
				if printed != "" && !strings.HasPrefix(want, "status 127") {
					t.Errorf("printed %q, want nothing", printed)
				}
			})
		}
	}
}
