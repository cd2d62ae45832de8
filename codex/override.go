package codex

// withOverride gives the command line with a configuration key set by -c in place of
// every -c that sets it: as the first words of the innermost level that has a -c.
// Codex up to 0.163.0 passes over all -c before a subcommand that has one of its own,
// so ours must not be the first there.
func (a Args) withOverride(key, value string) Args {
	at := a.overrideLevel()
	words := []string{"-c", key + "=" + value}
	added := item{word: wordOption, level: at, name: optConfig, repeats: true, tokens: words, values: words[1:]}
	var items []item
	placed := false
	put := func() {
		if !placed {
			items, placed = append(items, added), true
		}
	}
	if at == "" {
		put()
	}
	for _, it := range a.items {
		if it.word == wordOption && it.name == optConfig && len(it.values) == 1 && overrideKey(it.values[0]) == key {
			continue
		}
		items = append(items, it)
		if it.word == wordCommand && it.name == at {
			put()
		}
	}
	return Args{items: items, learned: a.learned, unknown: a.unknown, usage: a.usage}
}

// overrideLevel is the level of the last -c; the innermost one without any.
func (a Args) overrideLevel() string {
	at := a.Subcommand()
	for _, it := range a.items {
		if it.word == wordOption && it.name == optConfig {
			at = it.level
		}
	}
	return at
}
