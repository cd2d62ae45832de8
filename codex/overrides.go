package codex

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
