package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConfiguredGathersWhatEveryFileSays(t *testing.T) {
	got := Configured{}
	got.Add(map[string]any{
		"effort": "high", "zz": map[string]any{"network": true, "roots": []any{"/a"}},
		"profiles": map[string]any{"old": map[string]any{"zz_effort": "low"}},
	})
	got.Add(map[string]any{"effort": "low", strings.Repeat("x", longestKey+1): "y"})
	for key, want := range map[string][]string{
		"effort": {"high", "low"}, "zz.network": {"true"}, "zz_effort": {"low"}, "nowhere": nil, strings.Repeat("x", longestKey+1): nil,
	} {
		if diff := cmp.Diff(want, got[key]); diff != "" {
			t.Errorf("%s: -want +got\n%s", key, diff)
		}
	}
	if !got.mentions("zz") || got.mentions("z") {
		t.Errorf("%v", got)
	}
}
