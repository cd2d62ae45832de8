package matcher

import (
	"strings"

	"github.com/cxhook/cxhook/internal/lazy"
)

// hole stands for cells that a repaint skipped by moving the cursor: their old content is not in the bytes.
const hole = '\uFFFC'

var (
	newRows     = lazy.Regexp(`\x1b\[[0-9]*(;1?)?[Hf]`)
	cursorMoves = lazy.Regexp(`\x1b\[[0-9;]*[HfGCd` + "`" + `]`)
	escapes     = lazy.Regexp(`\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(\x1b\\)?|\x1b[ -/]*[0-~]?`)
	spaces      = lazy.Regexp(`[\s\x{a0}]+`)
	letters     = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "\ufe0f", "", "\u200b", "", "\ufeff", "", "…", "...")
)

// unescape takes colours, titles and control characters out of text as a terminal got it, and ends every line with LF.
func unescape(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	text = newRows().ReplaceAllString(text, "\n")
	text = cursorMoves().ReplaceAllString(text, string(hole))
	text = escapes().ReplaceAllString(text, "")
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}

// plain brings a message to the form in which rules are written: straight quotes, single spaces, no variation
// selectors.
func plain(text string) string {
	text = letters.Replace(text)
	return strings.TrimSpace(spaces().ReplaceAllString(text, " "))
}

// filled gives message with a space for every cursor move: how a repaint that skips blank cells reads.
func filled(message string) string { return plain(strings.ReplaceAll(message, string(hole), " ")) }

// repaints says whether message is text with some cells left out by a repaint.
func repaints(message, text string) bool {
	parts := strings.Split(message, string(hole))
	last := len(parts) - 1
	if last == 0 || !strings.HasPrefix(text, parts[0]) {
		return false
	}
	text = text[len(parts[0]):]
	for _, part := range parts[1:last] {
		at := strings.Index(text, part)
		if at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	// The cells left out are fewer than those drawn: else any two letters around a move would match.
	return strings.HasSuffix(text, parts[last]) && len(parts[0])+len(parts[last]) > len(text)-len(parts[last])
}
