package terminal

import (
	"slices"
	"testing"
)

func TestFold(t *testing.T) {
	for _, c := range []struct {
		text string
		cols int
		want []string
	}{
		{"one two three", 7, []string{"one two", "three"}},
		{"  one   two ", 20, []string{"one two"}},
		{"a-long-word b", 5, []string{"a-long-word", "b"}},
		{"模型已满载", 4, []string{"模型", "已满", "载"}},
		{"模型 gpt-6-sol 已满载", 9, []string{"模型", "gpt-6-sol", "已满载"}},
		{"用gpt-6继续", 6, []string{"用", "gpt-6", "继续"}},
		{"已满载，请稍候", 6, []string{"已满", "载，请", "稍候"}},
		{"模型（满载）", 6, []string{"模型", "（满", "载）"}},
		{"", 5, []string{""}},
		{"text", 0, nil},
	} {
		if got := Fold(c.text, c.cols); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.cols, got, c.want)
		}
	}
}

func TestPad(t *testing.T) {
	for text, want := range map[string]string{"model": "model     ", "模型": "模型      ", "a longer text": "a longer text"} {
		if got := Pad(text, 10); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
