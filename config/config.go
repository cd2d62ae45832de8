// Package config owns cxhook's own settings file, $XDG_CONFIG_HOME/cxhook/config.toml:
// its keys, its defaults and what is said about a mistake in it.
//
// It never touches a file of Codex, never writes, and never fails: a file with a
// mistake yields the defaults and a Problem for each mistake, because a broken
// setting must not keep anybody from running codex.
package config

import (
	"os"
	"path/filepath"

	"github.com/cxhook/cxhook/internal/folders"
	"github.com/cxhook/cxhook/lang"
)

// Policy says what cxhook does about an incident when nobody is asked first.
type Policy string

// The three policies. Ask never switches, retries or writes without a key.
const (
	Ask    Policy = "ask"
	Switch Policy = "switch"
	Wait   Policy = "wait"
)

// Way says how a switch is carried out.
type Way string

// InPlace asks the running codex to go on, where its daemon allows that, and ends and
// starts it otherwise; Relaunch always does the latter.
const (
	InPlace  Way = "in_place"
	Relaunch Way = "relaunch"
)

// Trouble is a kind of error, by what helps.
type Trouble string

// The kinds, each of one or more classes of package matcher.
const (
	Capacity  Trouble = "capacity"
	Limit     Trouble = "limit"
	Transient Trouble = "transient"
	Context   Trouble = "context"
	Model     Trouble = "model"
)

// Troubles are all kinds.
func Troubles() []Trouble { return []Trouble{Capacity, Limit, Transient, Context, Model} }

// Valid reports whether p is one of the three policies.
func (p Policy) Valid() bool { return p == Ask || p == Switch || p == Wait }

// Entry is one tier: a model, and where it differs from the running session its
// provider, profile and reasoning effort. Empty fields leave the session's own.
type Entry struct {
	Model    string
	Provider string
	Profile  string
	Effort   string
}

// Config is every setting in force, each with its key in the file as a tag. The zero
// value is not useful; start from Default.
type Config struct {
	// Models are the tiers in the order they are offered: main, backup, emergency, …
	// Empty means that Codex's own catalogue decides.
	Models []Entry `toml:"models"`
	// OnCapacity is the policy for a model at capacity.
	OnCapacity Policy `toml:"on_capacity"`
	// OnLimit is the policy for a usage or rate limit, OnTransient the one for what passes by
	// itself: a server's or the network's error. Neither switches.
	OnLimit     Policy `toml:"on_limit"`
	OnTransient Policy `toml:"on_transient"`
	// Offer are the kinds of errors that something is offered for, or done by a policy.
	Offer []Trouble `toml:"offer"`
	// Switch is how a switch is carried out.
	Switch Way `toml:"switch"`
	// MaxActions bounds what the policies switch and wait may do in one run, all together.
	MaxActions int `toml:"max_actions"`
	// Notices lets the shell's prompt tell of crowded hours.
	Notices bool `toml:"notices"`
	// Language is what cxhook speaks to people: one of lang.Languages, or empty for that of the locale.
	Language string `toml:"language"`
}

// Default returns the settings of a user without a file.
func Default() Config {
	return Config{
		OnCapacity:  Ask,
		OnLimit:     Ask,
		OnTransient: Ask,
		Offer:       Troubles(),
		Switch:      InPlace,
		MaxActions:  6, // six tries at most is what people who wait by hand settle on
		Notices:     true,
	}
}

// Path is where the settings file lives, whether it exists or not.
func Path() string { return folders.Config("config.toml") }

// Misplaced is the problem of a settings file where macOS's own programs keep theirs,
// which nobody reads; nil if there is none.
func Misplaced() []Problem {
	path := filepath.Join(folders.Elsewhere(), filepath.Base(Path()))
	if _, err := os.Lstat(path); err != nil || path == Path() {
		return nil
	}
	return []Problem{{File: path, Text: lang.Say("settings.elsewhere", Path())}}
}
