package codex

import (
	"path/filepath"
	"slices"
	"strings"
)

// Args is a command line of Codex, read. The zero value is a bare "codex".
// It is immutable and may be used from any goroutine.
type Args struct {
	items   []item
	learned []Option
	unknown *UnknownOptionError
	usage   *UsageError
}

// Argv gives the words back exactly as they were parsed.
func (a Args) Argv() []string {
	var argv []string
	for _, it := range a.items {
		argv = append(argv, it.tokens...)
	}
	return argv
}

// Subcommand is "" for codex itself, "exec", "exec resume", "exec fork",
// "exec review", "resume", "fork", "review", "agents", or "other" for every
// subcommand that runs no turn.
func (a Args) Subcommand() string {
	level := ""
	for _, it := range a.items {
		if it.word == wordCommand {
			level = it.name
		}
	}
	return level
}

// Conversation reports whether the command opens sessions or runs turns, so
// that a terminal session of ours is worth having. It is false for a command
// line that Codex refuses or answers with help or its version.
func (a Args) Conversation() bool {
	return a.usage == nil && a.Subcommand() != opaque && !a.Has("help") && !a.Has("version")
}

// Exec reports whether the run prints a transcript and ends by itself
// (codex exec and its subcommands, codex review) and has no TUI.
func (a Args) Exec() bool {
	top, _, _ := strings.Cut(a.Subcommand(), " ")
	return top == "exec" || top == "review"
}

// tui reports whether the run is an interactive conversation.
func (a Args) tui() bool { return a.Conversation() && !a.Exec() }

// JSON reports whether codex exec prints its events as JSON Lines.
func (a Args) JSON() bool { return a.Has(optJSON) }

// NoDaemon reports whether the TUI runs without the shared background
// server, so that the thread is gone from memory when the TUI ends.
func (a Args) NoDaemon() bool { return a.Has(optNoDaemon) }

// Unknown is the first option that is not known here, "" if there is none.
func (a Args) Unknown() string {
	if a.unknown == nil {
		return ""
	}
	return a.unknown.Token
}

// Has reports whether an option (long name, no dashes) is given at any level.
func (a Args) Has(name string) bool {
	return slices.ContainsFunc(a.items, func(it item) bool { return it.word == wordOption && it.name == name })
}

// Value is what an option that takes one value is set to: the innermost
// level wins. ok is false if it is not given.
func (a Args) Value(name string) (value string, ok bool) {
	for _, v := range a.values(name) {
		value, ok = v, true
	}
	return value, ok
}

// ValueBehind is Value, of the options behind a subcommand only. 0.106.0
// passes over -p before exec.
func (a Args) ValueBehind(name string) (value string, ok bool) {
	for _, it := range a.items {
		if it.word == wordOption && it.name == name && it.level != "" && len(it.values) == 1 {
			value, ok = it.values[0], true
		}
	}
	return value, ok
}

func (a Args) values(name string) []string {
	var values []string
	for _, it := range a.items {
		if it.word == wordOption && it.name == name {
			values = append(values, it.values...)
		}
	}
	return values
}

// Model is the model named by -m, the only setting that beats every other;
// "" if there is no -m.
func (a Args) Model() string {
	m, _ := a.Value(optModel)
	return m
}

// Cwd is the directory that codex works in when it is started in dir: that one, or what
// -C makes of it.
func (a Args) Cwd(dir string) string {
	switch given, _ := a.Value(optCwd); {
	case given == "":
		return dir
	case filepath.IsAbs(given):
		return filepath.Clean(given)
	default:
		return filepath.Join(dir, given)
	}
}

// Session is the session id or name given to resume or fork, "" if none is.
func (a Args) Session() string {
	id, _ := a.positionals()
	return id
}

// Prompt is the prompt on the command line. For codex exec, "-" (and none at
// all) means that it is read from standard input.
func (a Args) Prompt() (string, bool) {
	_, prompt := a.positionals()
	if prompt == nil {
		return "", false
	}
	return *prompt, true
}

// positionals tells a session from a prompt: with --last, resume reads its
// only word as the prompt.
func (a Args) positionals() (session string, prompt *string) {
	level := a.Subcommand()
	var words []string
	for _, it := range a.items {
		if it.word == wordPositional && it.level == level {
			words = append(words, it.values[0])
		}
	}
	takesSession := levels[level].positionals == 2
	switch {
	case len(words) == 0:
		return "", nil
	case !takesSession, len(words) == 1 && a.Has(optLast):
		return "", &words[0]
	case len(words) == 1:
		return words[0], nil
	}
	return words[0], &words[1]
}
