package shellinit

import (
	"regexp"
	"strings"
	"testing"
)

func TestRenderRefusesWhatNoShellCouldUse(t *testing.T) {
	const self = "/usr/local/bin/cxhook"
	tests := []struct {
		name, shell string
		options     Options
		want        string
	}{
		{"unknown shell", "tcsh", Options{Self: self}, `unknown shell "tcsh": cxhook knows zsh, bash, fish`},
		{"no shell", "", Options{Self: self}, `unknown shell "": cxhook knows zsh, bash, fish`},
		{"no path", "zsh", Options{}, `the path of cxhook must be absolute, got ""`},
		{"relative path", "zsh", Options{Self: "bin/cxhook"}, `the path of cxhook must be absolute, got "bin/cxhook"`},
		{"path with a NUL", "zsh", Options{Self: "/bin/\x00"}, `the path of cxhook must be absolute, got "/bin/\x00"`},
		{"shell code as a name", "bash", Options{Self: self, Cmd: "x;rm"},
			`"x;rm" cannot name a shell function: use letters, digits, _ and -, with a letter first`},
		{"name with a newline", "bash", Options{Self: self, Cmd: "x\n"},
			`"x\n" cannot name a shell function: use letters, digits, _ and -, with a letter first`},
		{"option as a name", "fish", Options{Self: self, Cmd: "-e"},
			`"-e" cannot name a shell function: use letters, digits, _ and -, with a letter first`},
		{"our own name", "fish", Options{Self: self, Cmd: "cxhook"},
			`"cxhook" cannot name the function for codex: the shell needs that word itself`},
		{"a word of the grammar", "fish", Options{Self: self, Cmd: "if"},
			`"if" cannot name the function for codex: the shell needs that word itself`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, err := Render(tt.shell, tt.options)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
			if code != "" {
				t.Errorf("rendered %q beside the error", code)
			}
		})
	}
}

// Every command that the code is written with would break it, were it the name
// of the function.
func TestNoFunctionTakesTheNameOfACommandThatTheCodeUses(t *testing.T) {
	protected := regexp.MustCompile(`\\(?:builtin|command) ([a-z]+)|\\([a-z]+) `)
	for _, shell := range Shells() {
		code, err := Render(shell, Options{Self: "/bin/cxhook", Cmd: "cx"})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range protected.FindAllStringSubmatch(code, -1) {
			word := m[1] + m[2]
			if word != codexName && word != "zsh" && checkName(word) == nil {
				t.Errorf("%s: %q may be the name of the function", shell, word)
			}
		}
	}
}

func TestEveryPlaceholderIsFilledOnce(t *testing.T) {
	// A path that looks like the placeholders must arrive as it is.
	const self = "/opt/@cmd@/@state@/cxhook"
	for _, shell := range Shells() {
		code, err := Render(shell, Options{Self: self, Cmd: "cx"})
		if err != nil {
			t.Fatal(err)
		}
		if rest := strings.ReplaceAll(code, self, ""); regexp.MustCompile(`@[a-z]+@`).MatchString(rest) {
			t.Errorf("%s: a placeholder is left in\n%s", shell, rest)
		}
		if !strings.Contains(code, "function cx") {
			t.Errorf("%s: no function cx in\n%s", shell, code)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	for _, shell := range Shells() {
		b.Run(shell, func(b *testing.B) {
			for b.Loop() {
				if _, err := Render(shell, Options{Self: "/usr/local/bin/cxhook"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
