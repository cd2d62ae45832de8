package main

import (
	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/lang"
)

// inShell makes a command that only the shell function of the same name can carry
// out: a child process cannot change the shell that started it.
func inShell(use string) *cobra.Command {
	return &cobra.Command{
		Use:  use,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return &exitError{exitRefused, lang.Errorf("error.in_shell", c.Name())}
		},
	}
}

func newOn() *cobra.Command { return inShell("on") }

func newOff() *cobra.Command { return inShell("off [--forget]") }

// newAgain gets from the function of a shell only what that does not understand.
func newAgain() *cobra.Command {
	c := inShell("again [MODEL]")
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 || len(args) == 1 && args[0] == "" {
			return lang.Errorf("error.one_model")
		}
		return nil
	}
	return c
}
