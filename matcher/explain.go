package matcher

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cxhook/cxhook/lang"
)

// Told is the rule with what it says to people, Says, the remedies', Waste and Releases, in the language in force. A rule that
// another language does not have is told in English.
func (r Rule) Told() Rule {
	texts := lang.Now()
	said := func(part, english string) string {
		if key := "rule." + r.ID + "." + part; english != "" && texts.Has(key) {
			return texts.Text(key)
		}
		return english
	}
	r.Says, r.Waste = said("says", r.Says), said("waste", r.Waste)
	r.Remedy = slices.Clone(r.Remedy)
	for i := range r.Remedy {
		r.Remedy[i].Says = said("advice."+strconv.Itoa(i+1), r.Remedy[i].Says)
	}
	if r.Releases == "any" {
		r.Releases = lang.Text("explain.any")
	}
	r.Releases = strings.ReplaceAll(r.Releases, " to ", " "+lang.Text("explain.to")+" ")
	return r
}

// Explanation says in plain words what the rule's message means and what helps, one sentence after the other, in the
// language in force.
func (r Rule) Explanation() string {
	r = r.Told()
	parts := append([]string{r.Says}, r.Advice()...)
	if r.Waste != "" {
		parts = append(parts, r.Waste)
	}
	return strings.Join(parts, lang.Text("separator.sentence"))
}
