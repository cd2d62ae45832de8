package shellinit

import (
	"fmt"

	"github.com/cxhook/cxhook/internal/lazy"
)

// name is what all three shells take as the name of a function (bash in its POSIX
// mode takes no "-" and says so).
var name = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// taken are names that the rendered code itself is written with, and words that
// a shell reads as its own grammar: a function with such a name would break the
// code, or could not be called.
var taken = set(
	// Ours.
	"cxhook", "_cxhook_complete", "__cxhook_complete", "__cxhook_saved", "__cxhook_last",
	"__cxhook_notice",
	// Commands in the rendered code.
	"builtin", "command", "compdef", "complete", "contains", "count", "declare", "echo", "emulate", "eval", "functions",
	"isatty", "local", "math", "path", "printf", "return", "set", "setopt", "shopt", "source", "status", "string", "test",
	"typeset", "ulimit", "unset", "zmodload",
	// Grammar of zsh, bash and fish.
	"and", "begin", "break", "case", "continue", "coproc", "do", "done", "elif", "else", "end", "esac", "exec",
	"export", "fi", "float", "for", "foreach", "function", "if", "in", "integer", "nocorrect", "noglob", "not", "or",
	"read", "readonly", "repeat", "select", "switch", "then", "time", "until", "while",
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// checkName refuses a function name that a shell could not define or call.
func checkName(s string) error {
	if !name().MatchString(s) {
		return fmt.Errorf("%q cannot name a shell function: use letters, digits, _ and -, with a letter first", s)
	}
	if taken[s] {
		return fmt.Errorf("%q cannot name the function for codex: the shell needs that word itself", s)
	}
	return nil
}
