// Command svg draws a terminal screen as an SVG image. It reads what tmux capture-pane -peN prints:
//
//	tmux capture-pane -peN | go run ./scripts/svg -title "codex" >screen.svg
//
// The picture brings its own dark background, as a terminal does, so it reads on light pages and dark ones.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cxhook/cxhook/terminal"
)

// Sizes in SVG user units. A column is as wide as a character of most monospace fonts at fontSize; each run says its
// length, so a viewer's font of another width cannot shift the columns.
const (
	fontSize  = 14
	colWidth  = 8.4
	rowHeight = 18
	margin    = 14
	barHeight = 26 // of the window's title bar
)

const (
	background = "#11151c"
	foreground = "#dfe5ee"
	frame      = "#3b4252" // shows against a dark page
	titleText  = "#8f9bb0"
)

// palette is what the 16 named colours look like here.
var palette = [16]string{
	"#3b4252", "#ff6b6b", "#a3d977", "#f2cc60", "#6cb6ff", "#d2a8ff", "#76e3ea", "#dfe5ee",
	"#8f9bb0", "#ff8f8f", "#bfe59c", "#f7dc8b", "#96ccff", "#e2c5ff", "#a5eff4", "#ffffff",
}

func main() {
	title := flag.String("title", "", "`text` in the window's title bar")
	flag.Parse()
	screen, err := read(os.Stdin)
	if err == nil {
		out := bufio.NewWriter(os.Stdout)
		draw(out, screen, *title)
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "svg:", err)
		os.Exit(1)
	}
}

// read makes a screen that is just as large as the text.
func read(r io.Reader) (*terminal.Screen, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(string(data), "\n")
	rows := strings.Split(text, "\n")
	const widest = 500 // columns; more than any terminal that is worth a picture
	wide := terminal.NewScreen(widest, len(rows))
	wide.Write([]byte(strings.Join(rows, "\r\n")))
	cols := 1
	for y := range rows {
		for x, c := range wide.Row(y).Cells {
			if c.Text != "" && c.Text != " " || c.Style != (terminal.Style{}) {
				cols = max(cols, x+max(c.Width, 1))
			}
		}
	}
	screen := terminal.NewScreen(cols, len(rows))
	screen.Write([]byte("\x1b[?7l" + strings.Join(rows, "\r\n"))) // no wrapping
	return screen, nil
}

func draw(w io.Writer, s *terminal.Screen, title string) {
	cols, rows := s.Size()
	width, height := float64(cols)*colWidth+2*margin, float64(rows*rowHeight+barHeight+2*margin)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s" `+
		`font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="%d">`+"\n",
		width, height, width, height, escape(title), fontSize)
	fmt.Fprintf(w, `<rect x="0.5" y="0.5" width="%.0f" height="%.0f" rx="9" fill="%s" stroke="%s"/>`+"\n", width-1, height-1, background, frame)
	for i, colour := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(w, `<circle cx="%d" cy="%d" r="5" fill="%s"/>`+"\n", margin+6+i*18, barHeight/2+3, colour)
	}
	fmt.Fprintf(w, `<text x="%.0f" y="%d" fill="%s" text-anchor="middle">%s</text>`+"\n", width/2, barHeight/2+8, titleText, escape(title))
	for y := range rows {
		for _, r := range runs(filled(s.Row(y).Cells)) {
			r.draw(w, y)
		}
	}
	fmt.Fprintln(w, "</svg>")
}

// filled gives a row that begins with a background that background up to the right edge: codex fills its rows by
// erasing to the end of the line, and tmux leaves erased cells out of what it prints.
func filled(cells []terminal.Cell) []terminal.Cell {
	cells = slices.Clone(cells)
	for x := len(cells) - 1; x > 0 && cells[x].Style == (terminal.Style{}) && strings.TrimSpace(cells[x].Text) == ""; x-- {
		cells[x].Style.BG = cells[0].Style.BG
	}
	return cells
}

// run is a stretch of cells in one row with one look.
type run struct {
	at, cols int
	text     string
	style    terminal.Style
}

func runs(cells []terminal.Cell) (all []run) {
	for x, c := range cells {
		text := c.Text
		if text == "" && c.Width == 0 {
			continue // the right half of a wide character
		}
		if text == "" {
			text = " "
		}
		if n := len(all); n > 0 && all[n-1].style == c.Style {
			all[n-1].text += text
			all[n-1].cols = x + max(c.Width, 1) - all[n-1].at
			continue
		}
		all = append(all, run{x, max(c.Width, 1), text, c.Style})
	}
	return all
}

func (r run) draw(w io.Writer, y int) {
	fg, bg := colour(r.style.FG, foreground), colour(r.style.BG, "")
	if r.style.Attr&terminal.Reverse != 0 {
		fg, bg = colour(r.style.BG, background), colour(r.style.FG, foreground)
	}
	x, top := margin+float64(r.at)*colWidth, margin+barHeight+y*rowHeight
	if bg != "" {
		fmt.Fprintf(w, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s" shape-rendering="crispEdges"/>`+"\n", x, top, float64(r.cols)*colWidth, rowHeight, bg)
	}
	text := strings.TrimRight(r.text, " ")
	lead := len(text) - len(strings.TrimLeft(text, " "))
	text = text[lead:]
	if text == "" {
		return
	}
	var more string
	if r.style.Attr&terminal.Bold != 0 {
		more += ` font-weight="bold"`
	}
	if r.style.Attr&terminal.Italic != 0 {
		more += ` font-style="italic"`
	}
	if r.style.Attr&terminal.Faint != 0 {
		more += ` opacity="0.6"`
	}
	fmt.Fprintf(w, `<text x="%.1f" y="%d" fill="%s" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
		x+float64(lead)*colWidth, top+rowHeight-5, fg, float64(terminal.Width(text))*colWidth, more, escape(text))
}

// colour gives a colour in CSS, the terminal's default being what the caller says.
func colour(c terminal.Color, otherwise string) string {
	if r, g, b, ok := c.RGB(); ok {
		return fmt.Sprintf("#%02x%02x%02x", r, g, b)
	}
	i, ok := c.Index()
	switch {
	case !ok:
		return otherwise
	case i < 16:
		return palette[i]
	case i >= 232: // greys
		v := 8 + 10*int(i-232)
		return fmt.Sprintf("#%02x%02x%02x", v, v, v)
	}
	step := func(n uint8) int { // of the 6x6x6 cube
		if n == 0 {
			return 0
		}
		return 55 + 40*int(n)
	}
	i -= 16
	return fmt.Sprintf("#%02x%02x%02x", step(i/36), step(i/6%6), step(i%6))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }
