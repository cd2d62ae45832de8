package matcher

import "time"

// settled is how long a failure has to stand before it is an incident where prompts are queued: Codex sends the next
// one within 100 ms of a refusal, and what follows closer than this belongs to the same incident. Without a queue the
// first pause in the output is enough.
const settled = 500 * time.Millisecond

// Due gives the time at which an incident that was found is certain, if no byte comes before: Incidents has it after
// the next call then. ok is false where none waits.
func (w *Watcher) Due() (at time.Duration, ok bool) { return w.since + settled, w.pending != nil }

// Incidents gives those found since the last call, each failed turn once.
func (w *Watcher) Incidents() []Incident {
	found := w.found
	w.found = nil
	return found
}

// judge looks at the screen after a frame.
func (w *Watcher) judge() {
	w.colour = w.colour || hasColour(w.screen)
	v, ok := look(w.screen, w.turn.open, w.colour, w.endings.of)
	if !ok {
		return
	}
	if w.model == "" {
		w.readFooter() // the start box scrolls away
	}
	failed := w.turn.see(v)
	w.overtaken = w.overtaken || w.Working()
	if failed == nil || failed.again && w.pending == nil && w.now < w.since+settled {
		return
	}
	surface := TUI
	if !w.screen.Alternate() {
		surface = Inline
	}
	found := Incident{Verdict: failed.verdict, At: w.now, Offset: w.offset, Surface: surface, Unconfirmed: !failed.exact}
	if w.pending != nil && w.pending.Task == RemoteCompact {
		found.Task = RemoteCompact
	}
	w.pending, w.since, w.overtaken = &found, w.now, false
	w.readFooter()
}

// release gives out an incident that has settled; paused says that the output has. One that a later turn has
// overtaken is past, however that turn ends: if it fails as well it makes an incident of its own.
func (w *Watcher) release(paused bool) {
	if w.pending == nil || w.now < w.since+settled && !(paused && !w.turn.queued) {
		return
	}
	if !w.overtaken {
		w.found = append(w.found, *w.pending)
	}
	w.pending = nil
}
