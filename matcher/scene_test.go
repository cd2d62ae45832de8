package matcher_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/matcher"
)

const sentence = "Selected model is at capacity. Please try a different model."

const compactSentence = "Error running remote compact task: " + sentence

// The colours Codex draws cells in.
const (
	red    = "38;5;1"
	yellow = "38;5;3"
	faint  = "2"
	normal = "0"
)

// cell is a part of a transcript: text behind a glyph, later rows indented.
type cell struct {
	glyph  string // in column 0, with the blank after it; "" for none
	text   string // lines are broken at LF and wrapped to the width
	indent int    // of every row but the first
	style  string // SGR parameters
}

func userPrompt(text string) cell  { return cell{"› ", text, 2, "1;2"} }
func prose(text string) cell       { return cell{"• ", text, 2, normal} }
func fenced(text string) cell      { return cell{"  ", text, 2, normal} }
func toolOutput(text string) cell  { return cell{"  └ ", text, 4, faint} }
func errorCell(text string) cell   { return cell{"■ ", text, 0, red} }
func warningCell(text string) cell { return cell{"⚠ ", text, 2, yellow} }

// scene is a screen as Codex draws it: the transcript, the status row, the composer, the footer.
type scene struct {
	cells    []cell
	status   string // "Working (3s • esc to interrupt)", "" while no turn runs
	detail   string // under the status
	queue    string // a prompt that waits
	draft    string // in the composer; "" shows the placeholder
	footer   string
	overlay  bool     // the transcript covers the screen: no composer
	list     []string // of completions, over the rows above the composer; the first is highlighted
	composer string
}

// draw gives the bytes of one frame that shows s on a screen of cols by rows.
func (s scene) draw(cols, rows int) []byte {
	type line struct{ style, text string }
	var lines []line
	for _, c := range s.cells {
		indent := strings.Repeat(" ", c.indent)
		for i, text := range wrap(c.text, cols-max(len([]rune(c.glyph)), c.indent)) {
			if i == 0 {
				lines = append(lines, line{c.style, c.glyph + text})
			} else {
				lines = append(lines, line{c.style, indent + text})
			}
		}
		lines = append(lines, line{})
	}
	var bottom []line
	if s.status != "" {
		bottom = append(bottom, line{normal, "• " + s.status})
		if s.detail != "" {
			bottom = append(bottom, line{faint, "  └ " + s.detail})
		}
		bottom = append(bottom, line{})
	}
	if s.queue != "" {
		bottom = append(bottom, line{faint, "• Queued follow-up inputs"}, line{faint, "  ↳ " + s.queue}, line{})
	}
	composer := -1
	if !s.overlay {
		composer = len(bottom)
		bottom = append(bottom, line{}, line{}, line{"38;5;223", "  " + s.footer})
	}
	if over := len(lines) + len(bottom) - rows; over > 0 {
		lines = lines[over:]
	}
	top := rows - len(bottom)
	var b strings.Builder
	b.WriteString("\x1b[?2026h\x1b[?25l\x1b[0m\x1b[2J")
	put := func(y int, l line) {
		if l.text != "" {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[%sm%s\x1b[0m", y+1, l.style, cut(l.text, cols))
		}
	}
	for y, l := range lines {
		put(y, l)
	}
	for i, l := range bottom {
		put(top+i, l)
	}
	for i, text := range s.list {
		glyph, style := "  ", "38;5;4"
		if i == 0 {
			glyph, style = "› ", "1;38;5;4"
		}
		put(top-len(s.list)+i, line{style, glyph + text + strings.Repeat(" ", max(0, cols-2-len(text)))})
	}
	if composer >= 0 {
		glyph := s.composer
		if glyph == "" {
			glyph = "\x1b[1m›"
		}
		draft, x := "\x1b[2m"+cut("Ask Codex to do anything", cols-3), 3
		if s.draft != "" {
			draft = cut(s.draft, cols-3)
			x += len([]rune(draft))
		}
		fmt.Fprintf(&b, "\x1b[%d;1H%s\x1b[0m \x1b[0m%s\x1b[0m\x1b[%d;%dH\x1b[?25h", top+composer+1, glyph, draft, top+composer+1, x)
	}
	b.WriteString("\x1b[?2026l")
	return []byte(b.String())
}

func cut(text string, cols int) string {
	if runes := []rune(text); len(runes) > cols {
		return string(runes[:max(cols, 0)])
	}
	return text
}

// wrap breaks text into rows of at most cols characters, at blanks where it can.
func wrap(text string, cols int) []string {
	cols = max(cols, 1)
	var rows []string
	for _, line := range strings.Split(text, "\n") {
		row := ""
		for _, word := range strings.Split(line, " ") {
			for row != "" && len([]rune(row))+1+len([]rune(word)) > cols {
				rows, row = append(rows, row), ""
			}
			if row != "" {
				word = row + " " + word
			}
			for len([]rune(word)) > cols {
				rows = append(rows, string([]rune(word)[:cols]))
				word = string([]rune(word)[cols:])
			}
			row = word
		}
		rows = append(rows, row)
	}
	return rows
}

// working is the scene while a turn over cells runs.
func working(cells ...cell) scene {
	return scene{cells: cells, status: "Working (1s • esc to interrupt)", footer: "gpt-5.6-sol default · ~/project"}
}

// resting is the scene when no turn runs.
func resting(cells ...cell) scene {
	return scene{cells: cells, footer: "gpt-5.6-sol default · ~/project"}
}

// show plays scenes one second apart on a screen of cols by rows and gives the incidents in them.
func show(o matcher.Options, scenes ...scene) []matcher.Incident {
	w := matcher.NewWatcher(o)
	at := time.Duration(0)
	for _, s := range scenes {
		w.Output(at, s.draw(o.Cols, o.Rows))
		at += time.Second
	}
	w.Idle(at)
	w.Exit(at, 0)
	return w.Incidents()
}

func size(cols, rows int) matcher.Options { return matcher.Options{Cols: cols, Rows: rows} }
