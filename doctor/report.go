package doctor

import (
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/lang"
)

// Report is everything the doctor found, with its field names in JSON.
type Report struct {
	Model    Value     `json:"model"`
	Provider Value     `json:"provider"`
	Effort   Value     `json:"effort"`
	BaseURL  Value     `json:"base_url"` // that requests go to
	Instead  string    `json:"instead"`  // what a refusal of the model would offer first, "" for nothing
	Files    []File    `json:"files"`
	Project  Project   `json:"project"`
	Hook     Hook      `json:"hook"`
	Findings []Finding `json:"findings"` // those of most weight first
}

// Value is one setting in force, with every place that has a say in it, highest
// first. Name is empty when nothing sets it and Codex's own choice is unknown.
type Value struct {
	Name   string `json:"name"`
	Origin string `json:"origin"` // a layer's kind, "" if unknown
	Place
	Ladder []Rung `json:"ladder"`
}

// Rung is one layer's value.
type Rung struct {
	Value  string `json:"value"`
	Origin string `json:"origin"`
	State  string `json:"state"`  // in_force, overridden, ignored
	Reason string `json:"reason"` // why it is ignored, "" otherwise
	Place
}

// Place is where something stands; Line and Column count from 1 and are 0 for
// what is not in a file.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (p Place) String() string { return layers.Place(p).String() }

// File is a file that Codex looks for, highest layer first.
type File struct {
	Origin string `json:"origin"`
	File   string `json:"file"`
	Exists bool   `json:"exists"`
	Reason string `json:"reason"` // why it is ignored, "" if it counts
}

// Project is what Codex takes for the project here.
type Project struct {
	Dir   string `json:"dir"`
	Root  string `json:"root"`
	Trust string `json:"trust"` // trusted, untrusted or "" when nothing says
}

// Hook is how cxhook itself stands in this shell.
type Hook struct {
	State        string   `json:"state"` // on, off, unknown: the shell did not say
	Shell        string   `json:"shell"` // zsh, bash, fish, … or "" if unknown
	Version      string   `json:"version"`
	Self         string   `json:"self"`
	Codex        string   `json:"codex"` // path, "" if there is none
	CodexVersion string   `json:"codex_version"`
	Others       []string `json:"other_codex"` // further ones on PATH, which this one hides
	Multiplexer  string   `json:"multiplexer"` // tmux, screen or ""
	Nested       bool     `json:"nested"`      // this terminal is one that cxhook made
	Settings     string   `json:"settings"`    // cxhook's own file
}

// Severity says how much a finding weighs.
type Severity string

// The weights of findings: with a problem Codex does not start, or the request
// goes wrong; a warning is about something that does not do what it seems to; a
// note has no weight for the exit status.
const (
	Problem Severity = "problem"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is one thing to know. ID is a stable name in snake_case.
type Finding struct {
	ID       string       `json:"id"`
	Severity Severity     `json:"severity"`
	Text     lang.Message `json:"text"`
	Cure     lang.Message `json:"cure"` // what to do, "" if there is nothing
	Place
	unreadable bool
}

// Status is the exit status: 2 if something that matters cannot be read, 1 with
// findings of weight, else 0.
func (r Report) Status() int {
	status := 0
	for _, f := range r.Findings {
		switch {
		case f.unreadable:
			return 2
		case f.Severity != Note:
			status = 1
		}
	}
	return status
}
