//go:build darwin || darwinlike

package main

import "testing"

func TestTheFirstArgumentIsFoundInWhatXNUTells(t *testing.T) {
	for args, want := range map[string]string{
		"\x01\x00\x00\x00/opt/bin/cxhook\x00\x00\x00\x00cxhook-monitor\x00A=1\x00": "cxhook-monitor",
		"\x02\x00\x00\x00/bin/zsh\x00-zsh\x00-i\x00":                               "-zsh",
		"\x01\x00\x00\x00/bin/zsh":                                                 "",
		"\x01\x00":                                                                 "",
		"":                                                                         "",
	} {
		if got := firstArgument([]byte(args)); got != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
