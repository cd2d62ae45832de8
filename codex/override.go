package codex

// withOverride gives the command line with a configuration key set by -c: in
// place of the last -c that sets it at the innermost level, else as the
// first words of that level, as WithModel does.
func (a Args) withOverride(key, value string) Args {
	at := a.Subcommand()
	words := []string{"-c", key + "=" + value}
	added := item{word: wordOption, level: at, name: optConfig, takes: TakesOne, known: true, tokens: words, values: words[1:]}
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
