package recovery

import (
	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
)

// Candidates gives the tiers to offer instead of the refused models, best first:
// the configured ones in their order, or without configuration the visible ones of
// Codex's catalogue by priority. Each model comes once.
func Candidates(tiers []config.Entry, catalogue []codex.Model, refused map[string]bool) []config.Entry {
	if len(tiers) == 0 {
		for _, m := range catalogue {
			if m.Visible {
				tiers = append(tiers, config.Entry{Model: m.Slug})
			}
		}
	}
	seen := map[string]bool{}
	var offered []config.Entry
	for _, e := range tiers {
		if refused[e.Model] || seen[e.Model] {
			continue
		}
		seen[e.Model] = true
		offered = append(offered, e)
	}
	return offered
}
