package scriptedcodex

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The colours of the recorded releases on a black background.
const (
	composerFill = "48;2;30;30;30"
	userFill     = "48;2;40;40;40" // 0.171; 0.144 uses composerFill
	white        = "38;2;255;255;255"
	grey         = "38;2;153;153;153"
	modelColour  = "38;2;246;226;183"
	pathColour   = "38;2;171;223;167"
	titleColour  = "38;2;243;139;168"
	linkColour   = "38;2;99;168;248"
	cyan         = "38;5;6"
)

// transcriptCell is one cell of the conversation: it gives its rows at a width.
type transcriptCell func(cols int) []line

// header is the first cell: two plain rows in 0.171, a box in 0.144.
func header(rel release, model, dir string) transcriptCell {
	return func(cols int) []line {
		if rel.modern {
			return []line{
				{},
				spans(span{"  ", look{}}, span{">_ ", look{fg: linkColour}}, span{"OpenAI Codex", look{bold: true}},
					span{" (v" + rel.version + ")", look{dim: true}}),
				styled("     "+dir, look{dim: true}),
			}
		}
		inner := max(len("model:        /model to change")+len(model), len("directory: ")+len(dir))
		edge := strings.Repeat("─", inner+2)
		pad := func(used int) string { return strings.Repeat(" ", max(inner-used, 0)) + " │" }
		dim, plain := look{dim: true}, look{}
		rows := []line{
			styled("╭"+edge+"╮", dim),
			spans(span{"│ >_ ", dim}, span{"OpenAI Codex", look{bold: true}}, span{" (v" + rel.version + ")" + pad(len("  OpenAI Codex (v0.144.6)")+1), dim}),
			styled("│ "+pad(0), dim),
			spans(span{"│ model:     ", dim}, span{model + "   ", plain}, span{"/model", look{fg: cyan}},
				span{" to change" + pad(len("model:        /model to change")+len(model)), dim}),
			spans(span{"│ directory: ", dim}, span{dir, plain}, span{pad(len("directory: ") + len(dir)), dim}),
			styled("╰"+edge+"╯", dim),
		}
		if cols < inner+4 { // the real one breaks the box up; only its text matters at such widths
			return rows[1:5]
		}
		return rows
	}
}

// user is a prompt as the transcript shows it.
func user(rel release, prompt string) transcriptCell {
	fill := composerFill
	if rel.modern {
		fill = userFill
	}
	return func(cols int) (rows []line) {
		rows = append(rows, filled(fill))
		for i, row := range wrap(prompt, cols-3) {
			mark := span{"  ", look{}}
			if i == 0 {
				mark = span{"› ", look{bold: true, dim: true}}
			}
			rows = append(rows, filled(fill, mark, span{row, look{}}))
		}
		return append(rows, filled(fill))
	}
}

// failure is the error cell. 0.171 wraps it at the full width without an indent, 0.144 indents what follows by two.
func failure(rel release, message string) transcriptCell {
	return func(cols int) (rows []line) {
		body := wrap(rel.glyph+" "+message, cols)
		if rel.hang != "" {
			body = wrap(message, cols-len(rel.hang))
			body[0] = rel.glyph + " " + body[0]
		}
		for i, row := range body {
			indent := ""
			if i > 0 {
				indent = rel.hang
			}
			rows = append(rows, spans(span{indent, look{}}, span{row, look{fg: rel.colour}}))
		}
		return rows
	}
}

// note is what begins with a dim bullet: an answer, a fork's origin, a finished compaction.
func note(message string) transcriptCell {
	return func(cols int) (rows []line) {
		mark := span{"• ", look{dim: true}}
		for _, row := range wrap(message, cols-2) {
			rows = append(rows, spans(mark, span{row, look{}}))
			mark = span{"  ", look{}}
		}
		return rows
	}
}

// worked is the rule that 0.171 draws under an answer.
func worked(at time.Time) transcriptCell {
	return func(cols int) []line {
		rule := "  Worked for <1s • " + at.Format("15:04")
		return []line{styled(rule+strings.Repeat(" ", max(cols-len(rule)+2, 0)), look{dim: true})}
	}
}

// cells are those of a finished turn.
func (t turn) cells(rel release) (cells []transcriptCell) {
	if !t.compact {
		cells = append(cells, user(rel, t.prompt))
	}
	return append(cells, t.outcome(rel)...)
}

func (t turn) outcome(rel release) (cells []transcriptCell) {
	switch {
	case t.failure != "":
		return []transcriptCell{failure(rel, t.failure)}
	case t.answer != "":
		cells = append(cells, note(t.answer))
		if rel.modern {
			cells = append(cells, worked(time.Now()))
		}
	}
	return cells
}

// displayName is a slug as 0.171's footer writes it: GPT-5.6-Sol.
func displayName(slug string) string {
	words := strings.Split(slug, "-")
	for i, w := range words {
		if w == "gpt" {
			words[i] = "GPT"
		} else if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "-")
}

// tilde shortens a directory under the home directory.
func tilde(dir string) string {
	if rest, ok := strings.CutPrefix(dir, filepath.Clean(os.Getenv("HOME"))+"/"); ok && os.Getenv("HOME") != "" {
		return "~/" + rest
	}
	return dir
}
