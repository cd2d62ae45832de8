package terminal

import "testing"

func TestSanitizeLeavesNothingThatActs(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain text", "gpt-6-sol é 世 👩", "gpt-6-sol é 世 👩"},
		{"controls become pictures", "a\x1b[31mb\x00\x07\x7f", "a␛[31mb␀␇␡"},
		{"line ends and tabs become spaces", "a\tb\r\nc\u2028d", "a b  c d"},
		{"C1 controls", "a\u009b31m\u0085", "a\ufffd31m\ufffd"},
		{"malformed bytes", "a\xff\xe4", "a\ufffd\ufffd"},
		{"bidirectional controls vanish", "a\u202eb\u2066c\u200fd\u061ce", "abcde"},
		{"zero-width characters vanish", "a\u200bb\u200dc\u2060d\ufeffe\u00adf\U000e0041g", "abcdefg"},
		{"variation selectors vanish", "⚠\ufe0f\U000e0100", "⚠"},
		{"invisible letters vanish", "a\u3164b\u115fc\u034f", "abc"},
		{"private use", "\ue0b0\U000f0000", "\ufffd\ufffd"},
	}
	for _, tt := range tests {
		if got := Sanitize(tt.in); got != tt.want {
			t.Errorf("%s: %q becomes %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestWidthAndTruncate(t *testing.T) {
	tests := []struct {
		in    string
		width int
		cols  int
		cut   string
	}{
		{"", 0, 5, ""},
		{"hello", 5, 5, "hello"},
		{"hello", 5, 4, "hel…"},
		{"hello", 5, 1, "…"},
		{"hello", 5, 0, ""},
		{"hello", 5, -1, ""},
		{"世界", 4, 4, "世界"},
		{"世界", 4, 3, "世…"},
		{"世界", 4, 2, "…"},
		{"e\u0301x", 2, 1, "…"},
	}
	for _, tt := range tests {
		if got := Width(tt.in); got != tt.width {
			t.Errorf("%q is %d columns wide, want %d", tt.in, got, tt.width)
		}
		if got := Truncate(tt.in, tt.cols); got != tt.cut {
			t.Errorf("%q cut to %d is %q, want %q", tt.in, tt.cols, got, tt.cut)
		}
	}
}

func TestWidthIsTheScreensMeasure(t *testing.T) {
	for _, s := range []string{"plain", "世界", "e\u0301", "👩\u200d👧", "🇩🇪", "⚠\ufe0f", "⚠", "┌─┐", "■ é", "👋🏽", "\u1100\u1161"} {
		screen := NewScreen(40, 1)
		screen.Write([]byte(s))
		if _, col, _ := screen.Cursor(); col != Width(s) {
			t.Errorf("%q takes %d columns on the screen, Width says %d", s, col, Width(s))
		}
	}
}
