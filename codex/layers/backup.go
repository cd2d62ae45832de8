package layers

import (
	"bytes"

	"github.com/cxhook/cxhook/internal/lazy"
)

// A backup is a comment above a line that cxhook wrote. It holds the line that
// stood there before,
//
//	# model = "gpt-5.6-sol"  # cxhook 2026-11-29 wrote "gpt-6-sol"
//
// or, for a key that the file did not have, the words of unset in its place.
// There is one for each key: a second edit keeps the old line of the first, so
// that going back always leads to what the user wrote. What cxhook wrote below it
// stands there too: another value is a choice that somebody else has made since.
type backup struct {
	key        string
	old        string // the old line without its indentation and line break, "" for none
	wrote      string // what cxhook wrote, as TOML; "" if an earlier cxhook did not say
	start, end int    // of the comment's line
	indent     string
}

const (
	unset   = " was not set"
	dayForm = "2006-01-02"
)

var backupForm = lazy.Regexp(`^([ \t]*)# (.*)  # cxhook \d{4}-\d{2}-\d{2}(?: wrote (".*"))?$`)

// comment is the line of a backup without indentation and line break. wrote is TOML.
func comment(old, day, wrote string) string {
	return "# " + old + "  # cxhook " + day + " wrote " + wrote
}

// kept is what a backup's comment holds.
func (b backup) kept() string {
	if b.old == "" {
		return b.key + unset
	}
	return b.old
}

// foreign reports whether a line below a backup holds what cxhook did not write.
func (b backup) foreign(text []byte, l line) bool {
	return b.wrote != "" && overrideValue(string(text[l.valueAt:l.valueTo])) != overrideValue(b.wrote)
}

// backups finds the comments that are backups of one of the keys.
func backups(text []byte, o outline, keys []string) []backup {
	var found []backup
	for _, at := range o.comments {
		b := backup{start: bytes.LastIndexByte(text[:at], '\n') + 1, end: lineEnd(text, at)}
		m := backupForm().FindSubmatch(bytes.TrimRight(text[b.start:b.end], "\r\n"))
		if m == nil {
			continue
		}
		b.indent, b.wrote = string(m[1]), string(m[3])
		for _, key := range keys {
			switch {
			case string(m[2]) == key+unset:
				b.key = key
			case holds(m[2], key):
				b.key, b.old = key, string(m[2])
			}
		}
		if b.key != "" {
			found = append(found, b)
		}
	}
	return found
}

// holds tells whether a text is one line of TOML that sets key.
func holds(text []byte, key string) bool {
	if _, err := parse("", text); err != nil {
		return false
	}
	o := read(text)
	return len(o.lines) == 1 && len(o.tables) == 0 && o.lines[0].key == key
}

// above finds the backup that stands directly above a line.
func above(found []backup, l line) (backup, bool) {
	for _, b := range found {
		if b.end == l.start && b.key == l.key {
			return b, true
		}
	}
	return backup{}, false
}
