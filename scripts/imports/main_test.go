package main

import (
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		pkg     string
		imports []string
		want    []string
	}{
		{"terminal", []string{"fmt", "golang.org/x/sys/unix"}, nil},
		{"terminal", []string{module + "/matcher"}, []string{"terminal must not import matcher"}},
		{"codex", []string{module + "/codex/rollout"}, nil},
		{"codex/rollout", []string{module + "/config"}, []string{"codex/rollout must not import config"}},
		{"recovery", []string{module + "/history"}, []string{"recovery must not import history"}},
		{"cmd/cxhook", []string{module + "/recovery", module + "/internal/scriptedcodex"}, nil},
		{"util", nil, []string{"util has no rule in scripts/imports"}},
		{"codexlike", nil, []string{"codexlike has no rule in scripts/imports"}},
	} {
		if got := check([]listed{{module + "/" + c.pkg, c.imports}}); !slices.Equal(got, c.want) {
			t.Errorf("%s importing %v: %v, want %v", c.pkg, c.imports, got, c.want)
		}
	}
}
