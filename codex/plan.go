package codex

import "github.com/cxhook/cxhook/codex/rollout"

// Mode says how the work goes on.
type Mode string

// The modes, best first. ModeInPlace is made by the app-server client only.
const (
	ModeInPlace    Mode = "in_place"    // the same codex goes on with another model
	ModeFork       Mode = "fork"        // a new thread with the conversation copied
	ModeResume     Mode = "resume"      // the same thread in a new codex
	ModeExecResume Mode = "exec_resume" // the same, without a TUI
	ModeFresh      Mode = "fresh"       // the user's own arguments, only the model changed
	ModeRefused    Mode = "refused"     // not by us; Command is for the user to run
)

// Request is what a plan is made from.
type Request struct {
	Args  Args   // the command line of the codex that was refused
	Model string // the new model
	// SessionID is the conversation to carry over; "" takes the one of
	// Session, and none at all allows only a fresh start.
	SessionID string
	// Session is the conversation's file, nil if it could not be read.
	Session *rollout.Session
	// Compact is true if the refused task was a manual /compact.
	Compact bool
	// Fresh is the user's wish to start over with the same arguments.
	Fresh bool
	// Catalogue is what the installed release lists; empty if unknown.
	Catalogue []Model
}

// Plan is how the work goes on, complete before codex is asked to quit.
type Plan struct {
	Mode     Mode
	Argv     []string // the words after "codex"; nil when refused
	Reason   string   // why this mode, for a user
	Warnings []string // what will differ, for a user
	Command  string   // the same, ready to paste into a POSIX shell
}

// MakePlan decides how the work of a refused turn goes on with another
// model. It is pure and never fails: a plan that cannot keep what the
// session had is ModeRefused.
func MakePlan(r Request) Plan {
	argv := r.Args.WithModel(r.Model)
	return Plan{Mode: ModeFresh, Argv: argv, Reason: "the same arguments with the model changed", Command: Quote(append([]string{"codex"}, argv...))}
}
