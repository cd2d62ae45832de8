package main

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name   string
		events string
		want   tally
		says   string
	}{
		{"a passed test", `{"Action":"pass","Package":"p","Test":"A"}
{"Action":"pass","Package":"p"}`, tally{passed: 1}, ""},
		{"a failed test shows its output", `{"Action":"output","Package":"p","Test":"A","Output":"got 1\n"}
{"Action":"fail","Package":"p","Test":"A"}
{"Action":"fail","Package":"p"}`, tally{failed: 1}, "FAILED p A\ngot 1\n"},
		{"a package that fails without a test", `{"Action":"output","Package":"p","Output":"panic\n"}
{"Action":"fail","Package":"p"}`, tally{failed: 1}, "panic"},
		{"a skipped test shows why", `{"Action":"output","Package":"p","Test":"A","Output":"no zsh\n"}
{"Action":"skip","Package":"p","Test":"A"}`, tally{skipped: 1}, "no zsh"},
		{"a test that could not run counts twice", `{"Action":"output","Package":"p","Test":"A","Output":"NOT TESTED: no zsh\n"}
{"Action":"skip","Package":"p","Test":"A"}`, tally{skipped: 1, untested: 1}, "no zsh"},
		{"a package without tests is not a skip", `{"Action":"skip","Package":"p"}`, tally{}, ""},
		{"a last line without a newline is kept", "go: no such tool", tally{}, "no such tool"},
	} {
		var out strings.Builder
		if got := count(strings.NewReader(c.events), &out); got != c.want || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %+v, want %+v; says %q", c.name, got, c.want, out.String())
		}
	}
}
