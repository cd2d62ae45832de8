// Package journal owns what cxhook itself saw and did: incidents, the choice that
// answered each, and what came of it, as an append-only file of JSON lines under
// the state directory, 0600. A run writes it; the history reads it later.
//
// It must never open a database, hold text that the user or a model wrote, or
// keep a run waiting: one record is one write.
package journal

import (
	"github.com/cxhook/cxhook/internal/folders"
)

// Path is where the file lives, whether it exists or not; "" for nowhere.
func Path() string { return folders.State("journal.jsonl") }
