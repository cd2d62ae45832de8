package prompt

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

const (
	// minCols is the narrowest terminal a bar is drawn on; below it a model's name
	// cannot be read any more.
	minCols = 20
	// spareRows are left to codex whatever the bar has to say: its composer is
	// three rows high with a footer below.
	spareRows = 4
	// gap separates two things on one row.
	gap = "   "
)

// Draw gives the rows of the bar, top to bottom, each exactly cols columns wide and
// with its own SGR (reverse video, keys in bold). It gives none if the bar is
// dismissed or the terminal has no room.
func (b *Bar) Draw(cols, rows int, now time.Time) []string {
	if b.dismissed {
		return nil
	}
	body := wrap(b.segments(now), cols)
	if b.why {
		var lines [][]segment
		for _, line := range b.offer.Why {
			for _, part := range terminal.Fold(terminal.Sanitize(line), cols-2) {
				lines = append(lines, []segment{{text: part}})
			}
		}
		if room := max(0, rows-spareRows-len(body)); len(lines) > room {
			lines = lines[:room]
			if room > 0 {
				last := &lines[room-1][0]
				last.text = terminal.Truncate(last.text, cols-4) + " …"
			}
		}
		body = append(lines, body...)
	}
	if rows-spareRows < len(body) {
		return nil // a part of the choices would be chosen from unseen
	}
	return paint(body, cols, rows)
}

// Notice draws a text of ours that asks nothing, in the language in force.
func Notice(text string, cols, rows int) []string {
	var body [][]segment
	for _, part := range terminal.Fold(terminal.Sanitize(lang.Heard(text)), cols-2) {
		body = append(body, []segment{{text: part}})
	}
	return paint(body, cols, rows)
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

func (b *Bar) segments(now time.Time) []segment {
	segments := []segment{{text: b.title()}}
	until, waiting := b.Waiting()
	if waiting {
		segments = append(segments, segment{text: countdown(until, now)})
		if b.offer.WaitNote != "" {
			segments = append(segments, segment{text: terminal.Sanitize(lang.Heard(b.offer.WaitNote))})
		}
	}
	if !b.TakesKeys(now) {
		return append(segments, segment{openKey, lang.Text("bar.choose")})
	}
	if waiting {
		segments = append(segments, segment{"space", lang.Text("bar.now")})
	}
	for i, c := range b.offer.Candidates {
		text := terminal.Sanitize(c.Name)
		if c.Note != "" {
			text += " (" + terminal.Sanitize(lang.Heard(c.Note)) + ")"
		}
		segments = append(segments, segment{fmt.Sprint(i + 1), text})
	}
	if waiting {
		return append(segments, segment{"esc", lang.Text("bar.stop")})
	}
	if b.offer.Wait {
		segments = append(segments, segment{"w", lang.Text("bar.wait")})
	}
	if b.offer.Fresh {
		segments = append(segments, segment{"f", lang.Text("bar.fresh")})
	}
	if len(b.offer.Why) > 0 {
		segments = append(segments, segment{"?", lang.Text("bar.why")})
	}
	segments = append(segments, segment{"esc", ""})
	if b.offer.Note != "" {
		segments = append(segments, segment{text: terminal.Sanitize(lang.Heard(b.offer.Note))})
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
func wrap(segments []segment, cols int) [][]segment {
	var rows [][]segment
	used := 0
	for _, s := range segments {
		if n := len(rows); n > 0 && used+len(gap)+s.width() <= cols-2 {
			rows[n-1] = append(rows[n-1], s)
			used += len(gap) + s.width()
			continue
		}
		rows = append(rows, []segment{s})
		used = s.width()
	}
	return rows
}

// paint turns rows of segments into terminal text. When there are more rows than
// the terminal can spare the first ones are dropped: the keys stand last.
func paint(body [][]segment, cols, rows int) []string {
	if room := rows - spareRows; cols < minCols || room < 1 {
		return nil
	} else if len(body) > room {
		body = body[len(body)-room:]
	}
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
	for i, s := range row {
		if i > 0 {
			put(gap)
		}
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
