package codex

import "strings"

// WithModel gives the words with the model replaced and nothing else
// changed. An existing -m is changed where it stands and in its spelling:
// Codex refuses a second one at the same level, so of two there only the last
// stays, and the innermost one wins.
// Otherwise "-m MODEL" becomes the first words of the innermost level that
// takes it: before every positional, and never after an -i, which would eat
// it.
func (a Args) WithModel(model string) []string {
	set, last := -1, map[string]int{} // the -m that counts, and the last of each level
	for i, it := range a.items {
		if it.word == wordOption && it.name == optModel {
			set, last[it.level] = i, i
		}
	}
	at := a.modelLevel()
	var argv []string
	if set < 0 && at == "" {
		argv = append(argv, "-m", model)
	}
	for i, it := range a.items {
		switch {
		case i == set:
			argv = append(argv, respell(it, model)...)
			continue
		case it.word == wordOption && it.name == optModel && i != last[it.level]:
			continue
		}
		argv = append(argv, it.tokens...)
		if set < 0 && it.word == wordCommand && it.name == at && at != "" {
			argv = append(argv, "-m", model)
		}
	}
	return argv
}

// modelLevel is the innermost level that takes -m. codex review takes none,
// and codex agents none since it exists.
func (a Args) modelLevel() string {
	switch level := a.Subcommand(); level {
	case "review", "agents", opaque:
		return ""
	default:
		return level
	}
}

// respell puts another value into an option, keeping how it was written.
func respell(it item, value string) []string {
	if len(it.tokens) == 2 {
		return []string{it.tokens[0], value}
	}
	return []string{strings.TrimSuffix(it.tokens[0], it.values[0]) + value}
}
