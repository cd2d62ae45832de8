package shellinit

import "strings"

// plain are the letters that no shell changes, wherever they stand in an argument.
const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-"

var (
	// posixQuoter leaves the quotes, writes the quote, and enters them again.
	// Never two quotes in a row inside: zsh with RC_QUOTES reads those as one.
	posixQuoter = strings.NewReplacer(`'`, `'\''`)
	// fishQuoter: between single quotes fish still reads \\ and \'.
	fishQuoter = strings.NewReplacer(`\`, `\\`, `'`, `\'`)
)

// quote writes s as one argument of the given shell's language, unchanged when
// it is plain letters, digits and _ . / -. The shell is one of Shells; any other
// is taken to quote like the Bourne shell. No argument of a program can hold a
// NUL byte, so s must not hold one either.
func quote(shell, s string) string {
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	if shell == "fish" {
		return "'" + fishQuoter.Replace(s) + "'"
	}
	return "'" + posixQuoter.Replace(s) + "'"
}
