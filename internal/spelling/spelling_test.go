package spelling

import "testing"

func TestDistanceCountsChangedAddedMissingAndSwappedLetters(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"gpt-6-sol", "gpt-6-sol", 0},
		{"gpt-6-sol", "gpt-6-sul", 1},
		{"gpt-6-sol", "gpt-6-so", 1},
		{"gpt-6-sol", "gtp-6-sol", 1},
		{"gpt-6-sol", "gpt-6-luna", 4},
		{"ab", "ba", 1},
	} {
		if got := Distance(tt.a, tt.b); got != tt.want || Distance(tt.b, tt.a) != tt.want {
			t.Errorf("%q and %q: %d, want %d both ways", tt.a, tt.b, got, tt.want)
		}
	}
}
