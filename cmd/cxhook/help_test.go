package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// walk visits every command and topic that a user is told of.
func walk(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			walk(sub, visit)
		}
	}
}

func TestEveryCommandIsDescribedInEveryLanguageWithAnExampleOfItself(t *testing.T) {
	for _, l := range lang.Languages() {
		root := newRoot()
		fillIn(root, lang.Of(l))
		walk(root, func(c *cobra.Command) {
			if c.Short == "" {
				t.Errorf("%s: %s is not described", l, c.CommandPath())
			}
			if c.Example == "" || c.Runnable() && !strings.Contains(c.Example, c.CommandPath()) {
				t.Errorf("%s: %s: the example is %q", l, c.CommandPath(), c.Example)
			}
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if f.Usage == "" {
					t.Errorf("%s: %s --%s is not described", l, c.CommandPath(), f.Name)
				}
			})
		})
	}
}

func TestHelpFitsATerminalInEveryLanguage(t *testing.T) {
	const columns = 90 // few terminals are narrower, and text that is broken once more stays readable
	for _, l := range lang.Languages() {
		root := newRoot()
		fillIn(root, lang.Of(l))
		walk(root, func(c *cobra.Command) {
			for line := range strings.Lines(c.Long) {
				if n := terminal.Width(strings.TrimSuffix(line, "\n")); n > columns {
					t.Errorf("%s: %s: %d columns: %s", l, c.CommandPath(), n, line)
				}
			}
		})
	}
}

// What stands in an example is run by people: only the remarks behind it are in their language.
func TestExamplesAreTheSameCommandsInEveryLanguage(t *testing.T) {
	commands := func(l lang.Language) (list []string) {
		root := newRoot()
		fillIn(root, lang.Of(l))
		walk(root, func(c *cobra.Command) {
			for line := range strings.Lines(c.Example) {
				command, _, _ := strings.Cut(line, " # ")
				list = append(list, strings.TrimSpace(command))
			}
		})
		return list
	}
	want := commands(lang.English)
	for _, l := range lang.Languages() {
		if got := commands(l); !slices.Equal(got, want) {
			t.Errorf("%s: %q\nwant %q", l, got, want)
		}
	}
}

func TestEveryTextOfHelpBelongsToACommandOrAFlag(t *testing.T) {
	var known []string
	root := newRoot()
	root.InitDefaultHelpCmd()
	walk(root, func(c *cobra.Command) {
		key := textKey(c)
		known = append(known, key+"short", key+"long", key+"example")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { known = append(known, key+"flag."+f.Name) })
	})
	for key := range lang.Of(lang.English).Texts() {
		if strings.HasPrefix(key, "help.") && !slices.Contains(known, key) {
			t.Errorf("no command and no flag is described by %s", key)
		}
	}
}
