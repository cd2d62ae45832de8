package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// inShell makes a command that only the shell function of the same name can carry
// out: a child process cannot change the shell that started it.
func inShell(use string) *cobra.Command {
	return &cobra.Command{
		Use:  use,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return &exitError{exitRefused, fmt.Errorf("%q acts on the shell, and cxhook is not loaded in this one; first run: eval \"$(cxhook init zsh)\" (or bash; fish: cxhook init fish | source)", c.Name())}
		},
	}
}

func newOn() *cobra.Command { return inShell("on") }

func newOff() *cobra.Command { return inShell("off [--forget]") }

func newAgain() *cobra.Command { return inShell("again [MODEL]") }
