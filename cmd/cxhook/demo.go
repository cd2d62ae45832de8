package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/demo"
	"github.com/cxhook/cxhook/lang"
)

func newDemo() *cobra.Command {
	return &cobra.Command{
		Use:  "demo",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return &exitError{exitFailed, lang.Errorf("error.failed_to_see", err)}
			}
			log, closeLog := openLog()
			defer closeLog()
			o := demo.Options{Self: self, Log: log}
			if !isTerminal(os.Stdin) || !isTerminal(os.Stdout) {
				// A reader who goes away early is an error to return, not the end: there
				// is a folder to remove.
				signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
				if err := demo.Alone(o, c.OutOrStdout()); err != nil {
					return &exitError{exitFailed, err}
				}
				return nil
			}
			fmt.Fprintln(c.OutOrStdout(), lang.Text("demo.introduction"))
			status, err := demo.Run(o)
			switch {
			case err != nil:
				return &exitError{exitFailed, err}
			case status != 0:
				return &exitError{status, lang.Errorf("error.demo_failed")}
			}
			return write(c.OutOrStdout(), lang.Text("demo.end")+"\n")
		},
	}
}
