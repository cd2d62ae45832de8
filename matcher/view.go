package matcher

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/cxhook/cxhook/internal/lazy"
	"github.com/cxhook/cxhook/terminal"
)

// view is what the watcher reads from one frame of the terminal interface: the transcript above the composer.
type view struct {
	composer int      // row of the composer, or the number of rows where it is unknown
	working  bool     // the line with "esc to interrupt" is shown
	queued   bool     // prompts wait to be sent
	prompts  []string // first rows of the user's prompts, top to bottom
	failures []failure
	rows     []uint64 // the transcript's rows, hashed; only where no prompt is in sight during a turn
}

// failure is an error cell that says why a turn has ended.
type failure struct {
	prompt int // prompts above it
	ending
	again  bool // it repeats the one above it, in other words
	buried bool // something else than prompts, errors and the status stands below it: it did not end the turn
}

// workingLine is the status row while a turn runs: "• Working (7s • esc to interrupt)", "◦ Compacting context (1m 2s
// • esc …", cut with "…" where the terminal is narrow, even inside the time: "• Compacting context (0…" at 24
// columns.
var workingLine = lazy.Regexp(`^[•◦] \S.*\((\d+h ?)?(\d+m ?)?(\d+s( •|…|\))|\d*…$)`)

// look reads the screen. ok is false where no composer is shown: a picker, a dialog, an overlay, the agents view or
// an editor is up, or a list of completions covers a part, and what stands there is not the transcript. during says
// that a turn is open, coloured that Codex uses colours, and judge what an error cell's words mean.
func look(s *terminal.Screen, during, coloured bool, judge func(string) ending) (v view, ok bool) {
	_, rows := s.Size()
	v.composer = findComposer(s)
	if v.composer < 0 {
		if !s.Stale() {
			return v, false
		}
		v.composer = rows
	}
	covered := false
	begins := func(y int) bool { return y == 0 || blank(s.Row(y-1)) } // codex sets its cells apart by a blank row
	for y := 0; y < v.composer; y++ {
		if len(v.failures) > 0 && begins(y) && v.buries(s.Row(y)) {
			v.failures[len(v.failures)-1].buried = true
		}
		first := s.Row(y).Cells[0]
		if first.Doubtful {
			continue // a row that codex began elsewhere
		}
		switch first.Text {
		case "›", "»":
			// The highlighted row of a list has the same glyph, but not faint.
			if first.Style.Attr&terminal.Faint != 0 {
				v.prompts = append(v.prompts, s.Row(y).TextFrom(1))
			} else if v.composer < rows {
				covered = true
			}
		case "•", "◦":
			text := s.Row(y).Text()
			v.working = v.working || workingLine().MatchString(text)
			v.queued = v.queued || v.working && strings.HasPrefix(text, "• Queued ") // "follow-up inputs", since 0.144
		case "", " ":
			// A queued prompt in 0.106 to 0.171, between the working line and the composer.
			v.queued = v.queued || v.working && strings.HasPrefix(s.Row(y).Text(), "  ↳ ")
		case "■", "⚠", "⚠\ufe0f", "🖐":
			if text, ok := errorCellAt(s, y, v.composer, coloured); ok && begins(y) {
				v.error(first.Text, judge(text))
			}
		}
	}
	if during && len(v.prompts) == 0 {
		v.hashRows(s)
	}
	return v, !covered
}

// error takes an error cell with its glyph. A yellow one, which most often warns, has to have exact words.
func (v *view) error(glyph string, e ending) {
	red := glyph == "■" || glyph == "🖐"
	switch last := len(v.failures) - 1; {
	case e.ends && (red || e.exact):
		v.failures = append(v.failures, failure{prompt: len(v.prompts), ending: e})
		v.working = false // what stands above an error is not the status row
	case red && last >= 0:
		v.failures[last].buried = true // interrupted
	}
}

// blank says whether nothing is drawn in row.
func blank(row terminal.Row) bool {
	return !slices.ContainsFunc(row.Cells, func(c terminal.Cell) bool { return c.Text != "" && c.Text != " " })
}

// buries says whether row, the first of a block of rows below the last failure, shows that the turn went on behind that.
func (v *view) buries(row terminal.Row) bool {
	if v.working || blank(row) {
		return false
	}
	switch row.Cells[0].Text {
	case "›", "»", "■", "⚠", "⚠\ufe0f", "🖐":
		return false
	}
	text := row.Text()
	return !workingLine().MatchString(text) && !strings.HasPrefix(text, "• Queued ") && !strings.HasPrefix(text, "  ↳ ")
}

