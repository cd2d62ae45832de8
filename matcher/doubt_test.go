package matcher_test

import (
	"strings"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

// ended are the bytes of a frame in which the turn ends and row is written above the composer.
func ended(row string) string {
	return "\x1b[?2026h\x1b[36;1H\x1b[2K\x1b[20;1H\x1b[0m\x1b[K\x1b[21;1H\x1b[K" + row + "\x1b[0m\x1b[K\x1b[38;3H\x1b[?2026l"
}

// bottom is a screen of 80 by 40 whose working line stands in row 36.
func bottom(t *testing.T) *script {
	t.Helper()
	s := newScript(matcher.Options{})
	s.draw(0, working(one))
	if text := s.w.Screen().Row(35).Text(); !strings.Contains(text, "Working") {
		t.Fatalf("row 36 is %q", text)
	}
	return s
}

// Releases to 0.155.1 pass the escapes of an answer and of a command's output on.
func TestARowThatIsWrittenOverFromItsStartIsNoErrorCell(t *testing.T) {
	for name, row := range map[string]string{
		"an answer's escapes":        "  \x1b[G\x1b[31m■ " + sentence,
		"a command's output":         "  └ \r\x1b[31m■ " + sentence,
		"erased before":              "  text\r\x1b[2K\x1b[31m■ " + sentence,
		"led away and back":          "  \x1b[A\x1b[B\x1b[G\x1b[31m■ " + sentence,
		"the row is chosen as well":  "  \x1b[21;1H\x1b[31m■ " + sentence,
		"backspaces":                 "  \b\b\x1b[31m■ " + sentence,
		"over the last column's end": strings.Repeat("x", 80) + "\r\x1b[31m■ " + sentence,
		"the yellow one of 0.106":    "• \r\x1b[33m⚠ " + sentence,
		"a saved place":              "\x1b7  \x1b8\x1b[31m■ " + sentence,
	} {
		t.Run(name, func(t *testing.T) {
			s := bottom(t)
			s.write(100, ended(row))
			s.pause(300)
			s.want(t, 0)
		})
	}
	s := bottom(t)
	s.write(100, ended("\x1b[31m■ "+sentence))
	s.pause(300)
	s.want(t, 1) // the same row as codex itself writes it
}

// Codex may give these another width than the screen does, so that the end of its row lands in our next.
func TestWhatOurWrapMadeBehindAGlyphOfDisputedWidthIsNoErrorCell(t *testing.T) {
	for name, glyph := range map[string]string{
		"of Unicode 17": "\U0001faea", "of Unicode 16": "\U0001fae9", "a hexagram": "\u4dc0", "a part of a flag": "\U0001f1e6",
		"a selector": "\u2764\ufe0f", "a joiner": "\U0001f469\u200d\U0001f4bb", "a filler": "\u3164",
	} {
		t.Run(name, func(t *testing.T) {
			s := bottom(t)
			reached := 0
			for blanks := range 81 { // one of them makes our wrap come just before the mark
				s.draw(0, working(one))
				s.write(100, ended(strings.Repeat(glyph, 5)+strings.Repeat(" ", blanks)+"\x1b[31m■ "+sentence))
				if s.w.Screen().Row(21).Cells[0].Text == "■" {
					reached++
				}
				s.pause(300)
			}
			s.want(t, 0)
			if reached == 0 {
				t.Error("no row began with the mark")
			}
		})
	}
}

func TestAnErrorCellStandsApart(t *testing.T) {
	s := bottom(t)
	s.write(100, "\x1b[?2026h\x1b[36;1H\x1b[2K\x1b[20;1H• It says:\x1b[21;1H\x1b[31m■ "+sentence+"\x1b[0m\x1b[38;3H\x1b[?2026l")
	s.pause(300)
	s.want(t, 0)
}

func TestAnErrorCellThatEndsATurnIsTheLastOne(t *testing.T) {
	for name, below := range map[string]cell{
		"an answer goes on":       fenced("and so on"),
		"another command follows": prose("Ran ls"),
		"a list":                  {"- ", "an item", 2, normal},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(matcher.Options{})
			s.draw(0, working(one))
			s.draw(100, resting(one, prose("The text:"), refused, below))
			s.pause(300)
			s.want(t, 0)
		})
	}
	for name, below := range map[string]cell{"a warning": warningCell("The limit is near."), "the next prompt": two} {
		t.Run(name+" may stand below it", func(t *testing.T) {
			s := newScript(matcher.Options{})
			s.draw(0, queued(one))
			s.draw(100, resting(one, refused, below))
			s.pause(900)
			s.want(t, 1)
		})
	}
}

func TestWhereCodexReportsErrorsATurnWithoutOneHasNotFailed(t *testing.T) {
	for name, c := range map[string]struct {
		errors       bool
		begun, ended string
		want         int
	}{
		"0.168, error":             {true, stateWorking, stateError + stateIdle, 1},
		"0.168, interrupted":       {true, stateWorking, stateIdle, 0},
		"0.168, done":              {true, stateWorking, stateDone + stateIdle, 0},
		"0.168, reports nothing":   {true, "", "", 1},
		"0.168, an error before":   {true, stateWorking + stateError + stateIdle + stateWorking, stateIdle, 0},
		"seen to report, then not": {false, stateWorking + stateError + stateIdle + stateWorking, stateIdle, 0},
		"0.163, refused":           {false, stateWorking, stateIdle, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(matcher.Options{Errors: c.errors})
			s.write(0, c.begun)
			s.draw(10, working(one))
			s.draw(100, resting(one, refused))
			s.write(150, c.ended)
			s.draw(200, resting(one, refused))
			s.pause(300)
			s.want(t, c.want)
		})
	}
}
