package replay

import (
	"strings"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/launched"
)

// Options reads from the header of a recording what the caller of a live run knows. A header without a command, or
// with one that starts something else, leaves it to the bytes.
func Options(h cast.Header) matcher.Options { return options(h.Command, h.Width, h.Height) }

func options(command string, cols, rows int) matcher.Options {
	o := matcher.Options{Cols: cols, Rows: rows}
	argv := words(command)
	if len(argv) == 0 {
		return o
	}
	args, err := codex.ParseArgs(argv[1:])
	if err != nil {
		// Recorders that join the words without quotes leave nothing that can be parsed.
		o.Resumed = strings.Contains(command+" ", " resume ") || strings.Contains(command+" ", " fork ")
		return o
	}
	return launched.Options(args, cols, rows)
}

// words takes a shell line apart: quotes and backslashes, no expansions.
func words(line string) (all []string) {
	var word strings.Builder
	begun, quote := false, rune(0)
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		all = append(all, word.String())
	}
	return all
}
