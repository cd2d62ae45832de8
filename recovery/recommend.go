package recovery

import (
	"slices"

	"github.com/cxhook/cxhook/history/forecast"
)

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
