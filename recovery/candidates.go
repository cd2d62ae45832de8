package recovery

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/lang"
)

// Situation is what the order of the candidates depends on. Empty fields are unknown.
type Situation struct {
	Tiers     []config.Entry
	Catalogue []codex.Model
	Model     string          // in use, or just refused
	Session   rollout.Session // the conversation: its effort and the context in use
	Refused   map[string]bool // in this run: not offered
	Crowded   map[string]bool // refused elsewhere within minutes: not offered, as a tier last
	Barred    map[string]bool // not for this account: not offered
	// Advise ranks models by the history; own is true if their order is the user's. See
	// forecast.Question. nil: nothing is known.
	Advise func(models []string, own bool) forecast.Advice
}

// Candidate is a model that can be offered.
type Candidate struct {
	config.Entry
	Note   string       // what a switch to it would change, in a few words; may be empty
	Reason lang.Message // why it stands where it stands
	// Turns of it in eight weeks at this hour, and those of them that it refused; 0 without enough history.
	Turns, TurnsRefused int
}

// Candidates gives what to offer, best first: the configured tiers in their order, but for those that are usually
// refused at this hour, or without tiers the visible models of Codex's catalogue, first those that the history advises,
// then those of the same family. A model comes once.
func Candidates(s Situation) []Candidate {
	own := len(s.Tiers) > 0
	all := s.fromTiers()
	if !own {
		all = s.fromCatalogue()
	}
	all = s.advised(all, own)
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c Candidate) bool {
		gone := seen[c.Model] || s.Refused[c.Model] || s.Barred[c.Model] && c.Provider == ""
		seen[c.Model] = true
		return gone
	})
}

func (s Situation) fromTiers() []Candidate {
	names := []string{"main", "backup", "emergency"}
	var free, crowded []Candidate
	for i, e := range s.Tiers {
		c := Candidate{Entry: e, Note: s.note(e), Reason: lang.Say("candidate.tier", i+1)}
		if i < len(names) {
			c.Reason = lang.Say("candidate.tiers." + names[i])
		}
		if s.Crowded[e.Model] {
			c.Note, c.Reason = join(c.Note, "refused a moment ago"), lang.Join("separator.comma", c.Reason, lang.Say("candidate.moment_ago"))
			crowded = append(crowded, c)
			continue
		}
		free = append(free, c)
	}
	return append(free, crowded...)
}

func (s Situation) fromCatalogue() []Candidate {
	var all []Candidate
	for _, m := range s.Catalogue {
		if !m.Visible || m.Slug == s.Model || s.Crowded[m.Slug] {
			continue
		}
		e := config.Entry{Model: m.Slug}
		c := Candidate{Entry: e, Note: s.note(e), Reason: lang.Say("candidate.in_catalogue")}
		if family(m.Slug) == family(s.Model) {
			c.Reason = lang.Join("separator.comma", lang.Say("candidate.same_family"), lang.Say("candidate.nearest"))
		}
		all = append(all, c)
	}
	priority := map[string]int{}
	for i, m := range s.Catalogue {
		priority[m.Slug] = i
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(
			boolCompare(s.compacts(a.Model), s.compacts(b.Model)),
			boolCompare(s.retired(a.Model), s.retired(b.Model)),
			boolCompare(family(a.Model) != family(s.Model), family(b.Model) != family(s.Model)),
			s.distance(a.Model, b.Model),
			cmp.Compare(priority[a.Model], priority[b.Model]),
		)
	})
	return all
}

// advised orders candidates by the history, where that knows enough. What does not fit
// the conversation stays behind, and among tiers what was refused a moment ago.
func (s Situation) advised(all []Candidate, own bool) []Candidate {
	if s.Advise == nil || len(all) == 0 {
		return all
	}
	models := make([]string, len(all))
	for i, c := range all {
		models[i] = c.Model
	}
	advice := s.Advise(models, own)
	if !advice.Enough {
		return all
	}
	rank := map[string]int{}
	for i, e := range advice.Ranking {
		rank[e.Model] = i
	}
	for i, c := range all {
		e := advice.Ranking[rank[c.Model]]
		all[i].Turns, all[i].TurnsRefused = e.Hour.Turns, e.Hour.Refused
		all[i].Reason = lang.Join("separator.comma", c.Reason, e.Record())
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(
			boolCompare(own && s.Crowded[a.Model], own && s.Crowded[b.Model]),
			boolCompare(!own && s.compacts(a.Model), !own && s.compacts(b.Model)),
			cmp.Compare(rank[a.Model], rank[b.Model]),
		)
	})
	return all
}

