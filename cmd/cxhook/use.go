package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// goBack in place of a model brings back what stood there before.
const goBack = "-"

// used is what cxhook use tells, with its field names in JSON.
type used struct {
	Action  string `json:"action"` // set or restore
	File    string `json:"file"`
	Model   string `json:"model"`   // "" for restore
	Effort  string `json:"effort"`  // "" if it stays
	Changed bool   `json:"changed"` // the file does not say so already
	Written bool   `json:"written"` // false for a dry run
	Diff    string `json:"diff"`
	Notes   []note `json:"notes"`
}

// note is something to know about a change. ID is a stable name.
type note struct {
	ID   string       `json:"id"`
	Text lang.Message `json:"text"`
}

type useOptions struct {
	effort, file            string
	project, dryRun, asJSON bool
}

func newUse() *cobra.Command {
	var o useOptions
	c := &cobra.Command{
		Use:  "use MODEL|-",
		Args: oneArg(lang.Say("error.name_model")),
		RunE: func(c *cobra.Command, args []string) error { return use(c, args[0], o) },
	}
	c.Flags().StringVar(&o.effort, "effort", "", "")
	c.Flags().BoolVar(&o.project, "project", false, "")
	c.Flags().StringVar(&o.file, "file", "", "")
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "")
	c.Flags().BoolVar(&o.asJSON, "json", false, "")
	c.MarkFlagsMutuallyExclusive("project", "file")
	return c
}

func use(c *cobra.Command, model string, o useOptions) error {
	for _, word := range []string{model, o.effort} {
		if word != "" && word != goBack && !config.ValidModel(word) {
			return lang.Errorf("error.blank", word)
		}
	}
	if model == "" || model == goBack && o.effort != "" {
		return lang.Errorf("error.go_back")
	}
	home, dir, err := places()
	if err != nil {
		return err
	}
	stack, err := layers.Read(layers.Options{Home: home, Dir: dir})
	if err != nil {
		return err
	}
	u := used{Action: "set", Model: model, Effort: o.effort, File: o.file, Notes: []note{}}
	switch {
	case o.project:
		u.File = stack.ProjectFile()
	case o.file == "":
		u.File = stack.UserFile()
	}
	if model == goBack {
		u.Action, u.Model = "restore", ""
	}
	var models []codex.Model // nil without a codex that lists them: nothing is checked then
	if u.Action == "set" {
		models, _ = readCatalogue("")
		u.Model = listed(models, model, stack)
	}
	edit, err := layers.NewEdit(u.File, func(text []byte) ([]byte, error) { return u.change(text, time.Now()) })
	if err != nil {
		return refusal(err)
	}
	if o.project && !stack.Holds(edit.Target) {
		return &exitError{exitRefused, fmt.Errorf("%s leads to %s, out of the project; if you mean that file, name it: --file", u.File, edit.Target)}
	}
	u.Changed, u.Diff = edit.Changed(), edit.Diff()
	if edit.Removes() {
		u.note("file_removed", lang.Say("use.notes.removed"))
	}
	if u.Changed && !o.dryRun {
		if err := edit.Write(); err != nil {
			return refusal(err)
		}
		u.Written = true
	}
	u.know(stack)
	if u.Action == "set" {
		u.check(models, model)
	}
	if u.Changed {
		u.note("restart", lang.Say("use.notes.restart"))
	}
	if o.asJSON {
		return json.NewEncoder(outFor(c, true)).Encode(u)
	}
	return u.print(c.OutOrStdout())
}

// refusal maps an error to a status: 2 for what cannot be read, 1 otherwise.
func refusal(err error) error {
	var syntax *layers.SyntaxError
	if errors.As(err, &syntax) {
		return &exitError{exitUsage, lang.Errorf("error.mend_first", err)}
	}
	return &exitError{exitRefused, err}
}

// change makes the new text.
func (u *used) change(text []byte, now time.Time) ([]byte, error) {
	if u.Action == "restore" {
		return layers.Restore(text)
	}
	text, err := layers.Set(text, "model", u.Model, now)
	if err == nil && u.Effort != "" {
		text, err = layers.Set(text, "model_reasoning_effort", u.Effort, now)
	}
	return text, err
}

func (u *used) note(id string, text lang.Message) { u.Notes = append(u.Notes, note{id, text}) }

// know gathers what else decides about the model.
func (u *used) know(stack layers.Stack) {
	standing := stack.Standing(u.File, "model")
	switch {
	case !standing.Read && strings.HasSuffix(u.File, ".config.toml"):
		u.note("profile", lang.Say("use.notes.profile"))
	case !standing.Read:
		u.note("not_read_here", lang.Say("use.notes.not_read", stack.Dir))
	case standing.Ignored == layers.Untrusted:
		u.note("untrusted", lang.Say("use.notes.untrusted"))
	case standing.Winner != nil:
		u.note("higher_layer", lang.Say("use.notes.higher", standing.Winner.Place, standing.Winner.Text()))
	}
}

// listed is the model as the catalogue writes it, where that differs in upper and lower
// case alone: Codex would not find it as it was typed. A provider of the user's own may
// have it so.
func listed(models []codex.Model, model string, stack layers.Stack) string {
	provider, set := stack.Effective("model_provider")
	if entry, match := codex.Lookup(models, model); match == codex.MatchCase && (!set || provider.Value == "openai") {
		return entry.Slug
	}
	return model
}

// check compares the names that were asked for with Codex's catalogue, if there is one.
func (u *used) check(models []codex.Model, asked string) {
	if len(models) == 0 {
		return
	}
	entry, match := codex.Lookup(models, asked)
	if doubt := codex.Doubt(models, asked); !doubt.IsZero() {
		u.note("model_"+map[codex.Match]string{codex.MatchCase: "case", codex.MatchNear: "near_miss", codex.MatchUnknown: "unknown"}[match], doubt)
	}
	if entry.Slug == u.Model && u.Effort != "" && len(entry.Efforts) > 0 && !slices.Contains(entry.Efforts, u.Effort) {
		u.note("effort_unsupported", lang.Say("use.notes.efforts", u.Model, strings.Join(entry.Efforts, ", ")))
	}
}

func (u *used) print(w io.Writer) error {
	var b strings.Builder
	for line := range strings.Lines(u.Diff) {
		b.WriteString(terminal.Sanitize(strings.TrimSuffix(line, "\n")) + "\n")
	}
	switch {
	case u.Written:
		b.WriteString(lang.Text("use.written", terminal.Sanitize(u.File)) + "\n")
	case u.Changed:
		b.WriteString(lang.Text("use.dry_run") + "\n")
	default:
		b.WriteString(lang.Text("use.unchanged", terminal.Sanitize(u.File)) + "\n")
	}
	for _, n := range u.Notes {
		b.WriteString(lang.Text("use.note", terminal.Sanitize(n.Text.Text())) + "\n")
	}
	return write(w, b.String())
}
