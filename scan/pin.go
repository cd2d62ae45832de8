package scan

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/lang"
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
	Instead string       // the model to write there, "" if there is none to propose
	Command string       // ready to paste, "" without a model to propose, and for a table [profiles.NAME]
	Detail  lang.Message // why a file is unreadable
}

// judge gives the verdict on a model and the one to take instead.
func (o Options) judge(model string, ownProvider bool) (Verdict, string) {
	if slices.Contains(o.Crowded, model) {
		return Crowded, o.Instead(model)
	}
	if len(o.models) == 0 {
		return Fine, ""
	}
	entry, match := codex.Lookup(o.models, model)
	switch {
	case match == codex.MatchExact && entry.Upgrade != "":
		return Retired, o.upgrade(entry)
	case match == codex.MatchExact:
		return Fine, ""
	case match == codex.MatchCase, match == codex.MatchNear && !ownProvider:
		return Misspelled, entry.Slug
	case ownProvider:
		return Fine, "" // its models are nobody's but the provider's
	}
	return Unknown, o.Instead(model)
}

// upgrade is what Codex proposes in place of a model, unless that is crowded or retired itself.
func (o Options) upgrade(from codex.Model) string {
	to, match := codex.Lookup(o.models, from.Upgrade)
	if slices.Contains(o.Crowded, from.Upgrade) || match == codex.MatchExact && to.Upgrade != "" {
		return o.Instead(from.Slug)
	}
	return from.Upgrade
}

// pinsIn reads one file: the model at its top, and those of the profiles that releases before 0.134 keep in it.
func (o Options) pinsIn(file string, kind layers.Kind) (pins []Pin) {
	doc, err := layers.ReadDocument(file)
	var syntax *layers.SyntaxError
	var system *fs.PathError
	switch {
	case errors.As(err, &syntax):
		return []Pin{{File: file, Kind: kind, Verdict: Unreadable, Line: syntax.Place.Line, Column: syntax.Place.Column, Detail: lang.Say("finding.not_toml", syntax.Reason)}}
	case errors.As(err, &system):
		return []Pin{{File: file, Kind: kind, Verdict: Unreadable, Detail: lang.Told(system.Err)}}
	}
	if p, ok := o.pin(doc, kind); ok {
		if p.File = file; p.Instead != "" {
			p.Command = codex.Quote([]string{"cxhook", "use", p.Instead, "--file", file})
		}
		pins = append(pins, p)
	}
	tables, _, _ := doc.Get("profiles")
	names, _ := tables.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if p, ok := o.pin(doc, layers.Profile, "profiles", name); ok { // cxhook use writes at the top only: no command
			p.File = file
			pins = append(pins, p)
		}
	}
	return pins
}

// pin judges the model of a table; ok is false if it is not worth a word.
func (o Options) pin(doc *layers.Document, kind layers.Kind, table ...string) (p Pin, ok bool) {
	value, at, _ := doc.Get(append(slices.Clip(table), "model")...)
	model, isText := value.(string)
	if !isText || model == "" {
		return p, false // what is wrong with it is the doctor's to say
	}
	_, _, own := doc.Get(append(slices.Clip(table), "model_provider")...)
	p = Pin{Kind: kind, Model: model, Line: at.Line, Column: at.Column}
	p.Verdict, p.Instead = o.judge(model, own && kind != layers.Project)
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
