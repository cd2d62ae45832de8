package main

import "testing"

func TestColoursAreForTerminalsThatWantThem(t *testing.T) {
	for _, c := range []struct {
		noColor, clicolor, term string
		want                    bool
	}{{"", "", "xterm", true}, {"1", "", "xterm", false}, {"", "0", "xterm", false}, {"", "1", "xterm", true}, {"", "", "dumb", false}} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("CLICOLOR", c.clicolor)
		t.Setenv("TERM", c.term)
		if got := coloured(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
