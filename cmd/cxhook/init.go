package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/shellinit"
)

func newInit() *cobra.Command {
	var o shellinit.Options
	c := &cobra.Command{
		Use:       "init " + strings.Join(shellinit.Shells(), "|"),
		Args:      oneArg("shell: " + strings.Join(shellinit.Shells(), ", ")),
		ValidArgs: shellinit.Shells(),
		RunE: func(c *cobra.Command, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return &exitError{exitFailed, fmt.Errorf("cannot tell where cxhook itself is: %w", err)}
			}
			o.Self, o.Notices, o.Now = self, forecast.NoticePath(), time.Now()
			code, err := shellinit.Render(args[0], o)
			if err != nil {
				return err
			}
			return write(c.OutOrStdout(), code)
		},
	}
	c.Flags().StringVar(&o.Cmd, "cmd", "codex", "")
	c.Flags().BoolVar(&o.Off, "off", false, "")
	return c
}
