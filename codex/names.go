package codex

import (
	"strings"

	"github.com/cxhook/cxhook/internal/spelling"
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

// Lookup checks a model's name against a catalogue and gives the entry it
// is, or is meant to be. Codex does not refuse an unknown name: it warns
// ("Model metadata for … not found") and sends the request.
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
		if d := spelling.Distance(strings.ToLower(m.Slug), folded); d < least {
			best, least = m, d
		}
	}
	if best.Slug == "" {
		return Model{}, MatchUnknown
	}
	return best, MatchNear
}
