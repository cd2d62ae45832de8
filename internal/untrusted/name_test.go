package untrusted

import (
	"strings"
	"testing"
)

func TestANameIsWhatCanBeShownAndBeAnArgument(t *testing.T) {
	for name, want := range map[string]bool{
		"gpt-6-sol": true, "openai/gpt-oss:20b": true, "моя модель": true, "模型": true, strings.Repeat("m", 200): true,
		"": false, "-m": false, "--yolo": false, "a\x00b": false, "a\x1b[31m": false, "a\nb": false, "a\tb": false, "a\x7f": false, "a\u009b": false,
		"a\u202e": false, "a\u200b": false, "a\u2028": false, "a\xff": false, "a\ue000": false, strings.Repeat("m", 201): false,
	} {
		if Name(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
