package recovery

import (
	"strings"

	"github.com/cxhook/cxhook/terminal"
)

// drafted is what the user has typed in the composer, from its mark ("›", or "»" at the
// ultra effort) to the cursor's row. Codex ends by Ctrl-C, which empties the composer first:
// 0.106.0 loses what stood there, later ones keep it in their history (see keepsDrafts),
// but not where the user keeps none.
func drafted(s *terminal.Screen) string {
	cursor, _, _ := s.Cursor()
	for top := cursor; top >= 0; top-- {
		if mark := s.Row(top).Cells[0].Text; mark != "›" && mark != "»" {
			continue
		}
		var rows []string
		for y := top; y <= cursor; y++ {
			rows = append(rows, strings.TrimSpace(s.Row(y).TextFrom(2)))
		}
		return strings.TrimSpace(strings.Join(rows, " "))
	}
	return ""
}
