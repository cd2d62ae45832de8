package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// inShell makes a command that only the shell function of the same name can carry
// out: a child process cannot change the shell that started it.
func inShell(use, short, long, example string) *cobra.Command {
	return &cobra.Command{
		Use:     use,
		Short:   short,
		Long:    long,
		Example: example,
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return &exitError{exitRefused, fmt.Errorf("%q acts on the shell, and cxhook is not loaded in this one; first run: eval \"$(cxhook init zsh)\" (or bash; fish: cxhook init fish | source)", c.Name())}
		},
	}
}

func newOn() *cobra.Command {
	return inShell("on", "Switch cxhook on in this shell",
		"Put the function codex over the program of that name again, in this shell only.",
		"  cxhook on")
}

func newOff() *cobra.Command {
	return inShell("off [--forget]", "Switch cxhook off in this shell",
		`Take the function codex away: the name means what it meant before, in this shell
only. With --forget the function cxhook goes too. For one command alone there is
the variable CXHOOK=off.`,
		"  cxhook off\n  CXHOOK=off codex \"hi\"      # once\n  cxhook off --forget       # as if it had never been loaded")
}

func newAgain() *cobra.Command {
	return inShell("again [MODEL]", "Run this shell's last codex command again, on MODEL if one is given",
		`Run the last codex command of this shell again, with the same arguments, on another
model if one is given. The arguments are kept in a variable of the shell only.`,
		"  cxhook again gpt-6-luna")
}
