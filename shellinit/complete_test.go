package shellinit

import "testing"

// completions are what codex's own completion script sets up, cut down to one
// option that the program does not have.
var completions = map[string]string{
	"zsh": `
function _codex { compadd -- --completed-by-codex }
compdef _codex codex
`,
	"bash": `
function _codex { COMPREPLY=(--completed-by-codex); }
complete -F _codex -o bashdefault -o default codex
`,
	"fish": `
complete -c codex -f -l completed-by-codex
`,
}

// The completion system of zsh, which an rc file starts before it loads others.
const compinit = "autoload -Uz compinit && compinit -u -D\n"

func TestCompletionIsThatOfCodex(t *testing.T) {
	for _, shell := range Shells() {
		for _, cmd := range []string{"codex", "my-codex"} {
			for _, state := range []string{"on", "off"} {
				for _, first := range []string{"cxhook first", "codex first"} {
					if cmd != "codex" && state == "off" {
						continue // The name is gone then.
					}
					t.Run(shell+"/"+cmd+"/"+state+"/"+first, func(t *testing.T) {
						t.Parallel()
						s := newSession(t, shell)
						s.init(Options{Cmd: cmd, Off: state == "off"})
						setup := ""
						if shell == "zsh" {
							setup = compinit
						}
						if first == "cxhook first" {
							setup += s.load() + "\n" + completions[shell]
						} else {
							setup += completions[shell] + s.load() + "\n"
						}
						c := s.open(setup)
						c.typeKeys(cmd + " --compl\t")
						c.expect("eted-by-codex")
					})
				}
			}
		}
	}
}

// What a person sees who asks the shell instead of pressing Tab.
func TestTheShellStillNamesCodexsCompletion(t *testing.T) {
	ask := map[string]string{
		"zsh":  compinit + completions["zsh"] + `eval "$(cat "$INIT")"; echo $_comps[codex]`,
		"bash": completions["bash"] + `eval "$(cat "$INIT")"; complete -p codex`,
		"fish": completions["fish"] + `cat $INIT | source; complete -C 'codex --compl'`,
	}
	want := map[string]string{
		"zsh":  "_codex\n",
		"bash": "complete -o bashdefault -o default -F _codex codex\n",
		"fish": "--completed-by-codex\n",
	}
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.init(Options{})
		if got := s.run(true, ask[s.shell]); got != want[s.shell] {
			t.Errorf("got %q, want %q", got, want[s.shell])
		}
	})
}
