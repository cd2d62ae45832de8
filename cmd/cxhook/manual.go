//go:build manual

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/cxhook/cxhook/lang"
)

// The command manual exists only in a build with the tag "manual", as scripts/install and scripts/release make it:
// the generator would be dead weight in the program that users get.
func init() { special = append(special, newManual) }

func newManual() *cobra.Command {
	return &cobra.Command{
		Use:     "manual DIR",
		Short:   "Write the man pages and the completions, laid out as below PREFIX/share",
		Example: "  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) cxhook manual share",
		Hidden:  true,
		Args:    oneArg(lang.Verbatim("directory")),
		RunE: func(c *cobra.Command, args []string) error {
			c.Root().InitDefaultHelpCmd()
			fillIn(c.Root(), lang.Of(lang.English))
			if err := writePages(c.Root(), filepath.Join(args[0], "man/man1")); err != nil {
				return err
			}
			return writeCompletions(c.Root(), args[0])
		},
	}
}

// writePages writes one page for each command and topic. Their date is that of
// SOURCE_DATE_EPOCH, so that equal sources give equal pages.
func writePages(root *cobra.Command, dir string) error {
	if os.Getenv("SOURCE_DATE_EPOCH") == "" {
		return errors.New("SOURCE_DATE_EPOCH is not set: the pages would carry today's date")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	var write func(c *cobra.Command) error
	write = func(c *cobra.Command) error {
		for _, sub := range c.Commands() {
			if sub.Hidden || sub.Name() == "help" {
				continue
			}
			if err := write(sub); err != nil {
				return err
			}
		}
		f, err := os.Create(filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			return err
		}
		defer f.Close()
		c.DisableAutoGenTag = true
		c.DisableFlagsInUseLine = !c.Runnable()
		if c == root {
			c.Use += " COMMAND"
		}
		c.Long = markdown(c.Long)
		return doc.GenMan(c, &doc.GenManHeader{Source: "cxhook " + version(), Manual: "cxhook"}, f)
	}
	return write(root)
}

// markdown makes a help text, whose indented lines stand as they are, what the
// generator reads.
func markdown(text string) string {
	escaped := strings.NewReplacer(`\`, `\\`, "<", `\<`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "  ") {
			lines[i] = "  " + line
		} else {
			lines[i] = escaped.Replace(line)
		}
	}
	return strings.Join(lines, "\n")
}

// writeCompletions writes the files where each shell looks for them.
func writeCompletions(root *cobra.Command, dir string) error {
	for path, write := range map[string]func(string) error{
		"bash-completion/completions/cxhook":    func(f string) error { return root.GenBashCompletionFileV2(f, true) },
		"zsh/site-functions/_cxhook":            root.GenZshCompletionFile,
		"fish/vendor_completions.d/cxhook.fish": func(f string) error { return root.GenFishCompletionFile(f, true) },
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := write(path); err != nil {
			return err
		}
	}
	return nil
}