// findComposer gives the composer's row, or -1. Its glyph is a bold "›", in the default colour or, at the max effort, in
// one of its own, or "»" at the ultra effort; in prompts above it the glyph is faint too, and in lists the highlight
// colours the whole row.
func findComposer(s *terminal.Screen) int {
	_, rows := s.Size()
	for y := rows - 1; y >= 0; y-- {
		cells := s.Row(y).Cells
		first := cells[0]
		if first.Style.Attr&terminal.Faint != 0 {
			continue
		}
		if first.Text == "»" || first.Text == "›" && first.Style.Attr&terminal.Bold != 0 && !highlighted(cells) {
			return y
		}
	}
	return -1
}

// highlighted says whether what stands behind the glyph of a row has the glyph's colour. Where nothing does it is the
// row's only colour.
func highlighted(cells []terminal.Cell) bool {
	colour := cells[0].Style.FG
	for _, c := range cells[1:] {
		if c.Text != "" && c.Text != " " {
			return colour != 0 && c.Style.FG == colour
		}
	}
	return colour != 0
}

// errorCellAt reads the cell whose glyph stands in column 0 of row y: its rows, joined with a space. ok is false
// unless every character has the glyph's error or warning colour, or, with NO_COLOR, none at all. Later rows are
// indented by 2 (0.100 to 0.158, the yellow "⚠") or by 0 (the red "■"), or as a server's answer is.
func errorCellAt(s *terminal.Screen, y, end int, coloured bool) (text string, ok bool) {
	glyph := s.Row(y).Cells[0]
	colour := glyph.Style.FG
	if coloured && !warns(colour) || !coloured && colour != 0 {
		return "", false
	}
	var words []string
	for from := max(glyph.Width, 1); y < end; y++ {
		row := s.Row(y)
		part := row.TextFrom(from)
		if strings.TrimSpace(part) == "" {
			break
		}
		if len(words) > 0 {
			indent := len(part) - len(strings.TrimLeft(part, " "))
			if indent != 0 && indent != 2 && !coloured && words[0] != "{" || isGlyph(row.Cells[0].Text) {
				break
			}
		}
		for _, c := range row.Cells[min(from, len(row.Cells)):] {
			// A cell that is not known reads as a blank: the whole sentence has to be there all the same.
			if c.Style.FG != colour && c.Text != "" && c.Text != " " {
				return "", false
			}
		}
		words = append(words, strings.TrimSpace(part))
		from = 0
	}
	return strings.Join(words, " "), true
}

// warns says whether c is one of the two reds or yellows that terminals have by number.
func warns(c terminal.Color) bool {
	i, indexed := c.Index()
	return indexed && (i == 1 || i == 3 || i == 9 || i == 11)
}

// hasColour says whether anything on the screen has a colour.
func hasColour(s *terminal.Screen) bool {
	_, rows := s.Size()
	for y := range rows {
		for _, c := range s.Row(y).Cells {
			if c.Style.FG != 0 || c.Style.BG != 0 {
				return true
			}
		}
	}
	return false
}

func isGlyph(text string) bool {
	switch text {
	case "■", "⚠", "⚠\ufe0f", "🖐", "•", "◦", "›", "»":
		return true
	}
	return false
}

// ending is what one of Codex's own error cells or lines says of the end of a turn.
type ending struct {
	verdict Verdict
	ends    bool // the turn is over: neither does Codex still try by itself, nor is it the user's word or a note
	exact   bool // the words tell the class from the first to the last
}

func endingOf(text string) ending {
	v := read(text).judge()
	bare := strings.TrimPrefix(plain(text), compactPrefix) // no label but this one belongs there
	return ending{
		verdict: v,
		ends:    !v.Retrying && v.Class != NotAnError && v.Class != CLIUsage,
		exact:   v.Rule.whole(bare) && (v.Acts || v.Class != Capacity),
	}
}

// endings remembers what the error cells in sight mean: they are read in every frame.
type endings map[string]ending

// mostEndings bounds what is remembered, in cells.
const mostEndings = 64

func (e endings) of(text string) ending {
	known, ok := e[text]
	if !ok {
		if len(e) == mostEndings {
			clear(e)
		}
		known = endingOf(text)
		e[text] = known
	}
	return known
}

var rowSeed = maphash.MakeSeed()

func (v *view) hashRows(s *terminal.Screen) {
	for y := range v.composer {
		if text := s.Row(y).Text(); len(text) > 3 {
			v.rows = append(v.rows, maphash.String(rowSeed, text))
		}
	}
}
