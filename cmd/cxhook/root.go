package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// Exit codes of cxhook itself; a codex that was started lends its own.
const (
	exitOK            = 0
	exitRefused       = 1   // findings, or something asked for was refused
	exitUsage         = 2   // a wrong word on the command line, or unreadable input
	exitFailed        = 125 // cxhook failed before codex ran
	exitNotExecutable = 126 // codex was found and cannot be executed
	exitNotFound      = 127 // there is no codex
)

// exitError ends a command with a status; err may be nil when all has been said.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// execute runs the command line and maps its error, in this one place, to a status.
func execute(args []string) int {
	root := newRoot()
	root.SetArgs(args)
	c, err := root.ExecuteC()
	var e *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, syscall.EPIPE):
		return exitOK // the reader has seen enough
	case errors.As(err, &e):
		if e.err != nil {
			complain(e.err)
		}
		return e.code
	}
	complain(fmt.Errorf("%w; see: %s --help", err, c.CommandPath()))
	return exitUsage
}

// complain writes one line on standard error, in the language in force, with nothing in it that a terminal would obey.
func complain(err error) {
	lines := strings.Split(strings.TrimSpace(lang.Heard(err.Error())), "\n")
	for i, line := range lines {
		lines[i] = terminal.Sanitize(line)
	}
	fmt.Fprintln(os.Stderr, "cxhook: "+strings.Join(lines, "\n"))
}

// newRoot must set no template of its own: text/template calls methods by name, for which
// the linker would keep every exported method, 1.8 MB of them.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "cxhook",
		Short: "Switch models with one key when Codex says that the selected model is at capacity",
		Long: `cxhook sits between this shell and codex. When codex stops with "Selected model
is at capacity", it offers other models on one key and goes on with the same
conversation. Switch it on for one shell:

  eval "$(cxhook init zsh)"        # or bash
  cxhook init fish | source`,
		Example:       "  cxhook demo          # see it work: no codex, no network needed\n  cxhook status        # is it on in this shell?\n  cxhook help keys     # the keys of the bar",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.DisableSuggestions = true // they come as several lines, and "on" is near to everything
	root.AddCommand(newInit(), newRun(), newDemo(), newStatus(), newOn(), newOff(), newAgain(), newModels(), newPlan())
	root.AddCommand(newStats(), newHistory())
	root.AddCommand(newExplain(), newReplay())
	root.AddCommand(newDoctor(), newUse(), newScan(), newConfig())
	root.AddCommand(newKeysTopic(), newEnvironmentTopic())
	for _, command := range special {
		root.AddCommand(command())
	}
	return root
}

// special makes the commands that exist only in builds with a tag of their own.
var special []func() *cobra.Command

// stamped is the version that the linker sets in a release.
var stamped string

// version is the stamped one, or else the module's version as the Go toolchain recorded it.
func version() string {
	if stamped != "" {
		return stamped
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// write prints to the command's output and passes the error on, so that a reader
// who goes away early is noticed.
func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// noArgs is for commands that take no words.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no %q", c.CommandPath(), args[0])
	}
	return nil
}

// oneArg is for commands that take one word; what names it.
func oneArg(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("name one %s", what)
		}
		return nil
	}
}
