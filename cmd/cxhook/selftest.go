package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/demo"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/selftest"
	"github.com/cxhook/cxhook/terminal"
)

// tried is what cxhook selftest tells, with its field names in JSON.
type tried struct {
	Version  string            `json:"version"`
	System   string            `json:"system"`
	Terminal string            `json:"terminal"`
	OK       bool              `json:"ok"` // no check is not ok
	Checks   []selftest.Result `json:"checks"`
}

func newSelftest() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:  "selftest",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !isTerminal(os.Stdin) {
				return lang.Errorf("error.selftest_terminal")
			}
			self, err := os.Executable()
			if err != nil {
				return &exitError{exitFailed, lang.Errorf("error.failed_to_see", err)}
			}
			tell(lang.Text("selftest.introduction"))
			ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			checks, err := selftest.Run(ctx, selftest.Options{Cxhook: self, Scripted: scripted(self), TTY: os.Stdin})
			switch {
			case err != nil:
				return &exitError{exitFailed, err}
			case ctx.Err() != nil:
				return &exitError{code: 128 + int(syscall.SIGINT)}
			}
			t := tried{Version: version(), System: system(), Terminal: terminalName(), OK: !selftest.Failed(checks), Checks: checks}
			if asJSON {
				err = json.NewEncoder(outFor(c, true)).Encode(t)
			} else {
				err = write(c.OutOrStdout(), t.String())
			}
			if err == nil && !t.OK {
				err = &exitError{code: exitRefused}
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

// scripted is a shell command that plays the codex whose model is at capacity.
func scripted(self string) string {
	return fmt.Sprintf("%s=1 %s=gpt-5.6-sol exec '%s'", demo.ScriptedVariable, scriptedcodex.RefuseVariable, strings.ReplaceAll(self, "'", `'\''`))
}

// String is the table for people, who paste it into a report.
func (t tried) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cxhook %s, %s, %s\n\n", t.Version, t.System, t.Terminal)
	failed := 0
	for _, c := range t.Checks {
		if c.State == selftest.NotOK {
			failed++
		}
		fmt.Fprintf(&b, "%-7s  %-12s  %s\n", c.State, c.Name, terminal.Sanitize(lang.Text("selftest.check."+c.Name)))
		if c.Detail != "" {
			fmt.Fprintf(&b, "%-7s  %-12s    %s\n", "", "", terminal.Sanitize(c.Detail))
		}
	}
	end := lang.Text("selftest.good")
	if failed > 0 {
		end = lang.Text("selftest.bad", failed, len(t.Checks))
	}
	b.WriteString("\n" + end + "\n")
	return b.String()
}

// system is what uname tells.
func system() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return "?"
	}
	return unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:]) + " " + unix.ByteSliceToString(u.Machine[:])
}

// terminalName is what the environment tells of the terminal.
func terminalName() string {
	return strings.Join(strings.Fields("TERM="+os.Getenv("TERM")+" "+os.Getenv("TERM_PROGRAM")+" "+os.Getenv("TERM_PROGRAM_VERSION")), " ")
}
