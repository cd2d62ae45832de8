package matcher

import (
	"bytes"
	"strings"

	"github.com/cxhook/cxhook/terminal"
)

// typed is the start of what the user typed since the last Enter: it may not be drawn yet when Enter comes.
type typed struct{ draft []rune }

// longestDraft bounds what is kept of a draft, in characters: a slash command is shorter.
const longestDraft = 16

func (t *typed) add(text []rune) {
	if len(t.draft) == 0 {
		text = []rune(strings.TrimLeft(string(text), " \r\n"))
	}
	t.draft = append(t.draft, text[:min(len(text), longestDraft-len(t.draft))]...)
}

// longestPaste is how much of a paste is looked at, in bytes: blanks before the draft and the draft.
const longestPaste = 256

// event takes one event of the terminal.
func (w *Watcher) event(e terminal.Event) {
	switch e.Kind {
	case terminal.KindReply:
		w.trips.Answered(e, w.now)
		if row, col, ok := e.CursorReport(); ok {
			w.screen.Place(row, col)
		}
	case terminal.KindPaste:
		text := bytes.TrimSuffix(bytes.TrimPrefix(e.Raw, []byte("\x1b[200~")), []byte("\x1b[201~"))
		w.add(bytes.Runes(text[:min(len(text), longestPaste)]))
	case terminal.KindKey:
		w.key(e.Key)
	}
}

func (w *Watcher) key(k terminal.Key) {
	switch {
	case k.Action == terminal.Release:
	case k.Text():
		w.add([]rune{k.Rune})
	case k.Name == "backspace" && k.Mod == 0:
		w.draft = w.draft[:max(0, len(w.draft)-1)]
	case k.Name == "esc", k.Rune == 'c' && k.Mod == terminal.Ctrl, k.Rune == 'u' && k.Mod == terminal.Ctrl:
		w.draft = w.draft[:0]
	case k.Name == "enter" && k.Mod == 0:
		w.enter()
		w.draft = w.draft[:0]
	}
}

// enter judges what Enter does: in the composer it begins a turn, or a slash command; anywhere else it chooses
// something.
func (w *Watcher) enter() {
	c := w.Composer()
	if !c.Visible {
		return
	}
	draft := string(w.draft)
	if !w.within {
		if drawn := drawnDraft(w.screen, findComposer(w.screen)); drawn != "" {
			draft = drawn
		}
	}
	switch {
	case compacts(draft):
		w.turn.compact()
	case strings.HasPrefix(draft, "/"):
		w.turn.command()
	case draft != "" || !c.Empty:
		w.turn.submit()
	}
}

// readCommand notices that the command that compacts has left the composer. Recordings of other programs hold no input.
func (w *Watcher) readCommand() {
	row := findComposer(w.screen)
	if row < 0 || !w.tui {
		return
	}
	before := w.slash
	cells := w.screen.Row(row).Cells
	w.slash = len(cells) > 2 && cells[2].Text == "/" && compacts(drawnDraft(w.screen, row))
	if before && !w.slash && emptyDraft(w.screen, row) {
		w.turn.compact()
	}
}

// compacts says whether draft is the slash command that compacts, or so much of it that no other command begins so.
func compacts(draft string) bool {
	draft = strings.TrimSpace(draft)
	return len(draft) >= len("/com") && strings.HasPrefix("/compact", draft)
}
