package matcher

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed rules.toml
var rulesFile []byte

// Rule is one meaning in rules.toml: the texts that have it, and what to tell people about it, in English.
type Rule struct {
	Class       Class    `toml:"class"`
	Acts        bool     `toml:"acts"`         // live, these texts are an incident
	Exact       []string `toml:"exact"`        // whole messages, in plain form
	Prefix      []string `toml:"prefix"`       // how a message begins
	Pattern     []string `toml:"pattern"`      // RE2, case-insensitive
	Info        []string `toml:"info"`         // codex_error_info in snake_case, with ":status" for an HTTP status
	Code        []string `toml:"code"`         // code or type in a server's answer
	Origin      string   `toml:"origin"`       // who refuses, as the end of "From …"
	Cure        []string `toml:"cure"`         // what helps, best first, as sentences
	SwitchHelps string   `toml:"switch_helps"` // whether another model helps: yes, often or no
	Waste       string   `toml:"waste"`        // what people try in vain, as a sentence
	Releases    string   `toml:"releases"`     // Codex releases it was seen in

	patterns []*regexp.Regexp
}

// unknownRule is what is said of a message that no rule matches.
var unknownRule = Rule{
	Class:       Unknown,
	Origin:      "not known to cxhook",
	Cure:        []string{"Read the message itself; `codex doctor` checks the installation."},
	SwitchHelps: "no",
}

// quotedRule is what is said of an error's words where they are not an error.
var quotedRule = Rule{
	Class:       NotAnError,
	Origin:      "these words stand in a conversation, a draft, a file or a command's output: no turn has failed",
	Cure:        []string{"Nothing to cure."},
	SwitchHelps: "no",
}

// Rules gives the rules in order of precedence. Callers must not change them. The file is parsed at the first call, which is
// never on the way to starting codex: it takes a few milliseconds.
func Rules() []Rule { return loadRules() }

var loadRules = sync.OnceValue(func() []Rule {
	var file struct{ Rule []Rule }
	if err := toml.Unmarshal(rulesFile, &file); err != nil {
		panic(fmt.Sprintf("matcher: rules.toml, which is part of the binary, does not parse: %v", err))
	}
	for i := range file.Rule {
		rule := &file.Rule[i]
		for _, p := range rule.Pattern {
			rule.patterns = append(rule.patterns, regexp.MustCompile("(?i)"+p))
		}
	}
	return file.Rule
})

// Explanation says in plain words what the rule's message means and what helps, one sentence after the other.
func (r Rule) Explanation() string {
	parts := []string{"From " + r.Origin + "."}
	parts = append(parts, r.Cure...)
	if r.Waste != "" {
		parts = append(parts, r.Waste)
	}
	return strings.Join(parts, " ")
}

// is says whether the rule lists message as a whole. The detail line of a retry writes the first letter large.
func (r *Rule) is(message string) bool {
	return slices.ContainsFunc(r.Exact, func(text string) bool { return sameButFirst(text, message) })
}

// matches says whether the rule covers message.
func (r *Rule) matches(message string) bool {
	if r.is(message) {
		return true
	}
	for _, prefix := range r.Prefix {
		if len(message) >= len(prefix) && sameButFirst(prefix, message[:len(prefix)]) {
			return true
		}
	}
	return slices.ContainsFunc(r.patterns, func(p *regexp.Regexp) bool { return p.MatchString(message) })
}

// whole says whether the rule covers message and nothing but it: by an exact text, or a pattern anchored at both ends.
func (r *Rule) whole(message string) bool {
	return r.is(message) || slices.ContainsFunc(r.patterns, func(p *regexp.Regexp) bool {
		return strings.HasSuffix(p.String(), "$") && p.MatchString(message)
	})
}

func sameButFirst(a, b string) bool {
	return len(a) == len(b) && a != "" && strings.EqualFold(a[:1], b[:1]) && a[1:] == b[1:]
}

// ruleFor finds the first rule that covers message.
func ruleFor(message string) (Rule, bool) {
	rules := loadRules()
	for i := range rules {
		if rules[i].matches(message) {
			return rules[i], true
		}
	}
	return Rule{}, false
}

// capacityMessage says whether message, in plain form and without the compact prefix, is one of those that end a turn because
// the model is at capacity.
func capacityMessage(message string) bool {
	rules := loadRules()
	for i := range rules {
		if rules[i].Acts && rules[i].whole(message) {
			return true
		}
	}
	return false
}
