package codex

import "strings"

// override is one -c key=value; the value is TOML.
type override struct{ key, value string }

func (o override) argv() []string { return []string{"-c", o.key + "=" + o.value} }

// overrideKey is the key of a -c value.
func overrideKey(value string) string {
	key, _, _ := strings.Cut(value, "=")
	return strings.TrimSpace(key)
}

// Overrides are the values of every -c as written, "key=value", in the order
// in which they count: the last one that sets a key wins, and a subcommand's
// come after those before it.
func (a Args) Overrides() []string { return a.values(optConfig) }

// InnerOverrides are the values of -c at the innermost level that has any.
// Releases up to 0.163.0 pass over all others: with -c behind exec, those
// before it count for nothing (0.165.0 and later heed all).
func (a Args) InnerOverrides() []string {
	var values []string
	level := ""
	for _, it := range a.items {
		if it.word != wordOption || it.name != optConfig {
			continue
		}
		if it.level != level {
			level, values = it.level, nil
		}
		values = append(values, it.values...)
	}
	return values
}

// override is the value that -c gives to a configuration key, as written:
// the last one counts, and a subcommand's beats one before it.
func (a Args) override(key string) (value string, ok bool) {
	for _, v := range a.values(optConfig) {
		if k, rest, found := strings.Cut(v, "="); found && strings.TrimSpace(k) == key {
			value, ok = strings.TrimSpace(rest), true
		}
	}
	return value, ok
}

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
