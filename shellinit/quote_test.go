package shellinit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var awkward = []string{
	"", " ", "a", "a b", "'", "''", "'''", `'\''`, `\`, `\\`, `\'`, `'\`, `"`, `""`, "`id`", "$HOME", "${HOME}", "$(id)",
	"(id)", "*", "?", "[a-z]", "{a,b}", "~", "~root", "=ls", "%self", "%1", "!!", "!x", "#", "a#b", "&", "&&", "|", ";",
	"<", ">", "\n", "a\nb", "\r\n", "\t", "-", "--", "-n", "-e", "if", "end", "x=1", "^", "@self@", "ünï 漢字 👩‍💻",
	"\x01\x1b[31m\x7f", "\xff\xfe", "\xc3", "a\\\nb", "/opt/it's/cxhook",
}

// echoed asks the shell what it makes of the quoted words.
func echoed(t testing.TB, shell, options string, words []string) []string {
	t.Helper()
	var script strings.Builder
	script.WriteString(options + "\nprintf '%s\\0'")
	for _, w := range words {
		script.WriteString(" " + quote(shell, w))
	}
	clean := map[string]string{"zsh": "-f", "bash": "--norc", "fish": "--no-config"}
	cmd := exec.Command(find(t, shell), clean[shell])
	cmd.Stdin = strings.NewReader(script.String() + "\n")
	cmd.Env = []string{"LC_ALL=C.UTF-8", "HOME=" + os.TempDir(), "PATH=/usr/bin:/bin"}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v %s in\n%s", shell, err, stderr.String(), script.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

func checkQuoting(t testing.TB, shell, options string, words []string) {
	t.Helper()
	got := echoed(t, shell, options, words)
	if len(got) != len(words) {
		t.Fatalf("%s: %d words became %d: %q", shell, len(words), len(got), words)
	}
	for i, w := range words {
		if got[i] != w {
			t.Errorf("%s reads %s as %q, want %q", shell, quote(shell, w), got[i], w)
		}
	}
}

func TestQuotedWordsArriveAsTheyWere(t *testing.T) {
	options := map[string][]string{
		"zsh":  {"", "setopt RC_QUOTES", "setopt EXTENDED_GLOB KSH_GLOB GLOB_SUBST SH_WORD_SPLIT MAGIC_EQUAL_SUBST"},
		"bash": {"", "shopt -s extglob", "set -o posix"},
		"fish": {""},
	}
	words := append(awkward, random(300)...)
	for _, shell := range Shells() {
		for _, o := range options[shell] {
			t.Run(shell+"/"+o, func(t *testing.T) {
				t.Parallel()
				checkQuoting(t, shell, o, words)
			})
		}
	}
}

// random words are made of the bytes that shells treat specially, and of any.
func random(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	const special = "'\"\\$`(){}[]*?~=%!#&|;<>\n\t ^@-a"
	words := make([]string, n)
	for i := range words {
		b := make([]byte, 1+r.IntN(12))
		for j := range b {
			b[j] = special[r.IntN(len(special))]
			if i%3 == 0 {
				b[j] = byte(1 + r.IntN(255))
			}
		}
		words[i] = string(b)
	}
	return words
}

func TestPlainWordsStayReadable(t *testing.T) {
	for _, shell := range Shells() {
		if got := quote(shell, "/usr/local/bin/cxhook-1.0_x"); got != "/usr/local/bin/cxhook-1.0_x" {
			t.Errorf("%s: %s", shell, got)
		}
	}
}

// Quoted code inside quoted code, as Render writes it for zsh.
func TestQuotingTwiceStillHolds(t *testing.T) {
	for _, shell := range Shells() {
		var words []string
		for _, w := range awkward {
			words = append(words, fmt.Sprintf("x %s y", quote(shell, w)))
		}
		checkQuoting(t, shell, "", words)
	}
}

func FuzzQuote(f *testing.F) {
	for _, w := range awkward {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, w string) {
		if strings.ContainsRune(w, 0) {
			t.Skip("no argument can hold a NUL")
		}
		for _, shell := range Shells() {
			checkQuoting(t, shell, "", []string{w})
		}
	})
}
