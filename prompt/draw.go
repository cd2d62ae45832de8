package prompt

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// minCols is the narrowest terminal a bar is drawn on; below it a model's name
// cannot be read any more.
const minCols = 20

// mostRows is how many rows a bar has at most, unless it tells why: codex's footer has two.
const mostRows = 2

// mostModels is how many models are offered at a time where the user has not named them.
const mostModels = 4

// Space is where a bar may stand: the width of the terminal, and the rows that are free
// above and below codex's composer.
type Space struct{ Cols, Above, Below int }

// rows is how many rows what asks something may have.
func (s Space) rows() int {
	if s.Below > 0 {
		return s.Below
	}
	return s.Above
}

// Draw gives the rows of the bar, top to bottom, each exactly as wide as the terminal and
// with its own SGR (reverse video, keys in bold). They stand at the bottom of the screen
// where that many rows are free below the composer, else right above it. It gives none if
// the bar is dismissed or the terminal has no room. Models that are not drawn cannot be
// chosen until their turn comes, on the key tab.
func (b *Bar) Draw(space Space, now time.Time) []string {
	if b.dismissed || space.Cols < minCols || space.rows() < 1 {
		return nil
	}
	body := b.layout(space.Cols, min(space.rows(), mostRows), now)
	if b.why {
		body = append(b.reason(space.Cols, max(space.Above, space.Below)-len(body)), body...)
	}
	return paint(body, space.Cols)
}

// reason is what the why key shows, in at most that many rows.
func (b *Bar) reason(cols, rows int) (lines [][]segment) {
	for _, line := range b.offer.Why {
		lines = append(lines, folded(line, cols)...)
	}
	if rows = max(rows, 0); len(lines) > rows {
		lines = lines[:rows]
		if rows > 0 {
			last := &lines[rows-1][0]
			last.text = terminal.Truncate(last.text, cols-4) + " …"
		}
	}
	return lines
}

// Notice draws a text of ours that asks nothing, in the language in force.
func Notice(text string, space Space) []string {
	rows := max(space.Above, space.Below)
	if space.Cols < minCols || rows < 1 {
		return nil
	}
	body := folded(lang.Heard(text), space.Cols)
	if len(body) > rows { // its end says what to do
		body = body[len(body)-rows:]
	}
	return paint(body, space.Cols)
}

// folded breaks a text into rows, one column of margin on both sides.
func folded(text string, cols int) (rows [][]segment) {
	for _, part := range terminal.Fold(terminal.Sanitize(text), cols-2) {
		rows = append(rows, []segment{{text: part}})
	}
	return rows
}

// segment is a key with its meaning, or a text without a key. Segments stay whole
// when the bar is broken into rows.
type segment struct{ key, text string }

func (s segment) width() int {
	if s.key == "" || s.text == "" {
		return terminal.Width(s.key + s.text)
	}
	return terminal.Width(s.key) + 1 + terminal.Width(s.text)
}

// style is a way to lay the bar out, with more or less left away.
type style struct {
	rows   int
	gap    int  // columns between two things on one row
	words  bool // what w, f, ? and tab do, and remarks
	title  bool // the title, and what a switch would change besides
	models int  // at least so many, if there are; 0: one, and only the keys to act on it
}

// styles are tried in order until one fits: one row if it can say all, what the keys mean
// before many models.
var styles = []style{
	{1, 3, true, true, 2}, {1, 2, true, true, 2}, {2, 3, true, true, 2},
	{1, 3, false, true, 2}, {1, 1, false, true, 2}, {2, 1, false, true, 2},
	{2, 3, true, true, 1}, {2, 1, false, true, 1}, {1, 1, false, true, 1},
	{2, 3, false, false, 1}, {1, 1, false, false, 1}, {1, 1, false, false, 0},
}

// layout is what fits into that many rows. It decides which models are on the screen.
func (b *Bar) layout(cols, rows int, now time.Time) (body [][]segment) {
	b.from = min(b.from, max(len(b.offer.Candidates)-1, 0))
	left := 0 // models that could be on the screen
	if b.TakesKeys(now) {
		left = len(b.offer.Candidates) - b.from
	}
	for _, s := range styles {
		if s.rows > rows {
			continue
		}
		for n := min(left, max(mostModels, b.offer.Most)); n >= min(left, max(s.models, 1)); n-- {
			b.to = b.from + n
			body = wrap(b.segments(s, n, now), cols, s.gap)
			if len(body) <= s.rows && !slices.ContainsFunc(body, func(row []segment) bool { return width(row) > cols-2 }) {
				return body
			}
		}
	}
	return body[:min(len(body), rows)]
}

