package output

import (
	"encoding/json"
	"strings"
	"testing"
)

const hostile = "a\x1b[31mb\x7fc\u009bd\u202ee\u200bf\U000e0041g\x00h\ri\x1b[8mj"

func TestTextHasNothingThatATerminalObeysHoweverItIsCut(t *testing.T) {
	for _, c := range []struct {
		styled     bool
		text, want string
	}{
		{false, hostile, "a␛[31mb␡c\ufffddefg␀h i␛[8mj"},
		{true, hostile, "a␛[31mb␡c\ufffddefg␀h i␛[8mj"},
		{true, "\x1b[38;5;178m▒▒\x1b[39m\t\x1b[1mx\x1b[0m\n", "\x1b[38;5;178m▒▒\x1b[39m\t\x1b[1mx\x1b[0m\n"},
		{false, "\x1b[1mx\x1b[0m\n", "␛[1mx␛[0m\n"},
	} {
		for size := 1; size <= len(c.text); size++ {
			var b strings.Builder
			w := Text(&b, c.styled)
			for from := 0; from < len(c.text); from += size {
				piece := c.text[from:min(from+size, len(c.text))]
				if n, err := w.Write([]byte(piece)); n != len(piece) || err != nil {
					t.Fatalf("wrote %d of %d, %v", n, len(piece), err)
				}
			}
			if b.String() != c.want {
				t.Errorf("%q, styled %v, in pieces of %d: %q, want %q", c.text, c.styled, size, b.String(), c.want)
			}
		}
	}
}

func TestJSONKeepsItsValuesAndHasNothingThatATerminalObeys(t *testing.T) {
	for size := 1; size < 9; size++ {
		var b strings.Builder
		w := JSON(&b)
		line, _ := json.Marshal(map[string]string{hostile: hostile})
		for from := 0; from < len(line); from += size {
			_, _ = w.Write(line[from:min(from+size, len(line))])
		}
		for _, r := range b.String() {
			if r < ' ' || r > '~' {
				t.Errorf("in pieces of %d: %q passes in %s", size, r, b.String())
			}
		}
		var back map[string]string
		if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back[hostile] != hostile {
			t.Errorf("in pieces of %d: %v, %q", size, err, back)
		}
	}
}
