package report

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/lang"
)

// Progress draws one line for work of total bytes, in at most 60 columns.
func Progress(what string, done, total int64, s Style) string {
	const width = 20
	filled := 0
	if total > 0 {
		filled = int(min(done, total) * width / total)
	}
	full, empty := "█", "░"
	if s.ASCII {
		full, empty = "#", "."
	}
	return what + " " + strings.Repeat(full, filled) + strings.Repeat(empty, width-filled) + " " + lang.Text("stats.progress", size(done), size(total))
}

func size(n int64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
