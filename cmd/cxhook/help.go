package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cxhook/cxhook/lang"
)

// The texts of all commands, their flags and the topics are in the catalogues, below help. and the command's name. They
// are put in when somebody is about to read them: a command that runs needs none.

// newTopic makes a topic, which is a command that cannot be run: cobra prints its text for "cxhook help NAME", and the
// manual has a page of it.
func newTopic(name string) *cobra.Command { return &cobra.Command{Use: name} }

// fillIn puts the texts of one language into a command and those below it. Commands of libraries that a catalogue does
// not have keep their own.
func fillIn(c *cobra.Command, texts *lang.Catalogue) {
	key := textKey(c)
	for part, field := range map[string]*string{"short": &c.Short, "long": &c.Long, "example": &c.Example} {
		if texts.Has(key + part) {
			*field = texts.Text(key + part)
		}
	}
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			if texts.Has(key + "flag." + f.Name) {
				f.Usage = texts.Text(key + "flag." + f.Name)
			}
		})
	}
	for _, sub := range c.Commands() {
		fillIn(sub, texts)
	}
}

// strictHelp has the help command end as others do when it is asked for what is not there;
// cobra's own prints the usage and ends well.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			continue
		}
		c.Run = nil
		c.RunE = func(_ *cobra.Command, args []string) error {
			of, _, err := root.Find(args)
			if err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		}
	}
}

// textKey is what the keys of a command's texts begin with, such as "help.models-set.".
func textKey(c *cobra.Command) string {
	return "help." + strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "), " ", "-") + "."
}

// help prints what a command says of itself. It is written in Go, as cobra's own is: a template would cost the binary
// 1.8 MB (see newRoot).
func help(c *cobra.Command, _ []string) {
	fillIn(c.Root(), lang.Now())
	text := c.Long
	if text == "" {
		text = c.Short
	}
	text = strings.TrimRight(text, " \n") + "\n\n"
	if c.Runnable() || c.HasSubCommands() {
		text += usage(c)
	}
	fmt.Fprint(c.OutOrStdout(), text)
}

// usage is cobra's own, in the language in force.
func usage(c *cobra.Command) string {
	fillIn(c.Root(), lang.Now())
	var b strings.Builder
	part := func(head string, lines ...string) {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(strings.Join(append([]string{head}, lines...), "\n"))
	}
	var lines []string
	if c.Runnable() {
		lines = append(lines, "  "+c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		lines = append(lines, "  "+c.CommandPath()+" [command]")
	}
	part(lang.Text("usage.usage"), lines...)
	if c.HasExample() {
		part(lang.Text("usage.examples"), c.Example)
	}
	lines = nil
	var topics []string
	for _, sub := range c.Commands() {
		switch {
		case sub.IsAvailableCommand() || sub.Name() == "help":
			lines = append(lines, fmt.Sprintf("  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short))
		case sub.IsAdditionalHelpTopicCommand():
			topics = append(topics, fmt.Sprintf("  %-*s %s", sub.CommandPathPadding(), sub.CommandPath(), sub.Short))
		}
	}
	if c.HasAvailableSubCommands() {
		part(lang.Text("usage.commands"), lines...)
	}
	if c.HasAvailableLocalFlags() {
		part(lang.Text("usage.flags"), flagUsages(c, c.LocalFlags()))
	}
	if c.HasAvailableInheritedFlags() {
		part(lang.Text("usage.global_flags"), flagUsages(c, c.InheritedFlags()))
	}
	if len(topics) > 0 {
		part(lang.Text("usage.topics"), topics...)
	}
	if c.HasAvailableSubCommands() {
		part(lang.Text("usage.more", c.CommandPath()))
	}
	return b.String() + "\n"
}

func flagUsages(c *cobra.Command, flags *pflag.FlagSet) string {
	if f := flags.Lookup("help"); f != nil {
		f.Usage = lang.Text("usage.help", c.Name())
	}
	if f := flags.Lookup("version"); f != nil {
		f.Usage = lang.Text("usage.version", c.Name())
	}
	usages := strings.ReplaceAll(flags.FlagUsages(), "(default ", lang.Text("usage.default")+" ")
	return strings.TrimRight(usages, " \n")
}
