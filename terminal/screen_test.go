package terminal

import (
	"strings"
	"testing"
)

func TestScreenShowsWhatTheBytesDraw(t *testing.T) {
	tests := []struct {
		name     string
		w, h     int
		in       string
		want     []string
		row, col int
	}{
		{"plain text", 8, 2, "hello", []string{"hello", ""}, 0, 5},
		{"carriage return and line feed", 8, 2, "a\r\nb", []string{"a", "b"}, 1, 1},
		{"line feed keeps the column", 8, 2, "a\nb", []string{"a", " b"}, 1, 2},
		{"wrapping waits for the next character", 3, 2, "abc", []string{"abc", ""}, 0, 2},
		{"wrapping", 3, 2, "abcd", []string{"abc", "d"}, 1, 1},
		{"scrolling at the bottom", 3, 2, "a\r\nb\r\nc", []string{"b", "c"}, 1, 1},
		{"reverse index scrolls at the top", 3, 2, "a\r\nb\x1b[1;1H\x1bM", []string{"", "a"}, 0, 0},
		{"scroll region", 3, 4, "a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[3;1H\n", []string{"a", "c", "", "d"}, 2, 0},
		{"wide character", 4, 1, "a世b", []string{"a世b"}, 0, 3},
		{"wide character does not fit", 3, 2, "ab世", []string{"ab", "世"}, 1, 2},
		{"overwriting half a wide character", 4, 1, "世\x1b[1;2Hx", []string{" x"}, 0, 2},
		{"combining mark", 4, 1, "e\u0301x", []string{"e\u0301x"}, 0, 2},
		{"mark after the cursor was moved", 4, 1, "ab\x1b[1;2H\u0301", []string{"a\u0301b"}, 0, 1},
		{"mark in the last column", 2, 2, "ab\u0301", []string{"ab\u0301", ""}, 0, 1},
		{"mark in the last column, a sequence between", 2, 2, "ab\x1b[?25h\u0301", []string{"ab\u0301", ""}, 0, 1},
		{"mark without a character", 4, 1, "\u0301a", []string{"a"}, 0, 1},
		{"emoji sequence", 6, 1, "👩\u200d👧x", []string{"👩\u200d👧x"}, 0, 3},
		{"emoji sequence cut by a colour", 6, 1, "👩\u200d\x1b[31m👧x", []string{"👩\u200d👧x"}, 0, 3},
		{"two emoji", 6, 1, "👩👧x", []string{"👩👧x"}, 0, 5},
		{"flag", 6, 1, "🇩🇪🇫🇷x", []string{"🇩🇪🇫🇷x"}, 0, 5},
		{"skin tone", 6, 1, "👋🏽x", []string{"👋🏽x"}, 0, 3},
		{"emoji presentation widens a character", 6, 1, "⚠\ufe0fx", []string{"⚠\ufe0fx"}, 0, 3},
		{"Hangul letters", 6, 1, "\u1100\u1161x", []string{"\u1100\u1161x"}, 0, 3},
		{"endless marks are bounded", 4, 1, "e" + strings.Repeat("\u0301", 100) + "x", []string{"e" + strings.Repeat("\u0301", 32) + "x"}, 0, 2},
		{"soft hyphen takes no room", 4, 1, "a\u00adb", []string{"a\u00adb"}, 0, 2},
		{"tabs", 20, 1, "a\tb\x1b[Zc\x1b[2I", []string{"a       c"}, 0, 19},
		{"own tab stops", 20, 1, "\x1b[3g\x1b[5G\x1bH\r\tx", []string{"    x"}, 0, 5},
		{"tab stop cleared", 20, 1, "\x1b[9G\x1b[g\r\tx", []string{"                x"}, 0, 17},
		{"no wrap", 3, 2, "\x1b[?7labcde", []string{"abe", ""}, 0, 2},
		{"no wrap, wide", 3, 2, "\x1b[?7labc世", []string{"a世", ""}, 0, 2},
		{"wide character on a narrow screen", 1, 1, "世a", []string{"a"}, 0, 0},
		{"insert mode", 6, 1, "abc\x1b[1;2H\x1b[4hX世\x1b[4lY", []string{"aX世Yc"}, 0, 5},
		{"repeat", 6, 1, "─\x1b[3b", []string{"────"}, 0, 4},
		{"line drawing", 6, 1, "\x1b(0lqk`~\x1b(Bq", []string{"┌─┐◆·q"}, 0, 5},
		{"shift out", 6, 1, "\x1b)0q\x0eq\x0fq", []string{"q─q"}, 0, 3},
		{"save and restore", 6, 3, "\x1b[2;3H\x1b7\x1b[1;1Hx\x1b8y", []string{"x", "  y", ""}, 1, 3},
		{"restore without save", 6, 2, "\x1b[2;3H\x1b8y", []string{"y", ""}, 0, 1},
		{"a pending wrap ends with the mode", 2, 2, "ab\x1b[?7l\x1b[?7hc", []string{"ac", ""}, 0, 1},
		{"moving up stops at the margin", 2, 4, "\x1b[2;3r\x1b[3;1H\x1b[9Ax", []string{"", "x", "", ""}, 1, 1},
		{"moving down stops at the margin", 2, 4, "\x1b[2;3r\x1b[2;1H\x1b[9Bx", []string{"", "", "x", ""}, 2, 1},
		{"moving up from above the margins", 2, 4, "\x1b[3;4r\x1b[2;1H\x1b[9Ax", []string{"x", "", "", ""}, 0, 1},
		{"moving down from below the margins", 2, 4, "\x1b[1;2r\x1b[3;1H\x1b[9Bx", []string{"", "", "", "x"}, 3, 1},
		{"widening covers half a wide character", 6, 1, "a世\x1b[1;1H⚠\ufe0f", []string{"⚠\ufe0f"}, 0, 2},
		{"origin mode", 4, 4, "\x1b[2;3r\x1b[?6hx\x1b[9;2Hy", []string{"", "x", " y", ""}, 2, 2},
		{"next line", 4, 2, "ab\x1bEc", []string{"ab", "c"}, 1, 1},
		{"delete and insert lines", 2, 4, "a\r\nb\r\nc\r\nd\x1b[2;1H\x1b[M\x1b[1;1H\x1b[2L", []string{"", "", "a", "c"}, 0, 0},
		{"scroll up and down", 2, 3, "a\r\nb\r\nc\x1b[2S\x1b[T", []string{"", "c", ""}, 2, 1},
		{"scroll more than there is", 2, 3, "a\r\nb\r\nc\x1b[99999S", []string{"", "", ""}, 2, 1},
		{"wrong margins are ignored", 2, 3, "\x1b[3;2r\x1b[2;1Ha\x1b[3;3r\n", []string{"", "a", ""}, 2, 1},
		{"margins past the screen are cut", 2, 3, "\x1b[2;99r\x1b[3;1Ha\nb", []string{"", "a", " b"}, 2, 1},
		{"alignment test", 2, 2, "\x1b#8", []string{"EE", "EE"}, 0, 0},
		{"full reset", 4, 2, "\x1b[?1049h\x1b[31mab\x1bcx", []string{"x", ""}, 0, 1},
		{"alternate screen 1047 is cleared on leaving", 4, 1, "\x1b[?1047hab\x1b[?1047l\x1b[?47h", []string{""}, 0, 2},
		{"strings show nothing", 4, 1, "\x1bP1$r0m\x1b\\\x1b_G\x1b\\\x1b^x\x1b\\\x1bXx\x1b\\\x1b]0;t\x07a", []string{"a"}, 0, 1},
		{"a cancelled sequence shows nothing", 4, 1, "\x1b[3\x18a\x1b]0;t\x1ab", []string{"ab"}, 0, 2},
		{"a control inside a sequence acts at once", 4, 2, "ab\x1b[\r1Cc", []string{"ac", ""}, 0, 2},
		{"a sequence cut off by another", 4, 1, "\x1b[3\x1b[2Gx", []string{" x"}, 0, 2},
		{"a string cut off by a sequence", 4, 1, "\x1b]0;t\x1b[2Gx", []string{" x"}, 0, 2},
		{"unknown sequences show nothing", 4, 1, "\x1b[1;2z\x1b[?9999h\x1b[=1h\x1b[1$z\x1b%Ga", []string{"a"}, 0, 1},
		{"erase to the end of line", 4, 1, "abcd\x1b[1;3H\x1b[K", []string{"ab"}, 0, 2},
		{"insert and delete characters", 6, 1, "abcd\x1b[1;2H\x1b[2@\x1b[1;1H\x1b[P", []string{"  bcd"}, 0, 0},
		{"alternate screen and back", 5, 1, "main\x1b[?1049halt\x1b[?1049l", []string{"main"}, 0, 4},
		{"invalid UTF-8", 5, 1, "a\xe2\x82b\xffc", []string{"a\ufffdb\ufffdc"}, 0, 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(tt.w, tt.h)
			s.Write([]byte(tt.in))
			if got, want := strings.Join(s.Text(), "\n"), strings.Join(tt.want, "\n"); got != want {
				t.Errorf("screen\n%q, want\n%q", got, want)
			}
			if err := sound(s); err != nil {
				t.Error(err)
			}
			if row, col, _ := s.Cursor(); row != tt.row || col != tt.col {
				t.Errorf("cursor %d,%d, want %d,%d", row, col, tt.row, tt.col)
			}
		})
	}
}