func width(row []segment) (n int) {
	for _, s := range row {
		n += s.width()
	}
	return n
}

func (b *Bar) segments(s style, n int, now time.Time) (segments []segment) {
	add := func(key, text string) { segments = append(segments, segment{key, text}) }
	word := func(key, text string) {
		if !s.words {
			text = ""
		}
		add(key, text)
	}
	if s.title {
		add("", b.title())
	}
	until, waiting := b.Waiting()
	if waiting {
		add("", countdown(until, now))
		if b.offer.WaitNote != "" && s.words {
			add("", terminal.Sanitize(lang.Heard(b.offer.WaitNote)))
		}
	}
	if !b.TakesKeys(now) {
		add(openKey, lang.Text("bar.choose"))
		return segments
	}
	if waiting {
		word("space", lang.Text("bar.now"))
	}
	for i, c := range b.offer.Candidates[b.from : b.from+n] {
		text := terminal.Sanitize(c.Name)
		if c.Note != "" && s.title {
			text += " (" + terminal.Sanitize(lang.Heard(c.Note)) + ")"
		}
		add(fmt.Sprint(b.from+i+1), text)
	}
	if n < len(b.offer.Candidates) {
		word(moreKey, lang.Text("bar.more"))
	}
	if waiting {
		word("esc", lang.Text("bar.stop"))
		return segments
	}
	if b.offer.Wait {
		word("w", lang.Text("bar.wait"))
	}
	if b.offer.Fresh && s.models > 0 {
		fresh := lang.Text("bar.fresh")
		if b.offer.Unasked {
			fresh += " (" + lang.Text("bar.unasked") + ")"
		}
		word("f", fresh)
	}
	if len(b.offer.Why) > 0 && s.models > 0 {
		word("?", lang.Text("bar.why"))
	}
	add("esc", "")
	if b.offer.Note != "" && s.words {
		add("", terminal.Sanitize(lang.Heard(b.offer.Note)))
	}
	return segments
}

func (b *Bar) title() string {
	model := terminal.Sanitize(b.offer.Model)
	if model == "" {
		model = lang.Text("bar.model")
	}
	if b.offer.Compact {
		return lang.Text("bar.compact", model)
	}
	return lang.Text("bar.at_capacity", model)
}

func countdown(until, now time.Time) string {
	return lang.Text("bar.retry", max(0, (until.Sub(now)+time.Second-1)/time.Second))
}

// wrap breaks segments into rows of at most cols columns, one column of margin on
// both sides.
func wrap(segments []segment, cols, gap int) [][]segment {
	var rows [][]segment
	used := 0
	for _, s := range segments {
		if n := len(rows); n > 0 && used+gap+s.width() <= cols-2 {
			rows[n-1] = append(rows[n-1], segment{text: strings.Repeat(" ", gap)}, s)
			used += gap + s.width()
			continue
		}
		rows = append(rows, []segment{s})
		used = s.width()
	}
	return rows
}

// paint turns rows of segments into terminal text.
func paint(body [][]segment, cols int) []string {
	lines := make([]string, len(body))
	for i, row := range body {
		lines[i] = paintRow(row, cols)
	}
	return lines
}

// paintRow writes one row: SGR 7 (reverse) throughout, SGR 1 (bold) for keys and
// SGR 22 (not bold) after them.
func paintRow(row []segment, cols int) string {
	var line strings.Builder
	line.WriteString("\x1b[0;7m")
	left := cols
	put := func(text string) {
		text = terminal.Truncate(text, left)
		left -= terminal.Width(text)
		line.WriteString(text)
	}
	put(" ")
	for _, s := range row {
		if s.key != "" {
			line.WriteString("\x1b[1m")
			put(s.key)
			line.WriteString("\x1b[22m")
			if s.text != "" {
				put(" ")
			}
		}
		put(s.text)
	}
	line.WriteString(strings.Repeat(" ", left))
	line.WriteString("\x1b[0m")
	return line.String()
}
