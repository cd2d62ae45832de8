package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/report"
	"github.com/cxhook/cxhook/terminal"
)

// catalogueLimit bounds asking codex for its models, which takes 0.2 s on 0.171.0.
const catalogueLimit = 10 * time.Second

// offered is one line of cxhook models, with its field names in JSON.
type offered struct {
	Position   int          `json:"position"` // the key in the bar, from 1
	Model      string       `json:"model"`
	Provider   string       `json:"provider"`
	Profile    string       `json:"profile"`
	Effort     string       `json:"effort"`
	Reason     lang.Message `json:"reason"`
	Note       string       `json:"note"`       // what a switch to it would change
	Match      string       `json:"match"`      // exact, case, near or unknown in Codex's catalogue; "" without one
	Suggestion string       `json:"suggestion"` // the name that was meant
	Turns      int          `json:"turns"`      // in eight weeks at this hour, taken or refused
	Refused    int          `json:"refused"`    // of them
}

func newModels() *cobra.Command {
	var asJSON, advice bool
	var path, at string
	c := &cobra.Command{
		Use:  "models",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			when, err := parseTime(at, time.Now())
			if err != nil {
				return err
			}
			settings, problems := loadConfig()
			for _, p := range problems {
				complain(errors.New(p.String()))
			}
			catalogue, catalogueErr := readCatalogue(path)
			advisor := newAdvisor(settings.Models, func() []codex.Model { return catalogue }, when)
			if n, _, err := openNotebook(c, true, advisor.catalogue); err != nil {
				complain(err) // the advice is then as old as the last import
			} else {
				n.Close()
			}
			list, told := offer(advisor)
			if asJSON {
				out := json.NewEncoder(outFor(c, true))
				if advice {
					return out.Encode(report.AdviceJSON(told))
				}
				for _, o := range list {
					if err := out.Encode(o); err != nil {
						return err
					}
				}
				return nil
			}
			if len(list) == 0 {
				text := "no model could be offered"
				if catalogueErr != nil {
					text += ": " + catalogueErr.Error()
				}
				return &exitError{exitRefused, errors.New(text + "; name some: cxhook models set MAIN BACKUP")}
			}
			text := describe(list) + "\n"
			if advice {
				text = ""
			}
			return write(c.OutOrStdout(), text+report.Advice(advisor.word(at), told))
		},
	}
	c.Flags().StringVar(&at, "at", "", "")
	c.Flags().BoolVar(&advice, "advice", false, "")
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.PersistentFlags().StringVar(&path, "codex", "", "")
	c.AddCommand(newModelsSet(&path))
	return c
}

func readCatalogue(path string) ([]codex.Model, error) {
	bin, err := codex.Find(codex.FindOptions{Codex: path})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), catalogueLimit)
	defer cancel()
	return codex.Catalogue(ctx, bin, environment())
}

// offer is what the bar would offer instead of the model in force, and which model to use.
func offer(a advisor) (list []offered, told forecast.Advice) {
	catalogue := a.catalogue()
	inForce := modelInForce(catalogue)
	candidates, told := a.recommend(inForce)
	for i, c := range candidates {
		o := offered{
			Position: i + 1, Model: c.Model, Provider: c.Provider, Profile: c.Profile, Effort: c.Effort,
			Reason: c.Reason, Note: c.Note, Turns: c.Turns, Refused: c.TurnsRefused,
		}
		if c.Model == inForce {
			o.Reason = lang.Join("separator.comma", o.Reason, lang.Say("candidate.in_force"))
		}
		if len(catalogue) > 0 && c.Provider == "" {
			meant, match := codex.Lookup(catalogue, c.Model)
			o.Match = string(match)
			if match == codex.MatchCase || match == codex.MatchNear {
				o.Suggestion = meant.Slug
			}
		}
		list = append(list, o)
	}
	return list, told
}

// modelInForce is what codex would use here without arguments, "" if nothing says so.
func modelInForce(catalogue []codex.Model) string {
	builtIn := map[string]string{}
	if len(catalogue) > 0 && catalogue[0].Visible {
		builtIn["model"] = catalogue[0].Slug
	}
	home, dir, err := places()
	if err != nil {
		return ""
	}
	stack, err := layers.Read(layers.Options{Home: home, Dir: dir, BuiltIn: builtIn})
	if err != nil {
		return ""
	}
	s, ok := stack.Effective("model")
	if !ok {
		return ""
	}
	return s.Text()
}

func describe(list []offered) string {
	var b strings.Builder
	for _, o := range list {
		text := []string{o.Reason.Text()}
		if o.Note != "" && (o.Match == "" || o.Match == string(codex.MatchExact)) {
			text = append(text, lang.Heard(o.Note))
		}
		switch {
		case o.Suggestion != "":
			text = append(text, lang.Text("models.suggestion", o.Suggestion))
		case o.Match == string(codex.MatchUnknown):
			text = append(text, lang.Text("models.unlisted"))
		}
		fmt.Fprintf(&b, "%2d  %-16s %s\n", o.Position, terminal.Sanitize(o.Model), terminal.Sanitize(strings.Join(text, lang.Text("separator.semicolon"))))
	}
	return b.String()
}
