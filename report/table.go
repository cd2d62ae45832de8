package report

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// table lays out rows in columns, two spaces apart. The first row is the head. A
// column whose name begins with a space is aligned to the right. Cells may hold names from outside.
func table(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			cell = terminal.Sanitize(cell)
			row[i] = cell
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], terminal.Width(strings.TrimSpace(cell)))
		}
	}
	text := ""
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cell = strings.TrimSpace(cell)
			pad := strings.Repeat(" ", widths[i]-terminal.Width(cell))
			if strings.HasPrefix(rows[0][i], " ") {
				cells[i] = pad + cell
			} else {
				cells[i] = cell + pad
			}
		}
		text += line(strings.Join(cells, "  "))
	}
	return text
}

// percent writes a share as people say it.
func percent(share float64) string {
	switch p := share * 100; {
	case p <= 0:
		return "0 %"
	case p < 1:
		return lang.Text("stats.under")
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}
