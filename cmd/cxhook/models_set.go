package main

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/folders"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

func newModelsSet(path *string) *cobra.Command {
	return &cobra.Command{
		Use:  "set MAIN [BACKUP [EMERGENCY…]]",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, names []string) error {
			for i, name := range names {
				if !config.ValidModel(name) {
					return lang.Errorf("error.no_name", name)
				}
				if slices.Contains(names[:i], name) {
					return lang.Errorf("error.twice", name)
				}
			}
			if err := setModels(names); err != nil {
				return err
			}
			catalogue, _ := readCatalogue(*path)
			settings, _ := loadConfig()
			list, _ := offer(newAdvisor(settings.Models, func() []codex.Model { return catalogue }, time.Now()))
			return write(c.OutOrStdout(), describe(list)+lang.Text("models.written", terminal.Sanitize(config.Path()))+"\n")
		},
	}
}

func setModels(names []string) error {
	settings, _ := loadConfig()
	entries := make([]config.Entry, len(names))
	for i, name := range names {
		entries[i] = config.Entry{Model: name}
		if at := slices.IndexFunc(settings.Models, func(e config.Entry) bool { return e.Model == name }); at >= 0 {
			entries[i] = settings.Models[at]
		}
	}
	err := folders.ErrNone
	if path := config.Path(); path != "" {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err != nil {
		return &exitError{exitRefused, lang.Errorf("error.settings_not_written", err)}
	}
	edit, err := layers.NewEdit(config.Path(), func(text []byte) ([]byte, error) { return config.SetModels(text, entries) })
	if err == nil && edit.Changed() {
		err = edit.Write()
	}
	if err != nil {
		return refusal(err)
	}
	return nil
}
