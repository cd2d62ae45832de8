package codex

import "github.com/cxhook/cxhook/codex/rollout"

// Request is what a plan is made from.
type Request struct {
	Args  Args   // the command line of the codex that was refused
	Model string // the new model
	// Provider, Profile and Effort are those of the new model; empty ones stay
	// the session's.
	Provider, Profile, Effort string
	// SessionID is the conversation to carry over; "" takes the one of
	// Session.
	SessionID string
	// Session is the conversation's file, nil if it could not be read: then
	// only a fresh start that the user asked for is planned, as nobody knows
	// which permissions the conversation has.
	Session *rollout.Session
	// Compact is true if the refused task was a compaction. After a manual
	// /compact the conversation is opened and nothing is sent.
	Compact bool
	// Unwritten is the prompt of the refused turn if the conversation does not
	// hold it, see the function of that name; else "".
	Unwritten string
	// Unheld is true if the screen shows a last prompt that the conversation does not
	// hold, whether or not Unwritten knows it.
	Unheld bool
	// Another is true if the conversation is not the one that the command line began: after
	// /new, /cd or /worktree the same arguments would ask what was asked before.
	Another bool
	// Fresh is the user's wish to start over with the same arguments.
	Fresh bool
	// Release is the installed one, such as "0.171.0"; "" if unknown.
	Release string
	// Catalogue is what the installed release lists; empty if unknown.
	Catalogue []Model
	// Configured tells which settings the configuration files hold, so that
	// a plan names only what would come out differently. nil means unknown,
	// and everything is named. (In 0.171.0 any -c keeps a TUI off the shared
	// daemon.)
	Configured Configured
}
