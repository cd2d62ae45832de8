// Package history owns the notebook: every turn that Codex's session files tell
// of, and what cxhook's journal adds, in one SQLite database under the state
// directory, 0600. It keeps names, times and outcomes, and never a word that the
// user or a model wrote.
//
// It must never be opened by a run or by a shell's start: those have the journal,
// the pacing file and the summary. Everything in the database can be read again
// from Codex's files and the journal, so losing it loses no work of the user.
package history

import (
	"github.com/cxhook/cxhook/internal/folders"
)

// Path is where the database lives, whether it exists or not; "" for nowhere.
func Path() string { return folders.State("history.db") }
