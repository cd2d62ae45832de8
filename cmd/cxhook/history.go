package main

import (
	"bufio"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/history/notebook"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/report"
	"github.com/cxhook/cxhook/terminal"
)

func newHistory() *cobra.Command {
	var asJSON, forget bool
	c := &cobra.Command{
		Use:  "history",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if forget {
				if err := notebook.Forget(notebook.Default("")); err != nil {
					return &exitError{exitRefused, err}
				}
				return write(c.OutOrStdout(), lang.Text("history.forgotten")+"\n")
			}
			n, now, err := openNotebook(c, false, catalogueLater(c.Context()))
			if err != nil {
				return err
			}
			defer n.Close()
			records, err := n.Events()
			if err != nil {
				return &exitError{exitRefused, err}
			}
			out := bufio.NewWriter(outFor(c, asJSON))
			lines := json.NewEncoder(out)
			incidents := report.Incidents(records)
			for _, i := range incidents {
				if asJSON {
					_ = lines.Encode(i) // Flush tells
				} else {
					_, _ = out.WriteString(i.Lines(now.Location(), terminal.Sanitize))
				}
			}
			if len(incidents) == 0 && !asJSON {
				_, _ = out.WriteString(lang.Text("history.nothing") + "\n")
			}
			return out.Flush()
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().BoolVar(&forget, "forget", false, "")
	return c
}
