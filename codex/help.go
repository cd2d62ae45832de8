package codex

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cxhook/cxhook/internal/lazy"
)

// optionLine matches the head of an option in clap's long help:
//
//	-i, --image <FILE>...
//	    --strict-config
//	    --color[=<WHEN>]
var optionLine = lazy.Regexp(`^ {2,}(?:-(\S), +|)--([A-Za-z0-9][A-Za-z0-9-]*)(\S*)((?: \S+)*)\s*$`)

// oneValue and manyValues match what may follow the name.
var (
	oneValue   = lazy.Regexp(`^ (?:<[^<>]+>|\[[^\[\]]+\])$`)
	manyValues = lazy.Regexp(`^ (?:<[^<>]+>|\[[^\[\]]+\])\.\.\.$`)
)

// parseHelp reads the options of one level from its own help. An option
// whose values it cannot tell for certain is left out, and so stays unknown.
// Help does not say whether an option may be repeated: all count as
// repeatable, and Codex is left to object.
func parseHelp(level, text string) ([]Option, error) {
	usage := strings.TrimSpace("Usage: codex " + level)
	if !strings.Contains(text, usage) {
		return nil, fmt.Errorf("this is not the help of codex %s", level)
	}
	var options []Option
	for line := range strings.Lines(text) {
		m := optionLine().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || m[3] != "" {
			continue
		}
		short, _ := utf8.DecodeRuneInString(m[1])
		if m[1] == "" {
			short = 0
		}
		o := Option{Level: level, Long: m[2], Short: short, Repeats: true}
		switch values := m[4]; {
		case values == "":
		case manyValues().MatchString(values):
			o.Takes = TakesMany
		case oneValue().MatchString(values):
			o.Takes = TakesOne
		default:
			continue
		}
		options = append(options, o)
	}
	return options, nil
}
