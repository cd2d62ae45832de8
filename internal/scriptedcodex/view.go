package scriptedcodex

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// view is what is on the terminal: the transcript and, below it, the pane with the working line, the composer and the
// footer. On the alternate screen one frame holds both; inline the transcript is pushed above the pane into the
// terminal's own history and only the pane is redrawn.
type view struct {
	rel        release
	alternate  bool
	cols, rows int
	top        int  // first row of what is redrawn, 0 on the alternate screen
	old        grid // what the last frame drew from top on; nil if that is gone
	cells      []transcriptCell
	pushed     int // cells already in the terminal's history

	model, dir, title string
	draft             string
	loading, closing  bool
	working           string // "" while no turn runs
	seconds           int    // since the turn began
	spinner           int
}

// frame gives the bytes that bring the terminal up to date.
func (v *view) frame() string {
	var p pen
	p.WriteString(beginFrame)
	pane, row, col := v.pane()
	if over := len(pane) - v.rows; over > 0 { // a terminal too low for the pane alone
		pane, row = pane[over:], max(row-over, 0)
	}
	rows := pane
	if v.alternate {
		rows = append(v.transcript(v.rows-len(pane)), pane...)
		row += len(rows) - len(pane)
	} else {
		v.makeRoom(&p, len(pane))
	}
	g := layOut(rows, v.cols)
	g.draw(&p, v.old, v.top)
	v.old = g
	if v.closing {
		p.WriteString("\x1b[?2026l")
		return p.String()
	}
	p.move(v.top+row, min(col, v.cols-1))
	p.WriteString(endFrame)
	return p.String()
}

// transcript is the end of the conversation, in exactly height rows.
func (v *view) transcript(height int) (rows []line) {
	for i, c := range v.cells {
		if i > 0 {
			rows = append(rows, line{})
		}
		rows = append(rows, c(v.cols)...)
	}
	rows = rows[max(len(rows)-height, 0):]
	for len(rows) < height {
		rows = append(rows, line{})
	}
	return rows
}

// makeRoom pushes new cells above the pane and scrolls so that a pane of the given height fits below them.
func (v *view) makeRoom(p *pen, height int) {
	if v.pushed == len(v.cells) && len(v.old) == height {
		return
	}
	p.move(v.top, 0)
	p.WriteString("\x1b[J")
	v.old = nil
	if over := v.top + height - v.rows; over > 0 {
		p.move(v.rows-1, 0)
		p.WriteString(strings.Repeat("\n", over))
		v.top = max(v.top-over, 0)
	}
	var rows []line
	for ; v.pushed < len(v.cells); v.pushed++ {
		if v.pushed > 0 {
			rows = append(rows, line{})
		}
		rows = append(rows, v.cells[v.pushed](v.cols)...)
	}
	v.push(p, rows, height)
}

// push writes rows above the pane as Codex does: it moves the pane down while there is room below, by reverse index
// in a scroll region, and lets the rest scroll out at the top.
func (v *view) push(p *pen, rows []line, height int) {
	if len(rows) == 0 {
		return
	}
	start := max(v.top-1, 0)
	if down := min(len(rows), v.rows-v.top-height); down > 0 {
		fmt.Fprintf(p, "\x1b[%d;%dr\x1b[%d;1H%s\x1b[r", v.top+1, v.rows, v.top+1, strings.Repeat("\x1bM", down))
		v.top += down
	}
	if v.top == 0 {
		return // the pane fills the screen
	}
	fmt.Fprintf(p, "\x1b[1;%dr", v.top)
	p.move(start, 0)
	for _, l := range rows {
		p.WriteString("\r\n\x1b[39;" + colour(l.bg, "49") + "m\x1b[K")
		p.look = look{bg: l.bg}
		left := v.cols
		for _, s := range l.spans {
			if s.look.bg == "" {
				s.look.bg = l.bg
			}
			p.set(s.look)
			piece := displaywidth.TruncateString(s.text, left, "")
			p.WriteString(piece)
			left -= displaywidth.String(piece)
		}
		p.rest()
	}
	p.WriteString("\x1b[r")
}

