package layers

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/lang"
)

// managed are the keys that Set changes and Restore brings back.
var managed = []string{"model", "model_reasoning_effort"}

// ErrNothingToRestore says that a file holds no line that cxhook replaced.
var ErrNothingToRestore = lang.Errorf("error.no_restore")

// ChosenSinceError says that a line which cxhook wrote holds something else by now: a
// choice of the user's, made by Codex's /model or in an editor, that going back would lose.
type ChosenSinceError struct {
	Key, Now, Wrote string // the values as TOML
	Before          string // the line that going back would bring, or that there was none
}

func (e *ChosenSinceError) Error() string {
	return fmt.Sprintf("%s is %s now, which somebody chose after cxhook wrote %s, and stays; before that: %s", e.Key, e.Now, e.Wrote, e.Before)
}

// Set gives the text with a top-level key, "model" or
// "model_reasoning_effort", set to a string. The last line that cxhook did not write
// stays above it as a comment with the day; every other byte stays. A text that says
// so already comes back unchanged. It refuses what is not valid TOML and a key
// whose value is a table, an array or several lines long.
func Set(text []byte, key, value string, day time.Time) ([]byte, error) {
	mark, body := cutMark(text)
	before, err := parse("", body)
	if err != nil {
		return nil, err
	}
	if old, _, ok := before.Get(key); ok && old == any(value) {
		return text, nil
	}
	o := read(body)
	if slices.Contains(o.tables, key) {
		return nil, lang.Errorf("error.table", key)
	}
	after := body
	if l, ok := o.find(key); ok {
		after, err = replace(body, o, l, value, day)
	} else {
		after = insert(body, o, key, value, day)
	}
	if err != nil {
		return nil, err
	}
	if err := onlyChanged(before, after, key, value); err != nil {
		return nil, err
	}
	return append(mark, after...), nil
}

// replace puts a value in place of the one on a line.
func replace(text []byte, o outline, l line, value string, day time.Time) ([]byte, error) {
	if strings.ContainsAny(string(text[l.valueAt:l.valueTo]), "\r\n") {
		return nil, lang.Errorf("error.lines", l.key)
	}
	quoted := codex.TOMLString(value)
	written := string(text[l.start:l.valueAt]) + quoted + string(text[l.valueTo:l.end])
	old := strings.TrimRight(string(text[l.start:l.end]), "\r\n")
	bare := strings.TrimLeft(old, " \t")
	start, indent := l.start, old[:len(old)-len(bare)]
	if b, ok := above(backups(text, o, managed), l); ok {
		start = b.start
		if !b.foreign(text, l) {
			bare = b.kept()
		}
	}
	written = indent + comment(bare, day.Format(dayForm), quoted) + breakFor(text, l) + written
	return splice(text, start, l.end, written), nil
}

// insert adds a key behind the last line of the top level that has a plain
// value, or at the beginning.
func insert(text []byte, o outline, key, value string, day time.Time) []byte {
	var at line // the beginning
	if len(o.lines) > 0 {
		at = o.lines[len(o.lines)-1]
	}
	end := breakFor(text, at)
	quoted := codex.TOMLString(value)
	lines := comment(key+unset, day.Format(dayForm), quoted) + end + key + " = " + quoted
	if at.end > 0 && breakOf(text[:at.end]) == "" { // the last line of a text without a final line break
		return splice(text, at.end, at.end, end+lines)
	}
	return splice(text, at.end, at.end, lines+end)
}

// Restore undoes every Set since the user wrote the lines: it gives the bytes
// from before the first one. A backup whose line the user has since removed
// comes back too, unless the key is now set elsewhere. Where a line holds what
// cxhook did not write, nothing comes back: the error is a *ChosenSinceError.
func Restore(text []byte) ([]byte, error) {
	mark, body := cutMark(text)
	if _, err := parse("", body); err != nil {
		return nil, err
	}
	if err := chosenSince(body); err != nil {
		return nil, err
	}
	after, restored := body, false
	for {
		next, ok := restoreLast(after)
		if !ok {
			break
		}
		after, restored = next, true
	}
	if !restored {
		return nil, ErrNothingToRestore
	}
	if _, err := parse("", after); err != nil {
		return nil, lang.Errorf("error.going_back", err)
	}
	return append(mark, after...), nil
}

// chosenSince looks for a line that holds neither what cxhook wrote nor what stood there
// before.
func chosenSince(text []byte) error {
	o := read(text)
	for _, b := range backups(text, o, managed) {
		l, ok := o.find(b.key)
		if !ok || b.end != l.start || !b.foreign(text, l) {
			continue
		}
		if now := strings.TrimSpace(string(text[l.start:l.end])); now != b.old {
			return &ChosenSinceError{Key: b.key, Now: string(text[l.valueAt:l.valueTo]), Wrote: b.wrote, Before: b.kept()}
		}
	}
	return nil
}

// restoreLast brings the last line back that can be.
func restoreLast(text []byte) ([]byte, bool) {
	o := read(text)
	for _, b := range slices.Backward(backups(text, o, managed)) {
		l, set := o.find(b.key)
		switch {
		case set && b.end == l.start:
			return splice(text, startOf(text, b, l), l.end, oldLine(b, breakOf(text[l.start:l.end]))), true
		case !set && !slices.Contains(o.tables, b.key):
			return splice(text, b.start, b.end, oldLine(b, breakOf(text[b.start:b.end]))), true
		}
	}
	return nil, false
}

// oldLine is the line that a backup brings back.
func oldLine(b backup, end string) string {
	if b.old == "" {
		return ""
	}
	return b.indent + b.old + end
}

// startOf is where the lines to be taken away begin. An inserted line at the
// end of a text without a final line break brought the break before it along.
func startOf(text []byte, b backup, l line) int {
	if b.old == "" && breakOf(text[l.start:l.end]) == "" {
		return b.start - len(breakOf(text[:b.start]))
	}
	return b.start
}

// onlyChanged checks that the new text is valid, says the value, and says all
// else as before.
func onlyChanged(before *Document, text []byte, key, value string) error {
	after, err := parse("", text)
	if err != nil {
		return fmt.Errorf("internal error: the change would break it: %w", err)
	}
	if got, _, _ := after.Get(key); got != any(value) {
		return fmt.Errorf("internal error: the change would set %s to %v", key, got)
	}
	after.values[key] = before.values[key]
	if _, had := before.values[key]; !had {
		delete(after.values, key)
	}
	if !reflect.DeepEqual(before.values, after.values) {
		return errors.New("internal error: the change would touch other keys")
	}
	return nil
}

func splice(text []byte, at, to int, with string) []byte {
	return slices.Concat(text[:at], []byte(with), text[to:])
}

// cutMark cuts a byte order mark off.
func cutMark(text []byte) (mark, body []byte) {
	if strings.HasPrefix(string(text), byteOrderMark) {
		return []byte(byteOrderMark), text[len(byteOrderMark):]
	}
	return nil, text
}
