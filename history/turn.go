package history

import "time"

// Outcome is how a turn ended.
type Outcome string

// The outcomes of a turn.
const (
	Answered Outcome = "answered"
	Refused  Outcome = "refused" // an error of the class Capacity, in files since 0.146
	Failed   Outcome = "failed"  // any other error
	Aborted  Outcome = "aborted" // the user interrupted it
	// Unanswered is a turn that ended without an answer and without an error. A
	// refusal looks like that in files of 0.144.6 and older, and so does a turn
	// that only ran tools; it is no refusal unless cxhook saw one.
	Unanswered Outcome = "unanswered"
	Running    Outcome = "running" // its end is not written yet, or never was
)

// Turn is one task of a session, as its file tells it.
type Turn struct {
	// ID is unique over all sessions: Codex's UUID, or the session's id and a
	// number for the releases that had none. A fork's file repeats the turns of
	// the session before it under their own ids.
	ID       string
	Session  string
	Started  time.Time
	Duration time.Duration // zero while it runs
	Model    string
	Provider string
	Effort   string // "" for the model's default
	Outcome  Outcome
	Error    string // codex_error_info of a refused or failed turn
	Class    string // what that means, as cxhook explain names it; "" without an error
	// Review is the id of the reviewer's turn if this one is a review: that one tells the model, in a file of its own.
	Review string
	Hidden bool // of a thread that no user talks to: a title's, a reviewer's, a sub-agent's
}

// File is what the history knows of one session file.
type File struct {
	Path     string
	Size     int64
	Modified int64  // Unix time in nanoseconds
	Offset   int64  // bytes taken in, up to the end of a line
	State    []byte // what the reader needs to go on at Offset, in its own form
	Skipped  string // why nothing was taken from it, or ""
	Lines    int    // that could not be read
}

// Import is what one reading of a file adds. From is the Offset that the file
// had before, -1 for a file that was unknown: if another process has meanwhile
// read it further, the import is dropped as a whole.
type Import struct {
	File  File
	From  int64
	Turns []Turn
}