// note says what would change with a switch.
func (s Situation) note(e config.Entry) string {
	note := ""
	if e.Provider != "" {
		note = "provider " + e.Provider
	}
	m, ok := s.find(e.Model)
	if !ok && e.Provider == "" && len(s.Catalogue) > 0 {
		return s.doubt(e.Model)
	}
	if effort := s.Session.Now.Effort; e.Effort == "" && ok && m.Effort(effort) != effort {
		note = join(note, "effort "+m.Effort(effort))
	}
	if s.compacts(e.Model) {
		note = join(note, "will compact first")
	}
	return note
}

// doubt says what is wrong with a name that Codex does not list. Codex would send it as
// it is, and the service refuse it. The refused model is never meant: an early release
// lists it and not yet the one that is to take over.
func (s Situation) doubt(name string) string {
	meant, match := codex.Lookup(s.Catalogue, name)
	if match == codex.MatchUnknown || meant.Slug == s.Model {
		return "unknown to codex"
	}
	return "did you mean " + meant.Slug + "?"
}

func (s Situation) compacts(model string) bool {
	m, ok := s.find(model)
	return ok && m.CompactsFirst(s.Session)
}

// retired reports whether Codex would rather have another model in its place.
func (s Situation) retired(model string) bool {
	m, ok := s.find(model)
	return ok && m.Upgrade != ""
}

func (s Situation) find(model string) (codex.Model, bool) {
	i := slices.IndexFunc(s.Catalogue, func(m codex.Model) bool { return m.Slug == model })
	if i < 0 {
		return codex.Model{}, false
	}
	return s.Catalogue[i], true
}

// distance orders two models of the refused one's family by how near their
// generations are, the newer first where both are as near.
func (s Situation) distance(a, b string) int {
	if family(a) != family(s.Model) || family(b) != family(s.Model) {
		return 0
	}
	here := generation(s.Model)
	ga, gb := generation(a), generation(b)
	return cmp.Or(
		cmp.Compare(math.Abs(ga-here), math.Abs(gb-here)),
		cmp.Compare(gb, ga),
	)
}

// family is the last word of a slug: "sol" of "gpt-5.6-sol".
func family(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }

// generation is the number in a slug: 5.6 of "gpt-5.6-sol", 0 where there is none.
func generation(slug string) float64 {
	for _, part := range strings.Split(slug, "-") {
		if n, err := strconv.ParseFloat(part, 64); err == nil {
			return n
		}
	}
	return 0
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// effort is the reasoning effort that the last switch gave a codex in place of the user's,
// which the model does not offer. The zero value is none.
type effort struct{ chosen, given string }

// of is the session as the user's own choice would have it: each switch starts from the
// effort that was chosen, not from what the one before made of it. An effort other than
// the one given was chosen since.
func (e effort) of(s rollout.Session) rollout.Session {
	if e.chosen == e.given || s.Now.Effort != e.given {
		return s
	}
	s.Now.Effort = e.chosen
	s.Turns = slices.Clone(s.Turns)
	for i := range s.Turns {
		if turn := &s.Turns[i]; turn.Effort == e.given {
			turn.Effort = e.chosen
		}
	}
	return s
}

// fit is the effort that another model gets in a session: what the user configured for it,
// else the one chosen or, where it does not offer that, the nearest.
func (e effort) fit(to config.Entry, s rollout.Session, catalogue []codex.Model) effort {
	chosen := e.of(s).Now.Effort
	if to.Effort != "" {
		return effort{chosen, to.Effort}
	}
	if m, match := codex.Lookup(catalogue, to.Model); match == codex.MatchExact {
		return effort{chosen, m.Effort(chosen)}
	}
	return effort{chosen, chosen}
}

// Recommend gives what would be offered in a situation, best first, and which model to use: of the tiers, or without
// tiers of the model in use and what would be offered instead of it. The bar, models, stats, doctor and scan all go by
// it, so they name the same model in the same home at the same time. s.Advise must be set.
func Recommend(s Situation) ([]Candidate, forecast.Advice) {
	var models []string
	add := func(model string) {
		if model != "" && !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	for _, e := range s.Tiers {
		add(e.Model)
	}
	own := len(models) > 0
	if !own {
		add(s.Model)
		for _, c := range s.fromCatalogue() {
			if !s.Barred[c.Model] {
				add(c.Model)
			}
		}
	}
	return Candidates(s), s.Advise(models, own)
}