func TestWrappedTellsAutowrapFromLineFeeds(t *testing.T) {
	tests := []struct {
		name, in string
		want     []bool
	}{
		{"line feed", "abc\r\nd", []bool{false, false, false}},
		{"wrapped", "abcd", []bool{true, false, false}},
		{"wrapped twice", "abcdefg", []bool{true, true, false}},
		{"wide character wraps", "ab世", []bool{true, false, false}},
		{"the end was erased", "abcd\x1b[1;3H\x1b[K", []bool{false, false, false}},
		{"only the middle was erased", "abcd\x1b[1;2H\x1b[X", []bool{true, false, false}},
		{"the last column was rewritten", "abcd\x1b[1;3Hx", []bool{false, false, false}},
		{"scrolled", "\x1b[2;1Habcd\x1b[3;1H\n", []bool{true, false, false}},
		{"its continuation scrolled away", "abcd\x1b[2;3r\x1b[3;1H\n", []bool{false, false, false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewScreen(3, 3)
			s.Write([]byte(tt.in))
			for y, want := range tt.want {
				if got := s.Row(y).Wrapped; got != want {
					t.Errorf("row %d wrapped %v, want %v", y, got, want)
				}
			}
		})
	}
}

func TestRowText(t *testing.T) {
	s := NewScreen(10, 1)
	s.Write([]byte("\x1b[1;3Ha世 b  "))
	if got := s.Row(0).Text(); got != "  a世 b" {
		t.Errorf("text %q", got)
	}
	if got := s.Row(0).TextFrom(2); got != "a世 b" {
		t.Errorf("text from column 2 %q", got)
	}
	if got := s.Row(0).TextFrom(99); got != "" {
		t.Errorf("text past the end %q", got)
	}
}
