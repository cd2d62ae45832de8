package scan

import (
	"github.com/cxhook/cxhook/internal/untrusted"
	"path"
	"strings"
)

// ignoreFile holds the names that version control leaves out, and so does a scan.
const ignoreFile = ".gitignore"

// ignoreSize bounds such a file, in bytes; a large one has some thousand.
const ignoreSize = 256 << 10

// rules are the patterns of one .gitignore and, above them, of those in the
// directories above. Only what can hide a directory is kept. It is immutable;
// a nil *rules hides nothing.
type rules struct {
	above    *rules
	dir      string
	patterns []pattern
}

// pattern is one line of a .gitignore.
type pattern struct {
	parts  []string // of the path; "**" stands for any number of them
	show   bool     // "!": what an earlier pattern hides is shown again
	rooted bool     // it holds for paths from the file's directory on, not for a name at any depth
}

// with adds the .gitignore of a directory.
func (r *rules) with(dir string) *rules {
	text, err := untrusted.ReadFile(join(dir, ignoreFile), ignoreSize)
	if err != nil {
		return r // then nothing is hidden by it
	}
	next := &rules{above: r, dir: dir}
	for line := range strings.Lines(string(text)) {
		if p, ok := parsePattern(line); ok {
			next.patterns = append(next.patterns, p)
		}
	}
	if len(next.patterns) == 0 {
		return r
	}
	return next
}

func parsePattern(line string) (p pattern, ok bool) {
	line = strings.TrimRight(line, "\r\n")
	if trimmed := strings.TrimRight(line, " "); !strings.HasSuffix(trimmed, `\`) {
		line = trimmed
	}
	if line == "" || line[0] == '#' {
		return pattern{}, false
	}
	if line[0] == '!' {
		p.show, line = true, line[1:]
	}
	line = strings.TrimSuffix(line, "/")
	p.rooted = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return pattern{}, false
	}
	p.parts = strings.Split(line, "/")
	return p, true
}

// hide tells whether a directory is left out: the last pattern of the nearest
// file that says anything counts.
func (r *rules) hide(dir string) bool {
	for ; r != nil; r = r.above {
		below := strings.Split(strings.TrimPrefix(dir[len(r.dir):], "/"), "/")
		for i := len(r.patterns) - 1; i >= 0; i-- {
			if p := r.patterns[i]; p.matches(below) {
				return !p.show
			}
		}
	}
	return false
}

func (p pattern) matches(below []string) bool {
	if !p.rooted {
		return matchOne(p.parts[0], below[len(below)-1])
	}
	return matchAll(p.parts, below)
}

func matchAll(parts, names []string) bool {
	switch {
	case len(parts) == 0:
		return len(names) == 0
	case parts[0] == "**":
		if len(parts) == 1 {
			return len(names) > 0
		}
		for i := range names {
			if matchAll(parts[1:], names[i:]) {
				return true
			}
		}
		return false
	case len(names) == 0:
		return false
	}
	return matchOne(parts[0], names[0]) && matchAll(parts[1:], names[1:])
}

// matchOne is the shell's matching of one name; most patterns are plain.
func matchOne(pattern, name string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return pattern == name
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
