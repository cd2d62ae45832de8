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
	Top     int  // its first row, while it is Visible
	Bottom  int  // its last row; both with the rows that Codex shades around the text
	Blocked bool // something else is up: a picker, a dialog, an overlay, the agents view, an editor, or Codex is ending
}

// Composer reads the screen, or what the last frame left where one is being drawn. A bar may take keys where the
// composer is Visible and Empty, and neither Busy nor Blocked.
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
	c.Empty = c.Visible && emptyDraft(w.screen, row)
	if c.Visible {
		c.Top, c.Bottom = row, row
		shade := w.screen.Row(row).Cells[0].Style.BG
		for c.Top > 0 && shade != 0 && w.screen.Row(c.Top - 1).Cells[0].Style.BG == shade {
			c.Top--
		}
		for inComposer(w.screen, row, c.Bottom+1) {
			c.Bottom++
		}
	}
	return c
}

// Working says whether a turn is running now: by OSC 7501 where Codex reports its state, else by the working line.
func (w *Watcher) Working() bool { return w.turn.busy || w.turn.line }

// emptyDraft says whether nothing is typed in the composer that begins in the given row. Faint characters are Codex's
// placeholder. It is false while a part of the composer is not known.
func emptyDraft(s *terminal.Screen, row int) bool {
	for y := row; inComposer(s, row, y); y++ {
		cells := s.Row(y).Cells
		for _, c := range cells[min(2, len(cells)):] {
			if !c.Known || c.Text != "" && c.Text != " " && c.Style.Attr&terminal.Faint == 0 {
				return false
			}
		}
	}
	return true
}

// inComposer says whether row y belongs to the composer that begins in the given row. It ends at an empty row or,
// where Codex knows the terminal's colours and shades it, with the shade.
func inComposer(s *terminal.Screen, row, y int) bool {
	if _, rows := s.Size(); y >= rows {
		return false
	}
	shade := s.Row(row).Cells[0].Style.BG
	return y == row || s.Row(y).Cells[0].Style.BG == shade && (shade != 0 || s.Row(y).Text() != "")
}

// drawnDraft gives the first row of what is typed in the composer that begins in the given row, "" for nothing.
func drawnDraft(s *terminal.Screen, row int) string {
	for y := row; inComposer(s, row, y); y++ {
		cells := s.Row(y).Cells
		var text strings.Builder
		for _, c := range cells[min(2, len(cells)):] {
			if c.Style.Attr&terminal.Faint == 0 {
				text.WriteString(c.Text)
			}
		}
		if draft := strings.TrimSpace(text.String()); draft != "" {
			return draft
		}
	}
	return ""
}
