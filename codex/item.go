package codex

import "strings"

// word is the part an item plays on the command line.
type word uint8

const (
	wordOption word = iota
	wordPositional
	wordEscape  // the "--" after which nothing is an option
	wordCommand // the name of a subcommand
	wordRest    // everything after a subcommand that runs no turn
)

// item is one word of the command line, or an option with its values. The
// tokens of all items, joined, are the command line again.
type item struct {
	word    word
	level   string
	name    string   // the option's long name, aliases resolved; the subcommand's
	repeats bool     // of an option: Option.Repeats
	tokens  []string // as written
	values  []string // of an option; the text of a positional
}

// lookup finds an option of a level.
func lookup(at string, learned []Option, match func(Option) bool) (Option, bool) {
	for _, set := range levels[at].options {
		for _, o := range set {
			if match(o) {
				return o, true
			}
		}
	}
	for _, o := range learned {
		if o.Level == at && match(o) {
			return o, true
		}
	}
	return Option{}, false
}

func resolve(name string) string {
	if to, ok := aliases[name]; ok {
		return to
	}
	return name
}

// isValue reports whether clap takes a word as the value of the option
// before it: anything but an option or "--"; "-" alone is a value.
func isValue(token string) bool { return token == "-" || !strings.HasPrefix(token, "-") }

// split cuts the value of a greedy option at commas, as -i does.
func split(opt Option, value string) []string {
	if opt.Takes == TakesMany {
		return strings.Split(value, ",")
	}
	return []string{value}
}
