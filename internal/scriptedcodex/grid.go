package scriptedcodex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// look is how a piece of text is drawn: the SGR parameters of its colours ("" for the terminal's own) and its
// attributes.
type look struct {
	fg, bg            string
	bold, dim, italic bool
}

// span is a run of text with one look; line is one row of a view, filled to the right edge with the background bg.
type span struct {
	text string
	look look
}

type line struct {
	spans []span
	bg    string
}

func styled(s string, l look) line     { return line{spans: []span{{s, l}}} }
func spans(s ...span) line             { return line{spans: s} }
func filled(bg string, s ...span) line { return line{spans: s, bg: bg} }

// cell is one column of the grid. The right half of a wide character has no text.
type cell struct {
	text string
	look look
}

// grid is what one frame shows, row by row.
type grid [][]cell

func layOut(lines []line, cols int) grid {
	g := make(grid, len(lines))
	for y, l := range lines {
		for _, s := range l.spans {
			look := s.look
			if look.bg == "" {
				look.bg = l.bg
			}
			for cluster := displaywidth.StringGraphemes(s.text); cluster.Next(); {
				width := displaywidth.String(cluster.Value())
				if width == 0 || len(g[y])+width > cols {
					continue
				}
				g[y] = append(g[y], cell{cluster.Value(), look})
				for range width - 1 {
					g[y] = append(g[y], cell{look: look})
				}
			}
		}
		for len(g[y]) < cols {
			g[y] = append(g[y], cell{" ", look{bg: l.bg}})
		}
	}
	return g
}

// pen writes text and keeps the SGR state, changing only what differs, in the order Codex uses: attributes off,
// attributes on, colours.
type pen struct {
	strings.Builder
	look look
}

func (p *pen) set(l look) {
	if p.look.bold && !l.bold || p.look.dim && !l.dim {
		p.WriteString("\x1b[22m")
		p.look.bold, p.look.dim = false, false
	}
	if p.look.italic && !l.italic {
		p.WriteString("\x1b[23m")
	}
	if l.bold && !p.look.bold {
		p.WriteString("\x1b[1m")
	}
	if l.dim && !p.look.dim {
		p.WriteString("\x1b[2m")
	}
	if l.italic && !p.look.italic {
		p.WriteString("\x1b[3m")
	}
	if l.fg != p.look.fg || l.bg != p.look.bg {
		p.WriteString("\x1b[" + colour(l.fg, "39") + ";" + colour(l.bg, "49") + "m")
	}
	p.look = l
}

// rest puts the pen back to the terminal's own colours, as Codex does at the end of a frame and of a history line.
func (p *pen) rest() {
	p.WriteString("\x1b[39m\x1b[49m\x1b[0m")
	p.look = look{}
}

func (p *pen) move(row, col int) { fmt.Fprintf(p, "\x1b[%d;%dH", row+1, col+1) }

func colour(c, otherwise string) string {
	if c == "" {
		return otherwise
	}
	return c
}

// draw writes what turns the frame old into g, with g's first row on row top of the terminal: first the tails of
// changed rows are cleared, then the changed cells are put, so an unchanged cell in the middle of a row is jumped
// over.
func (g grid) draw(p *pen, old grid, top int) {
	before := func(y int) []cell {
		if y < len(old) && len(old[y]) == len(g[y]) {
			return old[y]
		}
		return nil
	}
	for y, row := range g {
		if was := before(y); was == nil || !slices.Equal(row[tail(row):], was[tail(row):]) {
			p.move(top+y, min(max(tail(row), 1), len(row)-1))
			p.WriteString("\x1b[0m\x1b[" + colour(row[len(row)-1].look.bg, "49") + "m\x1b[K")
			p.look = look{bg: row[len(row)-1].look.bg}
		}
	}
	for y, row := range g {
		was, at := before(y), -1
		for x := range max(tail(row), 1) {
			if row[x].text == "" || was != nil && was[x] == row[x] {
				continue
			}
			if at != x {
				p.move(top+y, x)
			}
			p.set(row[x].look)
			p.WriteString(row[x].text)
			at = x + max(displaywidth.String(row[x].text), 1)
		}
	}
	p.rest()
}

// tail is the column from which a row holds nothing but its background.
func tail(row []cell) int {
	end := len(row)
	blank := cell{" ", look{bg: row[len(row)-1].look.bg}}
	for end > 0 && row[end-1] == blank {
		end--
	}
	return end
}

// wrap breaks text into rows of at most cols columns, at spaces where it can, as Codex wraps a cell.
func wrap(s string, cols int) (rows []string) {
	cols = max(cols, 1)
	for paragraph := range strings.SplitSeq(s, "\n") {
		row, width := "", 0
		for word := range strings.SplitSeq(paragraph, " ") {
			w := displaywidth.String(word)
			if row != "" && width+1+w > cols {
				rows, row, width = append(rows, row), "", 0
			}
			if row != "" {
				row, width = row+" ", width+1
			}
			for w > cols-width { // a word longer than a row is cut
				head := displaywidth.TruncateString(word, cols-width, "")
				if head == "" {
					break
				}
				rows, word = append(rows, row+head), word[len(head):]
				row, width, w = "", 0, displaywidth.String(word)
			}
			row, width = row+word, width+w
		}
		rows = append(rows, row)
	}
	return rows
}
