package matcher

import "strings"

// Classify says what text means. It takes what people paste and logs hold: a bare message, a cell of the terminal interface
// with its glyph, exec's "ERROR:" lines with or without a time, JSON events of exec --json, rollouts and the app-server, raw
// bodies, all of it wrapped or coloured. Several errors give several verdicts, in order and each once; text without any
// gives one of class Unknown. It is safe for concurrent use.
func Classify(text string) []Verdict {
	var errors, quotes []Verdict
	for _, s := range messages(unescape(text)) {
		if v, ok := s.verdict(); ok && (s.quoted || v.Class == Unknown && v.Rule.Class == NotAnError) {
			quotes = add(quotes, v)
		} else if ok {
			errors = add(errors, v)
		}
	}
	known := errors[:0:0]
	for _, v := range errors {
		if v.Class != Unknown {
			known = append(known, v)
		}
	}
	switch {
	case len(known) > 0:
		return known
	case len(errors) > 0:
		return errors[:1]
	case len(quotes) > 0:
		return quotes[:1]
	}
	return []Verdict{{Class: Unknown, Task: Turn, Text: plain(unescape(text)), Rule: unknownRule}}
}

// verdict judges s; ok is false where it says nothing worth telling. Quoted words of an error are none. Messages of the
// sandbox are told wherever they stand, since a command's output is where they appear.
func (s said) verdict() (v Verdict, ok bool) {
	v = s.judge()
	if !s.quoted || v.Class == Sandbox || v.Class == NotAnError {
		return v, !s.quoted || v.Class != Unknown
	}
	if v.Class == Unknown && !quotesCapacity(s.text) {
		return v, false
	}
	return Verdict{Class: NotAnError, Task: Turn, Text: v.Text, Rule: quotedRule}, true
}

// quotesCapacity says whether text holds a capacity message among other words.
func quotesCapacity(text string) bool {
	for _, rule := range loadRules() {
		for _, exact := range rule.Exact {
			if rule.Class == Capacity && strings.Contains(text, exact) {
				return true
			}
		}
	}
	return false
}

// add appends v unless it repeats what is there: exec prints an error twice, and a compaction that Codex ran itself prints
// its message with the compact prefix and then without.
func add(all []Verdict, v Verdict) []Verdict {
	for _, old := range all {
		sameTask := old.Task == v.Task || v.Task == Turn
		if old.Class == v.Class && old.Retrying == v.Retrying && sameTask && old.Acts == v.Acts {
			return all
		}
	}
	return append(all, v)
}
