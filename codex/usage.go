package codex

import (
	"fmt"

	"github.com/cxhook/cxhook/lang"
)

// UsageError is a command line that Codex itself refuses with exit status 2.
// The caller starts Codex with it unchanged and lets Codex explain.
type UsageError struct {
	Token  string // the word at fault
	Reason lang.Message
}

func (e *UsageError) Error() string { return fmt.Sprintf("%s: %s", e.Token, e.Reason) }

// Unwrap gives the reason as an error of its own.
func (e *UsageError) Unwrap() error { return &lang.Error{Message: e.Reason} }

// UnknownOptionError is an option in none of the releases known here, or one
// that stands at another level. The Args that come with it read it as a
// switch and serve to start Codex; no plan may be made from them, as the
// option may take a value. LearnOptions can close the gap.
type UnknownOptionError struct {
	Token string
	Level string
}

func (e *UnknownOptionError) Error() string { return e.Unwrap().Error() }

// Unwrap gives what is said of it.
func (e *UnknownOptionError) Unwrap() error {
	if e.Level == "" {
		return lang.Errorf("error.option", e.Token)
	}
	return lang.Errorf("error.option_of", e.Token, e.Level)
}
