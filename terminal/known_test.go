package terminal

import (
	"strings"
	"testing"
)

// knownMap shows each cell as K (known) or . (unknown).
func knownMap(s *Screen) []string {
	var rows []string
	for y := range s.rows {
		var b strings.Builder
		for _, c := range s.Row(y).Cells {
			if c.Known {
				b.WriteByte('K')
			} else {
				b.WriteByte('.')
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}

func TestCellIsKnownOnceWrittenOrErased(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"at the start", "", "..../..../...."},
		{"written", "\x1b[2;2Hab", "..../.KK./...."},
		{"moving writes nothing", "\x1b[3;4H\x1b[1;1H", "..../..../...."},
		{"erased to the end of line", "\x1b[2;3H\x1b[K", "..../..KK/...."},
		{"erased to the end of screen", "\x1b[2;3H\x1b[J", "..../..KK/KKKK"},
		{"all erased", "\x1b[2J", "KKKK/KKKK/KKKK"},
		{"scrolled in", "\x1b[3;1H\n", "..../..../KKKK"},
		{"known cells scroll with their text", "\x1b[2;1Hab\x1b[1;1H\x1bM", "KKKK/..../KK.."},
		{"alternate screen", "\x1b[?1049h", "KKKK/KKKK/KKKK"},
		{"alternate screen without clearing", "\x1b[?47h", "..../..../...."},
		{"back on the main screen", "\x1b[1;1Hab\x1b[?1049h\x1b[2;1Hx\x1b[?1049l", "KK../..../...."},
		{"written before the row was certain", "ab\x1b[2;1Hcd", "..../KK../...."},
		{"erased before the row was certain", "\x1b[2J\x1b[2;1Hcd", "KKKK/KKKK/KKKK"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(4, 3)
			s.Write([]byte(tt.in))
			if got := strings.Join(knownMap(s), "/"); got != tt.want {
				t.Errorf("known %s, want %s", got, tt.want)
			}
		})
	}
}

func TestCursorReportPlacesAnInlineSession(t *testing.T) {
	tests := []struct {
		name, before, after string // before and after the query
		row, col            int    // reported
		wantRow, wantCol    int
		known               string
	}{
		{"nothing written yet", "", "", 2, 0, 2, 0, "..../..../..../...."},
		{"as the model has it", "ab", "", 0, 2, 0, 2, "KK../..../..../...."},
		{"text written before is in the wrong rows", "ab", "", 1, 2, 1, 2, "..../..../..../...."},
		{"text written since counts from there", "", "ab\r\nc", 1, 0, 2, 1, "..../..../..../...."},
		{"the program did not wait", "", "\x1b[2;2Hab", 3, 0, 1, 3, "..../.KK./..../...."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(4, 4)
			s.Write([]byte(tt.before + "\x1b[6n" + tt.after))
			s.Place(tt.row, tt.col)
			if row, col, _ := s.Cursor(); row != tt.wantRow || col != tt.wantCol || !s.placed {
				t.Errorf("cursor %d,%d placed %v, want %d,%d placed", row, col, s.placed, tt.wantRow, tt.wantCol)
			}
			if got := strings.Join(knownMap(s), "/"); got != tt.known {
				t.Errorf("known %s, want %s", got, tt.known)
			}
		})
	}
}

func TestEachReportAnswersItsOwnQuery(t *testing.T) {
	s := NewScreen(9, 9)
	s.Write([]byte("\x1b[6n\r\n\r\n\x1b[6n"))
	s.Place(3, 0) // the first query was made two rows higher
	if row, _, _ := s.Cursor(); row != 5 {
		t.Errorf("row %d, want 5", row)
	}
	s.Place(5, 0)
	if row, _, _ := s.Cursor(); row != 5 {
		t.Errorf("after the second report row %d, want 5", row)
	}
}

