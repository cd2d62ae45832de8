package codex

import "fmt"

// UsageError is a command line that Codex itself refuses with exit status 2.
// The caller starts Codex with it unchanged and lets Codex explain.
type UsageError struct {
	Token  string // the word at fault
	Reason string
}

func (e *UsageError) Error() string { return fmt.Sprintf("%s: %s", e.Token, e.Reason) }

// UnknownOptionError is an option in none of the releases known here, or one
// that stands at another level. The Args that come with it read it as a
// switch and serve to start Codex; no plan may be made from them, as the
// option may take a value. LearnOptions can close the gap.
type UnknownOptionError struct {
	Token string
	Level string
}

func (e *UnknownOptionError) Error() string {
	if e.Level == "" {
		return fmt.Sprintf("option %s of codex is not known", e.Token)
	}
	return fmt.Sprintf("option %s of codex %s is not known", e.Token, e.Level)
}
