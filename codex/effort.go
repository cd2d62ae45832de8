package codex

// Effort is the reasoning effort that a turn of this model runs with where wanted was
// asked for: the same if the model lists it, else the nearest that it does, the
// cheaper of two. "" stays the model's default.
func (m Model) Effort(wanted string) string {
	p := planner{model: m}
	p.now.Effort = wanted
	return p.effort()
}
