package shellinit

import (
	"strings"
	"testing"
)

// functions define codex as a user's function, and as an alias where the shell has no other.
var functions = map[string]string{
	"zsh":  "codex() { echo MINE; }\n",
	"bash": "codex() { echo MINE; }\n",
	"fish": "function codex; echo MINE; end\n",
}

const aside = "cxhook: your function codex is set aside while the hook is on; cxhook off brings it back"

// What the function did is not done while the hook is on, so the user hears of it at once, and again on asking.
func TestAFunctionOfTheUsersIsNotReplacedInSilence(t *testing.T) {
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.init(Options{})
		out := s.run(true, functions[s.shell]+s.load()+"\n"+s.load()+"\ncodex hi\ncxhook status\ncxhook off\ncodex hi\ncxhook status\n")
		if strings.Count(out, aside) != 1 {
			t.Errorf("want the line once, although loaded twice: %q", out)
		}
		if strings.Count(out, "MINE") != 1 {
			t.Errorf("want the function after off, and only then: %q", out)
		}
		if got, want := s.read("calls"), "cxhook state=on aside=codex <status>\ncxhook state=off <status>\n"; !strings.HasSuffix(got, want) {
			t.Errorf("calls %q, want %q at the end", got, want)
		}
	})
}

func TestNothingIsSaidOfAnAliasWhoseOptionsAreKept(t *testing.T) {
	inShells(t, []string{"fish"}, func(t *testing.T, s *session) {
		s.init(Options{})
		if out := s.run(true, "alias codex='codex --search'\n"+s.load()+"\n"); strings.Contains(out, "cxhook:") {
			t.Errorf("%q", out)
		}
	})
}

// Their traps on DEBUG take each command of PROMPT_COMMAND for one of the user's: VS Code's marks would tell of a command
// that nobody typed.
func TestBashsPromptIsLeftAloneBehindVSCodeAndStarship(t *testing.T) {
	for _, loaded := range []string{"__vsc_in_command_execution=1\n", "starship_preexec_all() { :; }\n"} {
		inShells(t, []string{"bash"}, func(t *testing.T, s *session) {
			s.init(Options{})
			if out := s.run(true, loaded+s.load()+"\necho \":$PROMPT_COMMAND:\"\n"); !strings.Contains(out, "::") {
				t.Errorf("%q", out)
			}
		})
	}
}

func TestTheHookGoesWhereBashPreexecKeepsThem(t *testing.T) {
	inShells(t, []string{"bash"}, func(t *testing.T, s *session) {
		s.init(Options{})
		out := s.run(true, "bash_preexec_imported=defined\nprecmd_functions=(theirs)\n"+s.load()+"\n"+s.load()+
			"\necho \"${precmd_functions[*]}:$PROMPT_COMMAND:\"\n")
		if !strings.Contains(out, "theirs __cxhook_notice::") {
			t.Errorf("%q", out)
		}
	})
}

// Hooks behind ours ask for the status of the user's command.
func TestTheHookPassesTheStatusOn(t *testing.T) {
	const status = "PROMPT_COMMAND=\"${PROMPT_COMMAND}\"$'\\n''echo STATUS=$?'\n"
	inShells(t, []string{"bash"}, func(t *testing.T, s *session) {
		s.init(Options{})
		s.writeNotices(notice(-60, 3600, noticeText))
		if out := s.prompts(s.load() + "\n" + status + "(exit 3)"); !strings.Contains(out, noticeText) || !strings.Contains(out, "STATUS=3") {
			t.Errorf("%q", out)
		}
	})
}

// unusable leaves a shell no cxhook that it can start.
var unusable = map[string]struct{ command, why string }{
	"gone":           {"rm \"$SELF\"\n", "is gone"},
	"not executable": {"chmod 644 \"$SELF\"\n", "is gone"},
	// Go's runtime does not start there: its trace would be all that a user saw.
	"too little memory": {"ulimit -v 700000\n", "the limit on memory (ulimit -v) is too low"},
}

func TestCodexRunsWithItsArgumentsWhereCxhookCannotStart(t *testing.T) {
	for name, c := range unusable {
		t.Run(name, func(t *testing.T) {
			inShells(t, Shells(), func(t *testing.T, s *session) {
				s.init(Options{})
				out := s.run(true, s.load()+"\n"+c.command+"codex 'a  b' ''\nCXHOOK=off codex quietly\ncodex in a pipe 2>&1 | cat\n")
				if got, want := s.read("calls"), call("codex", "a  b", "")+call("codex", "quietly")+call("codex", "in", "a", "pipe"); got != want {
					t.Errorf("calls %q, want %q", got, want)
				}
				if strings.Count(out, "cxhook: ") != 1 || !strings.Contains(out, c.why) || !strings.Contains(out, "; codex runs without it\n") {
					t.Errorf("printed %q, want one line with %q", out, c.why)
				}
			})
		})
	}
}
