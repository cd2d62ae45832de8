package codex

import (
	"slices"
	"strings"
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
		if d := distance(strings.ToLower(m.Slug), folded, least); d < least {
			best, least = m, d
		}
	}
	if best.Slug == "" {
		return Model{}, MatchUnknown
	}
	return best, MatchNear
}

// distance is the number of changed, missing, added or swapped letters
// between two names, or limit if it is not smaller.
func distance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	before, last, row := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, slices.Clone(row)
	}
	return min(last[len(b)], limit)
}
