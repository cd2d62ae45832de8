package terminal

import "strings"

// Fold breaks a text into lines of at most cols columns: at spaces, which go, and between wide characters, which are
// written without spaces. A mark that closes a phrase never begins a line. A word that is wider than a line stays whole
// on one of its own. It gives no line for no columns.
func Fold(text string, cols int) []string {
	if cols < 1 {
		return nil
	}
	var lines []string
	line, spaced := "", false
	for _, word := range strings.Fields(text) {
		spaced = true
		for _, piece := range breakable(word) {
			blank := ""
			if spaced && line != "" {
				blank = " "
			}
			spaced = false
			if line != "" && Width(line+blank+piece) > cols {
				lines = append(lines, line)
				line, blank = "", ""
			}
			line += blank + piece
		}
	}
	return append(lines, line)
}

const (
	// closing marks stay with what stands before them, opening ones with what follows (CLREQ, "prohibition rules for
	// line start and line end").
	closing = "，。、；：？！）》」』】”’…,.;:?!)"
	opening = "（《「『【“‘("
)

// breakable cuts a word between its characters where one of the two is wide.
func breakable(word string) []string {
	var list []string
	piece, last := "", rune(0)
	for _, r := range word {
		wide := last != 0 && Width(string(r)) > 0 && (Width(string(last)) == 2 || Width(string(r)) == 2)
		if wide && !strings.ContainsRune(closing, r) && !strings.ContainsRune(opening, last) {
			list = append(list, piece)
			piece = ""
		}
		piece += string(r)
		last = r
	}
	return append(list, piece)
}

// Pad fills s up with spaces to cols columns; a wider text stays as it is.
func Pad(s string, cols int) string {
	return s + strings.Repeat(" ", max(0, cols-Width(s)))
}
