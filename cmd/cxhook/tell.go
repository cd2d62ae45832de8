package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// complain tells of an error in the language in force.
func complain(err error) { tell(lang.Told(err).Text()) }

// tell writes a text on standard error with nothing in it that a terminal would obey.
func tell(text string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = terminal.Sanitize(line)
	}
	fmt.Fprintln(os.Stderr, "cxhook: "+strings.Join(lines, "\n"))
}

// reason is an error's last part, without the name of the file that stands before it.
func reason(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