// pane is the working line, the composer and the footer, and where the cursor stands in them.
func (v *view) pane() (rows []line, row, col int) {
	rows = append(rows, line{})
	if v.working != "" {
		rows = append(rows, v.workingLine(), line{})
	}
	rows = append(rows, filled(composerFill))
	row, col = len(rows), 2
	mark := look{bold: true}
	switch {
	case v.closing:
		rows = append(rows, filled(composerFill, span{"› ", look{dim: true}}, span{"Shutting down...", look{dim: true}}))
	case v.draft == "":
		rows = append(rows, filled(composerFill, span{"› ", mark}, span{v.placeholder(), look{dim: true}}))
	default:
		sign := span{"› ", mark}
		for _, text := range wrap(v.draft, v.cols-3) {
			rows = append(rows, filled(composerFill, sign, span{text, look{}}))
			sign = span{"  ", look{}}
			row, col = len(rows)-1, 2+displaywidth.String(text)
		}
	}
	return append(append(rows, filled(composerFill)), v.footer()...), row, col
}

func (v *view) placeholder() string {
	if v.rel.modern {
		return "Ask Codex to do anything"
	}
	return "Explain this codebase"
}

func (v *view) workingLine() line {
	bullet := span{"•", look{bold: true, fg: white}}
	dim := look{dim: true}
	if v.rel.modern {
		return spans(bullet, span{" ", look{}}, span{v.working, look{fg: "38;2;127;127;127"}}, span{fmt.Sprintf(" (%ds • ", v.seconds), dim},
			span{"esc", look{bold: true, fg: white}}, span{" to interrupt)", dim})
	}
	return spans(bullet, span{" " + v.working, look{bold: true, fg: white}}, span{fmt.Sprintf(" (%ds • esc to interrupt)", v.seconds), dim})
}

func (v *view) footer() []line {
	if !v.rel.modern {
		return []line{spans(span{"  ", look{}}, span{v.model + " default", look{fg: modelColour}}, span{" · ", look{dim: true}},
			span{v.dir, look{fg: pathColour}})}
	}
	shortcuts := []span{{"?", look{bold: true, fg: white}}, {" for shortcuts", look{fg: grey}}}
	if v.loading {
		return []line{spans(append([]span{{"  ", look{}}}, shortcuts...)...)}
	}
	status := []span{{"  ", look{}}, {displayName(v.model) + " default", look{fg: modelColour}}, {" · ", look{fg: grey}},
		{v.dir, look{fg: pathColour}}}
	rows := []line{spans(status...)}
	if title := (span{v.title, look{fg: titleColour}}); v.title != "" {
		used := 0
		for _, s := range status {
			used += displaywidth.String(s.text)
		}
		if used+3+displaywidth.String(v.title) <= v.cols {
			rows[0] = spans(append(status, span{" · ", look{fg: grey}}, title)...)
		} else { // a footer that does not fit goes on in a second row
			rows = []line{spans(append(status, span{" ·", look{fg: grey}})...), spans(span{"  ", look{}}, title)}
		}
	}
	switch {
	case v.closing:
	case v.draft != "":
		rows = append(rows, line{})
	default:
		rows = append(rows, spans(append([]span{{"  ", look{}}, {"←", look{bold: true, fg: white}}, {" for agents · ", look{fg: grey}}},
			shortcuts...)...))
	}
	return rows
}

// windowTitle is the OSC 0 of the moment, with a spinner while a turn runs.
func (v *view) windowTitle() string {
	name := filepath.Base(v.dir)
	if v.title != "" {
		name = v.title + " | " + name
	}
	if v.working != "" {
		frames := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
		name = string(frames[v.spinner%len(frames)]) + " " + name
	}
	return "\x1b]0;" + name + "\a"
}

// state is the OSC 7501 of the moment; releases before 0.163 have none.
func (v *view) state(s string) string {
	if !v.rel.modern {
		return ""
	}
	return "\x1b]7501;state=" + s + ":app=codex\x1b\\"
}

// resize takes a new size. Inline the screen is cleared and the whole conversation pushed again, as Codex does.
func (v *view) resize(cols, rows int) string {
	v.cols, v.rows, v.old, v.top = max(cols, 10), max(rows, 8), nil, 0
	v.pushed = 0
	return "\x1b[r\x1b[1;1H\x1b[J"
}
