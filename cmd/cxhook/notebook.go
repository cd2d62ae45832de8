package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/notebook"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/recovery"
	"github.com/cxhook/cxhook/report"
)

// barAfter is how long an import goes on without a progress bar. Nearly all are
// over by then.
const barAfter = 300 * time.Millisecond

// openNotebook brings the history up to date from the journal and, if that is wanted,
// from Codex's sessions, with a progress bar on standard error if that is a terminal
// and it takes long. An interrupt ends it; what was read is kept.
// catalogue is asked only if notices for the prompt are written, and only without tiers.
func openNotebook(c *cobra.Command, sessions bool, catalogue func() []codex.Model) (*notebook.Notebook, time.Time, error) {
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	now := time.Now()
	settings, _ := config.Load(config.Path())
	home := ""
	if sessions {
		home = rollout.Home(environment())
	}
	o := notebook.Options{Files: notebook.Default(home), Now: now, Quiet: !settings.Notices}
	for _, m := range settings.Models {
		o.Tiers = append(o.Tiers, m.Model)
	}
	o.Offered = func(main string) (models []string) {
		list := recovery.Candidates(recovery.Situation{Catalogue: catalogue(), Model: main})
		for _, c := range list {
			models = append(models, c.Model)
		}
		return models
	}
	shown := false
	if isTerminal(os.Stderr) {
		o.Progress = func(done, total int64) {
			if time.Since(now) > barAfter {
				shown = true
				fmt.Fprint(os.Stderr, "\r"+report.Progress(lang.Text("stats.reading"), done, total, style(false)))
			}
		}
	}
	n, err := notebook.Open(ctx, o)
	if shown {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
	switch {
	case errors.Is(err, context.Canceled):
		return nil, now, &exitError{interrupted, lang.Errorf("error.stopped")}
	case err != nil:
		return nil, now, &exitError{exitRefused, err}
	}
	return n, now, nil
}

// interrupted is the status of a program that SIGINT ended.
const interrupted = 128 + int(syscall.SIGINT)
