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

	"github.com/cxhook/cxhook/internal/output"
	"github.com/cxhook/cxhook/lang"
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
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		root.InitDefaultHelpCmd()
		fillIn(root, lang.Now()) // completions say what each command does
	}
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
	tell(lang.Text("usage.see", lang.Told(err).Text(), c.CommandPath()))
	return exitUsage
}

// newRoot must set no template of its own: text/template calls methods by name, for which
// the linker would keep every exported method, 1.8 MB of them.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "cxhook",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(output.Text(os.Stdout, styled()))
	root.SetHelpFunc(help)
	root.SetUsageFunc(func(c *cobra.Command) error { return write(c.OutOrStderr(), usage(c)) })
	root.CompletionOptions.HiddenDefaultCmd = true
	root.DisableSuggestions = true // they come as several lines, and "on" is near to everything
	root.AddCommand(newInit(), newRun(), newDemo(), newStatus(), newOn(), newOff(), newAgain(), newModels(), newPlan())
	root.AddCommand(newStats(), newHistory())
	root.AddCommand(newExplain(), newReplay())
	root.AddCommand(newDoctor(), newUse(), newScan(), newConfig(), newSelftest())
	root.AddCommand(newTopic("keys"), newTopic("environment"))
	for _, command := range special {
		root.AddCommand(command())
	}
	strictHelp(root)
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

// outFor is the command's output for text, or standard output for JSON. Neither passes on what a terminal obeys.
func outFor(c *cobra.Command, asJSON bool) io.Writer {
	if asJSON {
		return output.JSON(os.Stdout)
	}
	return c.OutOrStdout()
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
		return lang.Errorf("error.takes_no", c.CommandPath(), args[0])
	}
	return nil
}

// oneArg is for commands that take one word; what names it.
func oneArg(what lang.Message) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return lang.Errorf("error.name_one", what)
		}
		return nil
	}
}
