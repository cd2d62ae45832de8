package terminal

import (
	"strings"
	"testing"
)

func TestPaintShowsTheRowsAndLeavesTheCursor(t *testing.T) {
	for _, in := range []string{
		"plain",
		"\x1b[1;38;5;1mbold\x1b[22m red\x1b[0m \x1b[4:3;58;2;1;2;3mcurly\x1b[0m",
		"\x1b[48;2;30;30;30m\x1b[K  shaded\x1b[3;3H\x1b[J",
		"世界 e\u0301 👩\u200d👩\u200d👧 🇩🇪",
		"\x1b[1;19H世", "\x1b[1;20Hx", "世\x1b[1;2Hx",
		"\x1b[7;9;53mattributes\x1b[0m\x1b[91;107mbright\x1b[38;5;200;48;5;100mindexed",
		"\x1b[44m\x1b[1;5H\x1b[3X\x1b[45m\x1b[4X",
	} {
		s := NewScreen(20, 4)
		s.Write([]byte("\x1b[2J\x1b[1;1H" + in + "\x1b[4;4H"))
		if !checkPaint(t, s) {
			t.Errorf("%q cannot be painted", in)
		}
	}
}

// Codex 0.171.0 leaves the cursor there behind its pickers.
func TestPaintKeepsAWrapThatIsPending(t *testing.T) {
	for _, in := range []string{"abcd", "ab世", "\x1b[31mabc\x1b[1;44md\x1b[0;7m", "abc\x1b[1;4H⚠"} {
		s := NewScreen(4, 2)
		s.Write([]byte("\x1b[2J\x1b[1;1H" + in))
		if !checkPaint(t, s) {
			t.Errorf("%q cannot be painted", in)
		}
	}
}

func TestPaintOnlySomeRows(t *testing.T) {
	s := NewScreen(4, 3)
	s.Write([]byte("\x1b[2;1Habcd\x1b[1;1H"))
	b, ok := s.Paint(1, 2)
	if want := "\x1b7\x1b[2;1H\x1b[0mabcd\x1b8"; string(b) != want || !ok {
		t.Errorf("painted %q, %v, want %q", b, ok, want)
	}
}

func TestPaintTrustsNoTerminalsWidthOfASymbol(t *testing.T) {
	s := NewScreen(4, 1)
	s.Write([]byte("\x1b[2J\x1b[1;1H⚠x\x1b[1;1H"))
	b, _ := s.Paint(0, 1)
	if want := "\x1b7\x1b[1;1H\x1b[0m⚠\x1b[2Gx\x1b[2X\x1b8"; string(b) != want {
		t.Errorf("painted %q, want %q", b, want)
	}
}

func TestPaintWorksAgainAfterALinkHasEnded(t *testing.T) {
	s := NewScreen(4, 1)
	s.Write([]byte("\x1b[2J\x1b[1;1H\x1b]8;;http://localhost\x07a\x1b]8;;\x07"))
	if !checkPaint(t, s) {
		t.Error("not painted")
	}
}

func TestPaintRefusesWhatWouldNotBeExact(t *testing.T) {
	tests := []struct{ name, in string }{
		{"a cell is unknown", "\x1b[1;1H\x1b[K"},
		{"the row of the cursor is a guess", "\x1b[2Jab"},
		{"the program saved a cursor", "\x1b[2J\x1b[1;1H\x1b7"},
		{"the program saved a cursor, the short way", "\x1b[2J\x1b[1;1H\x1b[s"},
		{"origin mode", "\x1b[2J\x1b[?6h"},
		{"insert mode", "\x1b[2J\x1b[1;1H\x1b[4h"},
		{"a link is open", "\x1b[2J\x1b[1;1H\x1b]8;;http://localhost\x07"},
		{"line drawing", "\x1b[2J\x1b[1;1H\x1b(0"},
		{"an unfinished sequence", "\x1b[2J\x1b[1;1H\x1b["},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(4, 2)
			s.Write([]byte(tt.in))
			if b, ok := s.Paint(0, 2); ok || b != nil {
				t.Errorf("painted %q, %v", b, ok)
			}
		})
	}
}

func TestPaintRepeatsEveryRecordedFrame(t *testing.T) {
	painted := 0
	for _, r := range recordings(t) {
		s := NewScreen(r.cols, r.rows)
		var in Input
		for _, e := range r.events {
			if e.kind == "i" {
				placeByReports(s, in.Write([]byte(e.data)))
				continue
			}
			for _, part := range strings.SplitAfter(e.data, frameEnd) {
				s.Write([]byte(part))
				if strings.HasSuffix(part, frameEnd) && checkPaint(t, s) {
					painted++
				}
			}
		}
	}
	if painted < 1000 {
		t.Errorf("only %d frames could be painted", painted)
	}
}

// placeByReports hands the cursor position reports to the screen.
func placeByReports(s *Screen, events []Event) {
	for _, e := range events {
		if row, col, ok := e.CursorReport(); ok {
			s.Place(row, col)
		}
	}
}

func TestAPictureShowsWhatIsKnownAndBlanksElsewhere(t *testing.T) {
	s := NewScreen(8, 4)
	s.Write([]byte("\x1b[2;1H\x1b[1mknown\x1b[m"))
	if _, ok := s.Paint(0, 4); ok {
		t.Fatal("the whole screen is known")
	}
	other := NewScreen(8, 4)
	other.Write([]byte("\x1b[H\x1b[J"))
	other.Write(s.Picture(0, 3))
	for y, want := range []string{"", "known", "", ""} {
		if got := strings.TrimRight(other.Row(y).Text(), " "); got != want {
			t.Errorf("row %d is %q, want %q", y, got, want)
		}
	}
	if got, want := other.Row(1).Cells[0].Style, s.Row(1).Cells[0].Style; got != want {
		t.Errorf("style %+v, want %+v", got, want)
	}
}
