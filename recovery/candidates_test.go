package recovery

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
)

func TestCandidates(t *testing.T) {
	catalogue := []codex.Model{
		{Slug: "gpt-6-sol", Priority: 1, Visible: true},
		{Slug: "codex-auto-review", Priority: 2},
		{Slug: "gpt-6-luna", Priority: 3, Visible: true},
		{Slug: "gpt-5.6-sol", Priority: 4, Visible: true},
	}
	tiers := []config.Entry{{Model: "gpt-6-luna"}, {Model: "deepseek-v4", Provider: "deepseek"}, {Model: "gpt-6-luna"}}
	tests := []struct {
		name      string
		tiers     []config.Entry
		catalogue []codex.Model
		refused   []string
		want      []string
	}{
		{"tiers keep their order and come once", tiers, catalogue, []string{"gpt-5.6-sol"}, []string{"gpt-6-luna", "deepseek-v4"}},
		{"a refused tier is not offered", tiers, catalogue, []string{"gpt-6-luna"}, []string{"deepseek-v4"}},
		{"without tiers the visible models of the catalogue", nil, catalogue, []string{"gpt-5.6-sol"}, []string{"gpt-6-sol", "gpt-6-luna"}},
		{"a release without a catalogue offers the tiers", tiers, nil, nil, []string{"gpt-6-luna", "deepseek-v4"}},
		{"neither tiers nor catalogue", nil, nil, nil, nil},
		{"all refused", tiers, nil, []string{"gpt-6-luna", "deepseek-v4"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			refused := map[string]bool{}
			for _, m := range tt.refused {
				refused[m] = true
			}
			var got []string
			for _, e := range Candidates(tt.tiers, tt.catalogue, refused) {
				got = append(got, e.Model)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
