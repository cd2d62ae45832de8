package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/lang"
)

// Sizes of the picture in pixels: 720 wide, so that it fits a README's column.
const (
	square = 26
	gap    = 1
	left   = 56
	top    = 58
	width  = left + hours*(square+gap) + 16
	height = top + days*(square+gap) + 44
)

// fills are the colours of the levels, and of a cell without a turn, on light
// and dark pages alike. They differ in brightness too.
var fills = [...]string{"#7fbf7b", "#c7e08f", "#f6d45c", "#ee8a3c", "#b2182b"}

// Picture draws the week of the model with the most refusals.
func Picture(p Page) (string, error) {
	if len(p.Models) == 0 {
		return "", lang.Errorf("error.nothing_to_draw")
	}
	return svg(weekOf(mostRefusing(p.Models)), p.span()), nil
}

// svg draws a week as a picture. note is a line below it, such as the days that
// it covers.
func svg(h heat, note string) string {
	var b strings.Builder
	title := lang.Text("stats.when", h.model)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="ui-sans-serif,system-ui,sans-serif" font-size="12">
<title>%[3]s</title>
<style>text{fill:#57606a}.t{fill:#24292f;font-size:16px;font-weight:600}.e{fill:#8b949e;fill-opacity:.15}@media(prefers-color-scheme:dark){text{fill:#9da7b1}.t{fill:#e6edf3}}</style>
<text class="t" x="%[4]d" y="24">%[3]s</text>
`, width, height, escape(title), left)
	for hour := 0; hour < hours; hour += 3 {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%02d</text>\n", left+hour*(square+gap), top-8, hour)
	}
	for day := range days {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", left-8, top+day*(square+gap)+17, dayName(day))
		for hour := range hours {
			c := h.cells[day][hour]
			box(&b, left+hour*(square+gap), top+day*(square+gap), c.level(),
				lang.Text("stats.cell", dayName(day), hour, c.refused, c.asked))
		}
	}
	y := top + days*(square+gap) + 12
	x := left
	for level, key := range append([]string{"no_turn"}, legendKeys[:]...) {
		box(&b, x, y, level-1, "")
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x+square+6, y+17, lang.Text("stats.level."+key))
		x += square + 56
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n</svg>\n", width-16, y+17, escape(note))
	return b.String()
}

func box(b *strings.Builder, x, y, level int, tip string) {
	fill := `class="e"`
	if level >= 0 {
		fill = fmt.Sprintf(`fill="%s"`, fills[level])
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" %s`, x, y, square, square, fill)
	if tip == "" || level < 0 {
		b.WriteString("/>\n")
		return
	}
	fmt.Fprintf(b, "><title>%s</title></rect>\n", escape(tip))
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a strings.Builder takes every write
	return b.String()
}
