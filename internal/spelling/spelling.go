// Package spelling tells how far apart two names are. What is near enough to be meant is
// the caller's to say.
package spelling

import "slices"

// Distance is the number of letters, in bytes, to change, add, leave out or swap with their
// neighbour to make one name of the other.
func Distance(a, b string) int {
	before, last, row := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, slices.Clone(row)
	}
	return last[len(b)]
}
