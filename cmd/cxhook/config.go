package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// ownSettings is what cxhook config tells, with its field names in JSON.
type ownSettings struct {
	File     string       `json:"file"`
	Exists   bool         `json:"exists"`
	Settings []ownSetting `json:"settings"`
	Problems []ownProblem `json:"problems"`
}

// ownSetting has its values as TOML writes them, so that they keep one type.
type ownSetting struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Origin  string `json:"origin"` // default, file, environment
	Line    int    `json:"line"`   // 0 unless the origin is file
	Column  int    `json:"column"`
}

type ownProblem struct {
	File   string       `json:"file"`
	Line   int          `json:"line"` // 0 when it is about the file as a whole
	Column int          `json:"column"`
	Text   lang.Message `json:"text"`
}

func newConfig() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:  "config",
		Args: noArgs,
	}
	path := c.Flags().Bool("path", false, "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *path {
			return write(c.OutOrStdout(), config.Path()+"\n")
		}
		s := readOwnSettings()
		var err error
		if asJSON {
			err = json.NewEncoder(outFor(c, true)).Encode(s)
		} else {
			err = write(c.OutOrStdout(), s.String())
		}
		if err == nil && len(s.Problems) > 0 {
			return &exitError{code: exitRefused}
		}
		return err
	}
	return c
}

func readOwnSettings() ownSettings {
	s := ownSettings{File: config.Path(), Problems: []ownProblem{}}
	_, err := os.Stat(s.File)
	s.Exists = err == nil
	all, problems := config.Settings(s.File, os.Environ())
	for _, v := range all {
		s.Settings = append(s.Settings, ownSetting(v))
	}
	for _, p := range append(problems, config.Misplaced()...) {
		s.Problems = append(s.Problems, ownProblem(p))
	}
	return s
}

func (s ownSettings) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s", terminal.Sanitize(s.File))
	if !s.Exists {
		b.WriteString(" (" + lang.Text("config.not_there") + ")")
	}
	b.WriteByte('\n')
	for _, v := range s.Settings {
		origin := lang.Text("config.line", v.Line)
		if v.Origin != config.FromFile {
			origin = lang.Text("config.origin." + v.Origin)
		}
		if v.Value != v.Default {
			origin += lang.Text("separator.comma") + lang.Text("config.default", v.Default)
		}
		fmt.Fprintf(&b, "%s = %s  # %s\n", v.Key, terminal.Sanitize(v.Value), terminal.Sanitize(origin))
	}
	for _, p := range s.Problems {
		b.WriteString(lang.Text("config.problem", terminal.Sanitize(config.Problem(p).Message().Text())) + "\n")
	}
	return b.String()
}
