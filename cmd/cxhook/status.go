package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// status is what cxhook status tells, with its field names in JSON.
type status struct {
	State    string         `json:"state"` // on, off, or none: not loaded in this shell
	Version  string         `json:"version"`
	Codex    string         `json:"codex"` // path, empty if there is none
	Policy   string         `json:"on_capacity"`
	Models   []string       `json:"models"`
	Config   string         `json:"config"` // path of the settings, whether they exist or not
	Problems []lang.Message `json:"problems"`
}

func newStatus() *cobra.Command {
	var asJSON, short bool
	c := &cobra.Command{
		Use:  "status",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s := readStatus()
			switch {
			case asJSON:
				return json.NewEncoder(outFor(c, true)).Encode(s)
			case short:
				return write(c.OutOrStdout(), "cxhook "+s.State+"\n")
			}
			return write(c.OutOrStdout(), s.String())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().BoolVar(&short, "short", false, "")
	return c
}

func readStatus() status {
	s := status{State: os.Getenv("CXHOOK_SHELL_STATE"), Version: version(), Config: config.Path(), Models: []string{}, Problems: []lang.Message{}}
	switch {
	case s.State != "on" && s.State != "off": // others may have set the variable
		s.State = "none"
	case os.Getenv("CXHOOK") == bypass:
		s.State = "off"
		s.Problems = append(s.Problems, lang.Say("status.off_by_variable"))
	}
	if name := os.Getenv("CXHOOK_SHELL_ASIDE"); name != "" && s.State == "on" {
		s.Problems = append(s.Problems, lang.Say("status.aside", name))
	}
	if bin, err := codex.Find(codex.FindOptions{}); err == nil {
		s.Codex = bin.Path
	} else {
		s.Problems = append(s.Problems, lang.Told(err))
	}
	settings, problems := loadConfig()
	s.Policy = string(settings.OnCapacity)
	for _, m := range settings.Models {
		s.Models = append(s.Models, m.Model)
	}
	for _, p := range problems {
		s.Problems = append(s.Problems, p.Message())
	}
	return s
}

// String is the status for people.
func (s status) String() string {
	var b strings.Builder
	line := func(name, value string) { fmt.Fprintf(&b, "%s %s\n", terminal.Pad(name, 10), terminal.Sanitize(value)) }
	line(lang.Text("status.hook"), lang.Text("status."+s.State))
	line("codex", orElse(s.Codex, lang.Text("status.no_codex")))
	line(lang.Text("status.policy"), s.Policy)
	line(lang.Text("status.models"), orElse(strings.Join(s.Models, ", "), lang.Text("status.catalogue")))
	line(lang.Text("status.settings"), s.Config)
	for _, p := range s.Problems {
		line(lang.Text("status.problem"), p.Text())
	}
	return b.String()
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
