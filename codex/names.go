package codex

import (
	"slices"
	"strings"

	"github.com/cxhook/cxhook/internal/spelling"
	"github.com/cxhook/cxhook/lang"
)

// Match says how a name stands to a catalogue.
type Match string

// What Lookup finds.
const (
	MatchExact   Match = "exact"
	MatchCase    Match = "case" // right but for upper and lower case: Codex does not find it
	MatchNear    Match = "near" // a slip of the finger away
	MatchUnknown Match = "unknown"
)

// slips says how many changed, missing, added or swapped letters still
// count as a slip: one in names of up to 6 letters, two in longer ones.
func slips(name string) int {
	if len(name) <= 6 {
		return 1
	}
	return 2
}

// numbers are the numbers in a name. They tell a model's generation, which nobody
// mistypes: gpt-5.4 is not a slip for gpt-5.5 but a model of its own, retired or not yet
// out.
func numbers(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
}

// Lookup checks a model's name against a catalogue and gives the entry it
// is, or is meant to be: one with other numbers never is. Codex does not refuse
// an unknown name: it warns ("Model metadata for … not found") and sends the request.
func Lookup(models []Model, name string) (Model, Match) {
	if m, ok := find(models, name); ok {
		return m, MatchExact
	}
	folded := strings.ToLower(strings.TrimSpace(name))
	best, least := Model{}, slips(folded)+1
	for _, m := range models {
		if strings.EqualFold(m.Slug, folded) {
			return m, MatchCase
		}
		if !slices.Equal(numbers(m.Slug), numbers(folded)) {
			continue
		}
		if d := spelling.Distance(strings.ToLower(m.Slug), folded); d < least {
			best, least = m, d
		}
	}
	if best.Slug == "" {
		return Model{}, MatchUnknown
	}
	return best, MatchNear
}

// Doubt says what is wrong with a model's name, nothing if the catalogue has it.
func Doubt(models []Model, name string) lang.Message {
	meant, match := Lookup(models, name)
	switch match {
	case MatchExact:
		return lang.Message{}
	case MatchCase:
		return lang.Say("reason.name_case", name, meant.Slug)
	case MatchNear:
		return lang.Say("reason.name_meant", name, meant.Slug)
	}
	return lang.Say("reason.name_unknown", name)
}
