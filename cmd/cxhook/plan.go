package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// planLimit bounds asking codex for its options and its models.
const planLimit = 10 * time.Second

// planned is what cxhook plan tells, with its field names in JSON.
type planned struct {
	Mode     string         `json:"mode"` // fork, resume, exec_resume, fresh or refused
	Argv     []string       `json:"argv"` // the words after codex; empty when refused
	Reason   lang.Message   `json:"reason"`
	Warnings []lang.Message `json:"warnings"`
	Command  string         `json:"command"` // ready to paste into a shell
}

type planOptions struct {
	model, provider, profile, effort, session, codex string
	compact, fresh, asJSON                           bool
}

func newPlan() *cobra.Command {
	var o planOptions
	c := &cobra.Command{
		Use:  "plan --model MODEL [flags] [--] CODEX-ARGUMENT…",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, argv []string) error { return plan(c, argv, o) },
	}
	c.Flags().SetInterspersed(false)
	c.Flags().StringVar(&o.model, "model", "", "")
	c.Flags().StringVar(&o.provider, "provider", "", "")
	c.Flags().StringVar(&o.profile, "profile", "", "")
	c.Flags().StringVar(&o.effort, "effort", "", "")
	c.Flags().StringVar(&o.session, "session", "", "")
	c.Flags().StringVar(&o.codex, "codex", "", "")
	c.Flags().BoolVar(&o.compact, "compact", false, "")
	c.Flags().BoolVar(&o.fresh, "fresh", false, "")
	c.Flags().BoolVar(&o.asJSON, "json", false, "")
	return c
}

func plan(c *cobra.Command, argv []string, o planOptions) error {
	if o.model == "" {
		return lang.Errorf("error.new_model")
	}
	home, dir, err := places()
	if err != nil {
		return err
	}
	r := codex.Request{Model: o.model, Provider: o.provider, Profile: o.profile, Effort: o.effort,
		SessionID: o.session, Compact: o.compact, Fresh: o.fresh}
	if o.session != "" {
		path, err := rollout.Find(home, o.session)
		if err != nil {
			return err
		}
		session, err := rollout.Read(path)
		if err != nil {
			return err
		}
		r.Session = &session
	}
	ctx, cancel := context.WithTimeout(context.Background(), planLimit)
	defer cancel()
	// What is wrong with the arguments is the plan's to say.
	if bin, err := codex.Find(codex.FindOptions{Codex: o.codex}); err == nil {
		r.Args, _ = codex.ParseArgsOf(ctx, bin, argv, cacheDir())
		r.Catalogue, _ = codex.Catalogue(ctx, bin, os.Environ())
		r.Release = bin.Release()
	} else {
		r.Args, _ = codex.ParseArgs(argv)
	}
	r.Configured = layers.Configured(layers.Options{Args: r.Args, Home: home, Dir: dir, Rules: layers.RulesOf(r.Release)})
	made := codex.MakePlan(r)
	if doubt := codex.Doubt(r.Catalogue, o.model); !doubt.IsZero() && len(r.Catalogue) > 0 && o.provider == "" {
		made.Warnings = append(made.Warnings, doubt)
	}
	p := planned{string(made.Mode), made.Argv, made.Reason, made.Warnings, made.Command}
	p.Argv, p.Warnings = append([]string{}, p.Argv...), append([]lang.Message{}, p.Warnings...)
	out := p.String()
	if o.asJSON {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		out = string(line) + "\n"
	}
	if err := write(outFor(c, o.asJSON), out); err != nil {
		return err
	}
	if made.Mode == codex.ModeManual {
		return &exitError{code: exitRefused}
	}
	return nil
}

func (p planned) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", p.Mode, terminal.Sanitize(p.Reason.Text()))
	for _, w := range p.Warnings {
		b.WriteString(lang.Text("plan.note", terminal.Sanitize(w.Text())) + "\n")
	}
	fmt.Fprintf(&b, "%s\n", terminal.Sanitize(p.Command))
	return b.String()
}
