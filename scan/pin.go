package scan

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
)

// Verdict says what is wrong with a pinned model.
type Verdict string

// The verdicts. Fine is not reported.
const (
	Fine       Verdict = "fine"
	Crowded    Verdict = "crowded"    // one of those asked for
	Retired    Verdict = "retired"    // Codex proposes another in its place
	Misspelled Verdict = "misspelled" // a slip away from one in the catalogue, or in the wrong case
	Unknown    Verdict = "unknown"    // not in the catalogue
	Unreadable Verdict = "unreadable" // the file is not valid TOML, or may not be read
)

// Pin is one model in one file.
type Pin struct {
	File    string
	Line    int // from 1; 0 when the whole file is meant
	Column  int
	Kind    layers.Kind // Project, Profile or User
	Model   string
	Verdict Verdict
	Instead string // the model to write there, "" if there is none to propose
	Command string // ready to paste, "" without a model to propose
	Detail  string // why a file is unreadable
}

// judge gives the verdict on a model and the one to take instead.
func (o Options) judge(model string, ownProvider bool) (Verdict, string) {
	if slices.Contains(o.Crowded, model) {
		return Crowded, o.other(model)
	}
	if len(o.models) == 0 {
		return Fine, ""
	}
	entry, match := codex.Lookup(o.models, model)
	switch {
	case match == codex.MatchExact && entry.Upgrade != "":
		return Retired, entry.Upgrade
	case match == codex.MatchExact:
		return Fine, ""
	case match == codex.MatchCase, match == codex.MatchNear && !ownProvider:
		return Misspelled, entry.Slug
	case ownProvider:
		return Fine, "" // its models are nobody's but the provider's
	}
	return Unknown, o.other(model)
}

// other is the first of the user's tiers, else of the catalogue, that is not
// the model itself nor crowded.
func (o Options) other(model string) string {
	candidates := o.Tiers
	for _, m := range o.models {
		if m.Visible {
			candidates = append(candidates[:len(candidates):len(candidates)], m.Slug)
		}
	}
	for _, c := range candidates {
		if c != model && !slices.Contains(o.Crowded, c) {
			return c
		}
	}
	return ""
}

// pinIn reads one file; ok is false if it pins no model that is worth a word.
func (o Options) pinIn(file string, kind layers.Kind) (p Pin, ok bool) {
	p = Pin{File: file, Kind: kind}
	doc, err := layers.ReadDocument(file)
	var syntax *layers.SyntaxError
	var system *fs.PathError
	switch {
	case errors.As(err, &syntax):
		p.Verdict, p.Line, p.Column, p.Detail = Unreadable, syntax.Place.Line, syntax.Place.Column, "not valid TOML: "+syntax.Reason
		return p, true
	case errors.As(err, &system):
		p.Verdict, p.Detail = Unreadable, system.Err.Error()
		return p, true
	}
	value, at, _ := doc.Get("model")
	model, isText := value.(string)
	if !isText || model == "" {
		return p, false // what is wrong with it is the doctor's to say
	}
	_, _, own := doc.Get("model_provider")
	p.Model, p.Line, p.Column = model, at.Line, at.Column
	p.Verdict, p.Instead = o.judge(model, own && kind != layers.Project)
	if p.Instead != "" {
		p.Command = codex.Quote([]string{"cxhook", "use", p.Instead, "--file", file})
	}
	return p, p.Verdict != Fine
}

// kindOf says what a file in a .codex directory is: a user's, if it is CODEX_HOME.
func kindOf(file string, home bool) layers.Kind {
	switch {
	case !home:
		return layers.Project
	case filepath.Base(file) == "config.toml":
		return layers.User
	}
	return layers.Profile
}
