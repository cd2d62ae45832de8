package matcher

import (
	"bytes"
	"fmt"

	"github.com/cxhook/cxhook/terminal"
)

// typed is the start of what the user typed since the last Enter: it may not be drawn yet when Enter comes.
type typed struct{ first rune }

// event takes one event of the terminal.
func (w *Watcher) event(e terminal.Event) {
	switch e.Kind {
	case terminal.KindReply:
		var row, col int
		if n, _ := fmt.Sscanf(string(e.Raw), "\x1b[%d;%dR", &row, &col); n == 2 {
			w.screen.Place(row-1, col-1)
		}
	case terminal.KindPaste:
		if text := bytes.TrimLeft(bytes.TrimPrefix(e.Raw, []byte("\x1b[200~")), " \r\n"); w.first == 0 && len(text) > 0 {
			w.first = bytes.Runes(text)[0]
		}
	case terminal.KindKey:
		w.key(e.Key)
	}
}

func (w *Watcher) key(k terminal.Key) {
	switch {
	case k.Action == terminal.Release:
	case k.Text() && k.Rune != ' ' && w.first == 0:
		w.first = k.Rune
	case k.Name == "esc", k.Rune == 'c' && k.Mod == terminal.Ctrl, k.Rune == 'u' && k.Mod == terminal.Ctrl:
		w.first = 0
	case k.Name == "enter" && k.Mod == 0:
		w.enter()
		w.first = 0
	}
}

// enter judges what Enter does: in the composer it begins a turn, or a slash command; anywhere else it chooses something.
func (w *Watcher) enter() {
	c := w.Composer()
	if !c.Visible {
		return
	}
	first := w.first
	if !w.within {
		if drawn := draftStart(w.screen, findComposer(w.screen)); drawn != 0 {
			first = drawn
		}
	}
	switch {
	case first == '/':
		w.turn.command()
	case first != 0 || !c.Empty:
		w.turn.submit()
	}
}
