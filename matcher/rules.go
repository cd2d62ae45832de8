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

// Origin is whose fault an error is; "" where nobody can tell.
type Origin string

// The origins. Server is OpenAI's or a provider's service, Account the plan, login or key, Local this machine, what was
// asked and how.
const (
	Server  Origin = "server"
	Account Origin = "account"
	Local   Origin = "local"
)

// Help is whether another model helps: Yes of a limit of one model, say, and No of an account's.
type Help string

// The answers.
const (
	Yes   Help = "yes"
	No    Help = "no"
	Maybe Help = "maybe"
)

// Rule is one meaning in rules.toml, which explains the fields: the texts that have it, and what to tell people about
// it, in English.
type Rule struct {
	ID          string   `toml:"id"` // its name in the catalogues of lang
	Class       Class    `toml:"class"`
	Acts        bool     `toml:"acts"`
	Exact       []string `toml:"exact"`
	Prefix      []string `toml:"prefix"`
	Pattern     []string `toml:"pattern"`
	Whole       []string `toml:"whole"`
	Info        []string `toml:"info"` // with ":status" for an HTTP status
	Code        []string `toml:"code"`
	Outer       bool     `toml:"outer"`
	Instead     string   `toml:"instead"`
	Origin      Origin   `toml:"origin"`
	Says        string   `toml:"says"`
	Remedy      []Remedy `toml:"remedy"` // best first
	SwitchHelps Help     `toml:"switch_helps"`
	Waste       string   `toml:"waste"`
	Releases    string   `toml:"releases"`

	patterns, wholes []*regexp.Regexp
}

// States of a message in which another rule is said of it than the one that covers its words.
const (
	whileRetrying = "retrying"
	whereQuoted   = "quoted"
	whereUnknown  = "unknown"
)

// insteadRule is what is said of a message in that state.
func insteadRule(state string) Rule {
	rules := Rules()
	return rules[slices.IndexFunc(rules, func(r Rule) bool { return r.Instead == state })]
}

// Rules gives the rules in order of precedence. Callers must not change them. The file is parsed at the first call,
// which is never on the way to starting codex: it takes a few milliseconds.
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
		for _, p := range rule.Whole {
			rule.wholes = append(rule.wholes, regexp.MustCompile("(?i)^(?:"+strings.ReplaceAll(parts.Replace(p), " ", "")+")$"))
		}
	}
	return file.Rule
})

// parts are the pieces that patterns of whole messages share; rules.toml explains them.
var parts = strings.NewReplacer(
	"{when}", `(?:later|in (?:[0-9.]+ ?(?:days?|hours?|minutes?|seconds?|ms|[dhms]) ?)+|in less than a minute|at (?:[A-Z][a-z]{2} [0-9]{1,2}(?:st|nd|rd|th), [0-9]{4} )?[0-9]{1,2}:[0-9]{2} [AP]M)`,
	"{url}", `https?://[^ ,]+`,
	"{tail}", `(?:(?:, (?:url|cf-ray|request id|auth error|auth error code): [^,]+)+)`,
)

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
	return slices.ContainsFunc(r.patterns, func(p *regexp.Regexp) bool { return p.MatchString(message) }) || r.whole(message)
}

// whole says whether message is one of the rule's as a whole, from its first word to its last.
func (r *Rule) whole(message string) bool {
	if r.is(message) {
		return true
	}
	if len(r.wholes) == 0 {
		return false
	}
	message = strings.ReplaceAll(message, " ", "")
	return slices.ContainsFunc(r.wholes, func(p *regexp.Regexp) bool { return p.MatchString(message) })
}

func sameButFirst(a, b string) bool {
	return len(a) == len(b) && a != "" && strings.EqualFold(a[:1], b[:1]) && a[1:] == b[1:]
}

// ruleFor finds the first rule that covers message.
func ruleFor(message string) (Rule, bool) {
	rules := Rules()
	for i := range rules {
		if rules[i].matches(message) {
			return rules[i], true
		}
	}
	return Rule{}, false
}