func TestScreenIsStaleAfterLossUntilRewritten(t *testing.T) {
	tests := []struct {
		name, in string
		stale    bool
		text     string // of the first row
	}{
		{"nothing came", "", true, "old"},
		{"the tail of a sequence is no text", "2;31mx", true, "old"},
		{"reading goes on at the next line", "31mx\nnew", true, "old"},
		{"a part is rewritten", "\x1b[m\x1b[1;1Hnew\x1b[K", true, "new"},
		{"full clear", "\x1b[m\x1b[2J\x1b[1;1Hnew", false, "new"},
		{"every row is rewritten", "\x1b[m\x1b[1;1Hnew\x1b[K\x1b[2;1H\x1b[K", false, "new"},
		{"with a pen nobody knows", "\x1b[2J\x1b[1;1Hnew", true, "new"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(6, 2)
			s.Write([]byte("\x1b[2J\x1b[1;1Hold\x1b[31"))
			s.Reset()
			s.Write([]byte(tt.in))
			if s.Stale() != tt.stale {
				t.Errorf("stale %v, want %v", s.Stale(), tt.stale)
			}
			if got := s.Row(0).Text(); got != tt.text {
				t.Errorf("row %q, want %q", got, tt.text)
			}
			if _, ok := s.Paint(0, 2); ok == tt.stale {
				t.Errorf("paintable %v with stale %v", ok, tt.stale)
			}
		})
	}
}

func TestResize(t *testing.T) {
	tests := []struct {
		name, in   string
		cols, rows int
		text       string
		known      string
		row, col   int
	}{
		{"main screen may have been reflowed", "\x1b[2J\x1b[1;1Hab\x1b[2;1Hcd", 5, 3, "ab/cd/", "...../...../.....", 1, 2},
		{"alternate screen is cut", "\x1b[?1049h\x1b[2;1Hcd\x1b[1;1Habcd", 2, 2, "ab/cd", "KK/KK", 0, 1},
		{"alternate screen grows", "\x1b[?1049h\x1b[1;1Habcd", 5, 4, "abcd///", "KKKK./KKKK./KKKK./.....", 0, 3},
		{"a wide character is not cut in half", "\x1b[?1049h\x1b[1;1Ha世", 2, 3, "a//", "KK/KK/KK", 0, 1},
		{"the terminal scrolled to keep the cursor", "\x1b[?1049h\x1b[3;1Hab", 4, 2, "/", "..../....", 1, 2},
		{"the same size changes nothing", "\x1b[2J\x1b[1;1Hab", 4, 3, "ab//", "KKKK/KKKK/KKKK", 0, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(4, 3)
			s.Write([]byte(tt.in))
			s.Resize(tt.cols, tt.rows)
			if got := strings.Join(s.Text(), "/"); got != tt.text {
				t.Errorf("text %q, want %q", got, tt.text)
			}
			if got := strings.Join(knownMap(s), "/"); got != tt.known {
				t.Errorf("known %s, want %s", got, tt.known)
			}
			if row, col, _ := s.Cursor(); row != tt.row || col != tt.col {
				t.Errorf("cursor %d,%d, want %d,%d", row, col, tt.row, tt.col)
			}
		})
	}
}

func TestSizeIsClamped(t *testing.T) {
	for _, tt := range []struct{ cols, rows, wantCols, wantRows int }{{0, -1, 1, 1}, {5000, 2, 2000, 2}, {2, 3000, 2, 2000}} {
		s := NewScreen(tt.cols, tt.rows)
		if cols, rows := s.Size(); cols != tt.wantCols || rows != tt.wantRows {
			t.Errorf("NewScreen(%d, %d) is %dx%d", tt.cols, tt.rows, cols, rows)
		}
		s = NewScreen(80, 24)
		s.Resize(tt.cols, tt.rows)
		if cols, rows := s.Size(); cols != tt.wantCols || rows != tt.wantRows {
			t.Errorf("Resize(%d, %d) gives %dx%d", tt.cols, tt.rows, cols, rows)
		}
	}
}

func TestHooksSeeTheScreenAsItThenIs(t *testing.T) {
	s := NewScreen(6, 2)
	var log []string
	s.SetHooks(Hooks{
		Frame: func() { log = append(log, "frame "+s.Row(0).Text()) },
		OSC:   func(data []byte) { log = append(log, "osc "+string(data)) },
	})
	s.Write([]byte("c\x1b]7501;state=idle\x1b\\\x1b[?2026h\x1b[1;1Hd\x1b[?2026l\x1b[1;1He"))
	want := "osc 7501;state=idle, frame d"
	if got := strings.Join(log, ", "); got != want {
		t.Errorf("hooks\n%s, want\n%s", got, want)
	}
}
