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

// mostNumbered is how many numbered actions are shown at a time where Offer.Most says no more.
const mostNumbered = 4

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
	attribute := reverse
	if b.offer.Faint {
		attribute = faint
	}
	return paint(body, space.Cols, attribute)
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
	return paint(body, space.Cols, reverse)
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
	words  bool // what letters, ? and tab do, and remarks
	title  bool // the title, and the remarks on what is numbered
	models int  // at least so many numbered ones, if there are; 0: one, and of the others only the first
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
	b.from = min(b.from, max(len(b.offer.numbered())-1, 0))
	left := 0 // models that could be on the screen
	if b.TakesKeys(now) {
		left = len(b.offer.numbered()) - b.from
	}
	for _, s := range styles {
		if s.rows > rows {
			continue
		}
		for n := min(left, max(mostNumbered, b.offer.Most)); n >= min(left, max(s.models, 1)); n-- {
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
		add("", terminal.Sanitize(b.offer.Title))
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
	for _, a := range b.offer.numbered()[b.from : b.from+n] {
		add(string(a.Key), described(a, s.title))
	}
	if n < len(b.offer.numbered()) {
		word(moreKey, lang.Text("bar.more"))
	}
	if waiting {
		word("esc", lang.Text("bar.stop"))
		return segments
	}
	for i, a := range b.offer.lettered() {
		if i == 0 || s.models > 0 {
			word(string(a.Key), described(a, true))
		}
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

// described is what an action does, with the remark on it.
func described(a Action, remarks bool) string {
	text := terminal.Sanitize(a.Label)
	if a.Note != "" && remarks {
		text += " (" + terminal.Sanitize(lang.Heard(a.Note)) + ")"
	}
	return text
}

const (
	// coarse is from when on a countdown shows whole minutes, so that hours of waiting do
	// not wake the processor each second.
	coarse = 10 * time.Minute
	// bySeconds is up to when a countdown is in seconds, and needs no clock beside it.
	bySeconds = 100 * time.Second
)

// remaining is what a countdown shows of the time that is left, which it does not show less
// of than there is, and when that changes: whole seconds, of a long time whole minutes.
func remaining(left time.Duration) (shown, until time.Duration) {
	unit := time.Second
	if left > coarse {
		unit = time.Minute
	}
	if left <= 0 {
		return 0, 0
	}
	less := (left - 1).Truncate(unit)
	return less + unit, left - less
}

// countdown is "retry in" with what is left.
func countdown(until, now time.Time) string { return lang.Text("bar.retry", Left(until, now)) }

// Left is the time that is left until then, and of a long time when that is: "45s", "2:14:00 (06:34)",
// "26:14:00 (Dec 2 06:34)".
func Left(until, now time.Time) string {
	left, _ := remaining(until.Sub(now))
	if left < bySeconds {
		return lang.Text("bar.seconds", int(left/time.Second))
	}
	h, m, s := left/time.Hour, left/time.Minute%60, left/time.Second%60
	text := fmt.Sprintf("%d:%02d", m, s)
	if h > 0 {
		text = fmt.Sprintf("%d:%02d:%02d", h, m, s)
	}
	return text + " (" + Clock(until, now) + ")"
}

// Clock is the time that a clock in t's zone shows then, with the date where that is not now's.
func Clock(t, now time.Time) string {
	year, month, day := t.Date()
	if y, m, d := now.In(t.Location()).Date(); y == year && m == month && d == day {
		return t.Format("15:04")
	}
	return t.Format(lang.Text("bar.date"))
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

// The attributes of our rows: SGR 7 (reverse), or SGR 2 (faint).
const (
	reverse = "\x1b[0;7m"
	faint   = "\x1b[0;2m"
)

// paint turns rows of segments into terminal text.
func paint(body [][]segment, cols int, attribute string) []string {
	lines := make([]string, len(body))
	for i, row := range body {
		lines[i] = paintRow(row, cols, attribute)
	}
	return lines
}

// paintRow writes one row in an attribute, keys in bold (SGR 1).
func paintRow(row []segment, cols int, attribute string) string {
	var line strings.Builder
	line.WriteString(attribute)
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
			line.WriteString(attribute)
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
