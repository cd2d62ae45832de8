package recovery

import (
	"strings"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/history/journal"
)

// asksAgain reports whether the arguments hold the question that was refused, so that a
// fresh start asks it again.
func (l *launch) asksAgain() bool {
	prompt, ok := l.args.Prompt()
	return l.args.Exec() || ok && (l.prompt == "" || strings.HasPrefix(l.prompt, firstOf(blankless(prompt))))
}

func action(to, refused string, mode codex.Mode) journal.Action {
	switch {
	case to == refused:
		return journal.Retry
	case mode == codex.ModeFresh:
		return journal.Fresh
	}
	return journal.Switch
}
