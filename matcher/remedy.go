package matcher

import (
	"time"

	"github.com/cxhook/cxhook/internal/lazy"
)

// RemedyKind is what a remedy does; rules.toml explains the kinds.
type RemedyKind string

// The kinds. WaitUntil is made of Wait where the message names a time; no rule has it.
const (
	Switch           RemedyKind = "switch"
	Wait             RemedyKind = "wait"
	WaitUntil        RemedyKind = "wait_until"
	Compact          RemedyKind = "compact"
	NewThread        RemedyKind = "new_thread"
	LogIn            RemedyKind = "log_in"
	SetVariable      RemedyKind = "set_variable"
	BuyCredits       RemedyKind = "buy_credits"
	RunFewer         RemedyKind = "run_fewer"
	ChangePrompt     RemedyKind = "change_prompt"
	Allow            RemedyKind = "allow"
	UseRightSession  RemedyKind = "use_right_session"
	CorrectArguments RemedyKind = "correct_arguments"
	UpdateCodex      RemedyKind = "update_codex"
	CheckNetwork     RemedyKind = "check_network"
	RunCommand       RemedyKind = "run_command"
	Edit             RemedyKind = "edit"
	Nothing          RemedyKind = "nothing"
)

// Remedy is one thing that cures an error.
type Remedy struct {
	Kind    RemedyKind `toml:"kind"`
	Key     string     `toml:"key"`     // for Edit: the key of config.toml, "config" for the one that the message names
	Command string     `toml:"command"` // what to run, or to write to codex; "" where there is none
	Says    string     `toml:"says"`    // the remedy as a sentence
	Until   time.Time  `toml:"-"`       // for WaitUntil
}

// Word names the remedy for programs: its kind, and for Edit "edit_" with the key.
func (r Remedy) Word() string {
	if r.Kind == Edit {
		return "edit_" + r.Key
	}
	return string(r.Kind)
}

// Cure names the rule's remedies for programs, best first.
func (r Rule) Cure() []string {
	words := make([]string, len(r.Remedy))
	for i, remedy := range r.Remedy {
		words[i] = remedy.Word()
	}
	return words
}

// Advice gives the rule's remedies as sentences, best first.
func (r Rule) Advice() []string {
	sentences := make([]string, len(r.Remedy))
	for i, remedy := range r.Remedy {
		sentences[i] = remedy.Says
	}
	return sentences
}

// Until is when the message says that another attempt may succeed, and whether it says so; see [Until].
func (v Verdict) Until(said time.Time, zone *time.Location) (time.Time, bool) {
	return Until(v.Text, said, zone)
}

// Remedies are those of v's rule, with what the message itself names: the time until which to wait, and the command to
// run. said and zone are Until's.
func (v Verdict) Remedies(said time.Time, zone *time.Location) []Remedy {
	until, named := v.Until(said, zone)
	remedies := make([]Remedy, len(v.Rule.Remedy))
	for i, r := range v.Rule.Remedy {
		switch {
		case r.Kind == Wait && named:
			r.Kind, r.Until = WaitUntil, until
		case r.Kind == RunCommand:
			if found := quotedCommand().FindStringSubmatch(v.Text); found != nil {
				r.Command = found[1]
			}
		}
		remedies[i] = r
	}
	return remedies
}

var (
	// "Start it with: `ollama serve`", "run 'lms server start'".
	quotedCommand = lazy.Regexp("(?:with:|run) [`'\"]([^`'\"]+)[`'\"]")

	// "usage limit for gpt-x. Switch", "The 'gpt-x' model is not supported", "The model `gpt-x` does not exist",
	// "Model gpt-x is at capacity", "Model not found gpt-x", "with the 'gpt-x' model".
	modelNamed = lazy.Regexp("(?i)(?:usage limit for|model not found|model) [`'\"]?([a-z][a-z0-9./:_-]*[0-9][a-z0-9./:_-]*[a-z0-9])\\b|the [`'\"]([^`'\" ]+)[`'\"] model\\b")
)

// Model is the model that the message names as the one it is about, "" where it names none.
func (v Verdict) Model() string {
	found := modelNamed().FindStringSubmatch(v.Text)
	if found == nil {
		return ""
	}
	return found[1] + found[2]
}
