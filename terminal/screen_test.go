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
			if row, col, _ := s.Cursor(); row != tt.row || col != tt.col {
				t.Errorf("cursor %d,%d, want %d,%d", row, col, tt.row, tt.col)
			}
		})
	}
}
