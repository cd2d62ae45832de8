package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// inShell makes a command that only the shell function of the same name can carry
// out: a child process cannot change the shell that started it.
func inShell(use, short string) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return &exitError{exitRefused, fmt.Errorf("%q acts on the shell, and cxhook is not loaded in this one; first run: eval \"$(cxhook init zsh)\" (or bash; fish: cxhook init fish | source)", c.Name())}
		},
	}
}

func newOn() *cobra.Command  { return inShell("on", "Switch cxhook on in this shell") }
func newOff() *cobra.Command { return inShell("off", "Switch cxhook off in this shell") }
func newAgain() *cobra.Command {
	return inShell("again [MODEL]", "Run this shell's last codex command again, on MODEL if one is given")
}
