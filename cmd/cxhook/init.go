package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/cmd/cxhook/early"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/shellinit"
)

func newInit() *cobra.Command {
	var o shellinit.Options
	c := &cobra.Command{
		Use:       "init " + strings.Join(shellinit.Shells(), "|"),
		Args:      oneArg(lang.Say("error.name_shell", strings.Join(shellinit.Shells(), ", "))),
		ValidArgs: shellinit.Shells(),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := early.Here(o)
			if err != nil {
				return &exitError{exitFailed, err}
			}
			code, err := shellinit.Render(args[0], o)
			if err != nil {
				return err
			}
			return write(os.Stdout, code) // a program, for a shell
		},
	}
	c.Flags().StringVar(&o.Cmd, "cmd", "codex", "")
	c.Flags().BoolVar(&o.Off, "off", false, "")
	return c
}
