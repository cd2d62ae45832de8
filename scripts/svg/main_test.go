package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func picture(t *testing.T, capture string) string {
	t.Helper()
	screen, err := read(strings.NewReader(capture))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	draw(&b, screen, `a "title" <&>`)
	return b.String()
}

func TestAPictureIsWellFormed(t *testing.T) {
	decoder := xml.NewDecoder(strings.NewReader(picture(t, "<&> \x1b[1;31mred\x1b[0m\n\x1b[7m 世 \x1b[0m\n")))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestARunIsDrawnAsItLooks(t *testing.T) {
	for _, c := range []struct{ name, capture, want string }{
		{"a named colour", "\x1b[31mx", `fill="#ff6b6b"`},
		{"a direct colour", "\x1b[38;2;1;2;3mx", `fill="#010203"`},
		{"a colour of the cube", "\x1b[38;5;208mx", `fill="#ff8700"`},
		{"a grey", "\x1b[38;5;244mx", `fill="#808080"`},
		{"bold", "\x1b[1mx", `font-weight="bold">x<`},
		{"reverse", "\x1b[7mx", `fill="` + foreground + `" shape`},
		{"a filled row", "\x1b[48;5;244m> x\x1b[0m\nlonger", `width="50.4" height="18" fill="#808080"`},
		{"the third column", "a\x1b[2m b", `<text x="30.8"`},
		{"two columns of a wide character", "世", `textLength="16.8"`},
		{"the title", "x", "a &quot;title&quot; &lt;&amp;&gt;"},
	} {
		if got := picture(t, c.capture); !strings.Contains(got, c.want) {
			t.Errorf("%s: no %s in\n%s", c.name, c.want, got)
		}
	}
}
