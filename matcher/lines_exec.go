package matcher

import (
	"slices"
	"strings"
)

// isExecLog says whether lines are what exec writes for people: it heads every block with one of these words.
func isExecLog(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return line == "codex" || line == "user" || line == "--------" })
}

// execLog reads exec's log. Prompt, answers and command output stand in it at column 0, so only the lines at its end
// can be exec's own last word. After an answer, one error line with "tokens used" below it is the end of that answer:
// a failed turn repeats its error.
func execLog(lines []string) []said {
	last, counted := closing(lines)
	// The last error line, with those directly above it and the rest of its own text below.
	first := last
	for first > 0 && !isError(lines[first-1]) && !isRole(lines[first-1]) {
		first--
	}
	errors := 0
	for first > 0 && isError(lines[first-1]) {
		first--
		errors++
	}
	answered := slices.ContainsFunc(lines[:first], func(line string) bool { return line == "codex" || line == "exec" })
	var all []said
	for _, line := range lines[:first] {
		all = append(all, said{message: read(line), quoted: true})
	}
	var s splitter
	for _, line := range lines[first:last] {
		s.line(line)
	}
	s.end()
	if errors == 0 || answered && counted && errors == 1 {
		for i := range s.all {
			s.all[i].quoted = true
		}
	}
	return append(all, s.all...)
}

// closing gives where the log's text ends: before "tokens used", the number below it, lines of the trace, and blank
// lines.
func closing(lines []string) (end int, counted bool) {
	for end = len(lines); end > 0; end-- {
		line := strings.TrimSpace(lines[end-1])
		if line == "tokens used" {
			counted = true
		} else if !isCount([]byte(line)) && !traceLine().MatchString(line) {
			break
		}
	}
	return end, counted
}

func isError(line string) bool { return strings.HasPrefix(line, "ERROR:") }

func isRole(line string) bool {
	return line == "codex" || line == "user" || line == "exec" || line == "thinking"
}
