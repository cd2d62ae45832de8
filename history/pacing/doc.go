// Package pacing owns what all terminals of one user must know of each other
// within minutes: which models were refused a moment ago, and when whose retry
// is due. It is one append-only file of JSON lines under the state directory,
// 0600, locked while it is written.
//
// It is what a running codex is supervised with, so it must never open a
// database, never wait for another process longer than lockWait, and never
// keep anybody from retrying: without a usable file every call answers as if
// this were the only terminal.
package pacing

import (
	"github.com/cxhook/cxhook/internal/folders"
)

// Path is where the file lives, whether it exists or not; "" for nowhere.
func Path() string { return folders.State("pacing.jsonl") }
