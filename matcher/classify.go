package matcher

import "strings"

// Classify says what text means. It takes what people paste and logs hold: a bare message, a cell of the terminal
// interface with its glyph, exec's "ERROR:" lines with or without a time, JSON events of exec --json, rollouts and
// the app-server, raw bodies, all of it wrapped or coloured. Several errors give several verdicts, in order and each
// once; text without any gives one of class Unknown. It is safe for concurrent use.
func Classify(text string) []Verdict {
	text = unescape(text)
	return summary(judged(text), text)
}

// judgement is what was said, and what it means.
type judgement struct {
	said
	verdict Verdict
	quoted  bool // as said.verdict has it
}

// judged gives what was said in text, which is free of escapes.
func judged(text string) (all []judgement) {
	for _, s := range messages(text) {
		v, quoted := s.verdict()
		all = append(all, judgement{s, v, quoted})
	}
	return all
}

// summary gives the errors among what was said in text, or what else is to be told of it.
func summary(all []judgement, text string) []Verdict {
	var errors, notes, unknown []Verdict
	for _, j := range all {
		switch v, quoted := j.verdict, j.quoted; {
		case v.Class == NotAnError:
			notes = add(notes, v)
		case v.isError():
			errors = add(errors, v)
		case !quoted:
			unknown = add(unknown, v)
		}
	}
	switch {
	case len(errors) > 0:
		return errors
	case len(notes) > 0:
		return notes[:1]
	case len(unknown) > 0:
		return unknown[:1]
	}
	return []Verdict{{Class: Unknown, Task: Turn, Text: plain(text), Rule: insteadRule(whereUnknown)}}
}

// verdict judges s. quoted is whether it is anybody's word but Codex's own: an error that is quoted is none. Messages
// of the sandbox are told wherever they stand, since a command's output is where they appear.
func (s said) verdict() (v Verdict, quoted bool) {
	v = s.judge()
	switch {
	case v.Class == Sandbox, v.Class == NotAnError:
		return v, false
	case v.Class == Unknown && quotesCapacity(v.Text), v.Class != Unknown && s.quoted:
		return Verdict{Class: NotAnError, Task: Turn, Text: v.Text, Rule: insteadRule(whereQuoted)}, true
	}
	return v, s.quoted
}

// quotesCapacity says whether text holds a capacity message among other words.
func quotesCapacity(text string) bool {
	for _, rule := range Rules() {
		for _, exact := range rule.Exact {
			if rule.Class == Capacity && strings.Contains(text, exact) {
				return true
			}
		}
	}
	return false
}

// add appends v unless it repeats what is there: exec prints an error twice, and a compaction that Codex ran itself
// prints its message with the compact prefix and then without.
func add(all []Verdict, v Verdict) []Verdict {
	for _, old := range all {
		sameTask := old.Task == v.Task || v.Task == Turn
		if old.Class == v.Class && old.Retrying == v.Retrying && sameTask && old.Acts == v.Acts {
			return all
		}
	}
	return append(all, v)
}
