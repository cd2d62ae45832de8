package layers

import (
	"fmt"
	"strings"
)

// around is how many unchanged lines a difference shows on each side.
const around = 2

// Diff shows what an edit changes, with a few lines around it, in the unified
// form. Line breaks are left out, so that a difference in them alone is empty.
func (e Edit) Diff() string {
	before, after := lines(e.Before), lines(e.After)
	head := 0
	for head < len(before) && head < len(after) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	removed, added := before[head:len(before)-tail], after[head:len(after)-tail]
	if len(removed)+len(added) == 0 {
		return ""
	}
	from, to := max(head-around, 0), min(len(before)-tail+around, len(before))
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n@@ -%d,%d +%d,%d @@\n", e.File, e.File, from+1, to-from, from+1, to-from+len(added)-len(removed))
	show := func(sign string, lines []string) {
		for _, l := range lines {
			fmt.Fprintf(&b, "%s%s\n", sign, l)
		}
	}
	show(" ", before[from:head])
	show("-", removed)
	show("+", added)
	show(" ", before[len(before)-tail:to])
	return b.String()
}

func lines(text []byte) []string {
	_, text = cutMark(text)
	if len(text) == 0 {
		return nil
	}
	all := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], "\r")
	}
	return all
}
