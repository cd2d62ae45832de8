package codex

import "slices"

// efforts from cheap to dear, as the catalogues of 0.106 to 0.171 name them.
var efforts = []string{"none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra"}

// Effort is the reasoning effort that a turn of this model runs with where wanted was
// asked for: the same if the model lists it, else the nearest that it does, the
// cheaper of two. "" stays the model's default.
func (m Model) Effort(wanted string) string {
	if wanted == "" || len(m.Efforts) == 0 || slices.Contains(m.Efforts, wanted) {
		return wanted
	}
	return nearestEffort(wanted, m.Efforts)
}

// nearestEffort prefers the cheaper of two that are equally near.
func nearestEffort(want string, listed []string) string {
	rank := slices.Index(efforts, want)
	best, distance := listed[len(listed)-1], len(efforts)
	for _, e := range listed {
		r := slices.Index(efforts, e)
		if r < 0 || rank < 0 {
			continue
		}
		if d := max(rank-r, r-rank); d < distance || d == distance && r < slices.Index(efforts, best) {
			best, distance = e, d
		}
	}
	return best
}
