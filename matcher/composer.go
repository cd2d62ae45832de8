package matcher

import (
	"strings"

	"github.com/cxhook/cxhook/terminal"
)

// Composer says what state the place is in where the user types.
type Composer struct {
	Visible bool // it is shown and has the cursor
	Empty   bool // nothing is typed in it; Codex's own grey placeholder is nothing
	Busy    bool // a turn is running
	Blocked bool // something else is up: a picker, a dialog, an overlay, the agents view, an editor, or Codex is ending
}

// Composer reads the screen, or what the last frame left where one is being drawn. A bar may take keys where the composer is
// Visible and Empty, and neither Busy nor Blocked.
func (w *Watcher) Composer() Composer {
	c := w.rest
	if !w.within {
		c = w.readComposer()
	}
	c.Busy = w.Working()
	return c
}

func (w *Watcher) readComposer() (c Composer) {
	if !w.tui {
		return c
	}
	row := findComposer(w.screen)
	y, x, shown := w.screen.Cursor()
	c.Visible = row >= 0 && shown && y >= row && x >= 2
	c.Blocked = !c.Visible
	if c.Visible {
		text, known := draft(w.screen, row)
		c.Empty = known && text == ""
	}
	return c
}

// Working says whether a turn is running now: by OSC 7501 where Codex reports its state, else by the working line.
func (w *Watcher) Working() bool { return w.turn.busy || w.turn.line }

// draft gives the text in the composer that begins in the given row. Faint characters are Codex's placeholder. The composer
// ends at an empty row or, where Codex knows the terminal's colours and shades it, with the shade. known is false while a
// part of it is not drawn.
func draft(s *terminal.Screen, row int) (text string, known bool) {
	_, rows := s.Size()
	shade := s.Row(row).Cells[0].Style.BG
	var lines []string
	for y := row; y < rows; y++ {
		cells := s.Row(y).Cells
		if y > row && (cells[0].Style.BG != shade || shade == 0 && s.Row(y).Text() == "") {
			break
		}
		var b strings.Builder
		for _, c := range cells[min(2, len(cells)):] {
			if !c.Known {
				return "", false
			}
			if c.Style.Attr&terminal.Faint == 0 {
				b.WriteString(c.Text)
			}
			if c.Text == "" && c.Width > 0 {
				b.WriteByte(' ')
			}
		}
		lines = append(lines, strings.TrimSpace(b.String()))
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), true
}
