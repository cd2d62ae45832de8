// Package launched tells the watcher what a command line of Codex says of the run to be watched, for live runs,
// replays and demos alike. It reads nothing else and must never look at what is drawn.
package launched

import (
	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/matcher"
)

// Options are those for a codex launched with args on a terminal of that size.
func Options(args codex.Args, cols, rows int) matcher.Options {
	_, prompted := args.Prompt()
	sub := args.Subcommand()
	return matcher.Options{
		Cols: cols, Rows: rows,
		Surface:  Surface(args),
		Prompted: prompted,
		Resumed:  sub == "resume" || sub == "fork",
	}
}

// Surface is what codex was launched for; "" for the terminal interface, whose two forms the bytes tell apart.
func Surface(args codex.Args) matcher.Surface {
	switch {
	case args.Exec() && args.JSON():
		return matcher.ExecJSON
	case args.Exec():
		return matcher.Exec
	}
	return ""
}
