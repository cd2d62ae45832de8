package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/scan"
	"github.com/cxhook/cxhook/terminal"
)

// crowdedFor is how long a refusal in a session counts as the model being
// crowded still: most crowds are over within two hours.
const crowdedFor = 2 * time.Hour

// pin is one line of cxhook scan, with its field names in JSON.
type pin struct {
	File    string       `json:"file"`
	Line    int          `json:"line"`
	Column  int          `json:"column"`
	Origin  string       `json:"origin"` // project, profile, user
	Model   string       `json:"model"`
	Verdict string       `json:"verdict"` // crowded, retired, misspelled, unknown, unreadable
	Instead string       `json:"instead"` // "" if there is none to propose
	Command string       `json:"command"`
	Detail  lang.Message `json:"detail"` // of an unreadable file
}

func newScan() *cobra.Command {
	var models []string
	var asJSON bool
	c := &cobra.Command{
		Use: "scan [DIR…]",
		RunE: func(c *cobra.Command, dirs []string) error {
			o, err := scanOptions(c, dirs, models)
			if err != nil {
				return err
			}
			result, err := scan.Scan(o)
			if err != nil {
				return lang.Errorf("error.not_scanned_at_all", err)
			}
			for _, fault := range result.Faults {
				complain(lang.Errorf("error.not_scanned", fault))
			}
			if err := printPins(outFor(c, asJSON), result, asJSON); err != nil {
				return err
			}
			if len(result.Pins) > 0 {
				return &exitError{code: exitRefused}
			}
			return nil
		},
	}
	c.Flags().StringSliceVar(&models, "model", nil, "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

func scanOptions(c *cobra.Command, dirs, crowded []string) (scan.Options, error) {
	home, _, err := places()
	if err != nil {
		return scan.Options{}, err
	}
	o := scan.Options{Dirs: dirs, Home: home, Crowded: crowded}
	if len(dirs) == 0 {
		own, err := os.UserHomeDir()
		if err != nil {
			return scan.Options{}, err
		}
		o.Dirs, o.Projects = []string{own}, knownProjects(home)
	}
	if len(crowded) == 0 {
		o.Crowded = refusedLately(home, time.Now())
	}
	o.Models = catalogueBeside(c.Context())
	settings, _ := config.Load(config.Path())
	advisor := newAdvisor(settings.Models, o.Models, time.Now())
	o.Instead = func(model string) string { return advisor.instead(model, o.Crowded...) }
	return o, nil
}

// catalogueLater gives a function that asks codex for its models when it is first called.
func catalogueLater(ctx context.Context) func() []codex.Model {
	return sync.OnceValue(func() []codex.Model { return catalogueBeside(ctx)() })
}

// catalogueBeside starts asking codex for its models and gives a function that
// waits for the answer. Without a catalogue nothing is unknown, and crowded
// models are found all the same.
func catalogueBeside(ctx context.Context) func() []codex.Model {
	answer := make(chan []codex.Model, 1)
	go func() {
		var models []codex.Model
		if bin, err := codex.Find(codex.FindOptions{}); err == nil {
			models, _ = codex.Catalogue(ctx, bin, environment())
		}
		answer <- models
	}()
	return sync.OnceValue(func() []codex.Model { return <-answer })
}

// knownProjects are the directories for which codex keeps a level of trust.
func knownProjects(home string) []string {
	stack, err := layers.Read(layers.Options{Home: home, Dir: home})
	if err != nil {
		return nil
	}
	return stack.Keys("projects")
}

// refusedLately are the models that refused the last turn of a session a short
// while ago.
func refusedLately(home string, now time.Time) []string {
	files, err := rollout.Sessions(home, "", now.Add(-crowdedFor))
	if err != nil {
		return nil
	}
	var models []string
	for _, f := range files {
		session, err := rollout.Read(f.Path)
		if err != nil {
			continue
		}
		if turn, ok := session.Last(); ok && turn.Error == rollout.Overloaded && turn.Model != "" {
			models = append(models, turn.Model)
		}
	}
	return models
}

func printPins(w io.Writer, result scan.Result, asJSON bool) error {
	b := bufio.NewWriter(w)
	lines := json.NewEncoder(b)
	for _, p := range result.Pins {
		if asJSON {
			line := pin{p.File, p.Line, p.Column, string(p.Kind), p.Model, string(p.Verdict), p.Instead, p.Command, p.Detail}
			_ = lines.Encode(line) // Flush tells
			continue
		}
		at := layers.Place{File: p.File, Line: p.Line, Column: p.Column}
		what := p.Model
		if what == "" {
			what = p.Detail.Text()
		}
		fmt.Fprintf(b, "%s: %s (%s)\n", terminal.Sanitize(at.String()), terminal.Sanitize(what), lang.Text("scan.verdict."+string(p.Verdict)))
		if p.Command != "" {
			fmt.Fprintf(b, "    %s\n", terminal.Sanitize(p.Command))
		}
	}
	if !asJSON {
		_, _ = b.WriteString(lang.Text("scan.total", len(result.Pins), result.Files) + "\n")
	}
	return b.Flush()
}
