// Package rollout reads the session files that the Codex CLI writes under
// CODEX_HOME/sessions: which sessions there are, and what happened in one.
//
// It reads only. It keeps no text of prompts, answers or tool output, and it
// never fails on what one line holds: a line it cannot read is counted.
package rollout

import "time"

// Session is one session file, read.
type Session struct {
	ID         string    // thread id (UUID)
	Path       string    // the file
	Started    time.Time // of the session
	Cwd        string    // working directory at the start
	Originator string    // "codex_cli_rs", "codex-tui", "codex_exec", …
	Source     string    // "cli", "exec", "vscode", "subagent", …
	CLIVersion string    // release that began the file, "0.171.0"
	ForkedFrom string    // id of the session this one is a fork of, or ""
	// SubAgent is true for threads that no user talks to: sub-agents,
	// reviews, and hidden threads such as the one that makes a title.
	SubAgent bool
	// Goal is true if a goal was set and not cleared: a fork drops it.
	Goal  bool
	Turns []Turn
	// Tokens in the context after the last request, and the model's window;
	// 0 when not told.
	Tokens, Window int
	// Skipped counts lines that could not be read.
	Skipped int
}

// Turn is one task of a session: a prompt's turn or a manual compaction.
type Turn struct {
	ID          string
	Model       string
	Effort      string
	Cwd         string
	Sandbox     Sandbox
	Approval    string // "on-request", "never", "untrusted", "on-failure", …
	ServiceTier string // "" if none is recorded
	Mode        string // collaboration mode: "default", "plan", …
	Answered    bool   // the model said something to the user
	RanTool     bool   // a tool was called, so files may have changed
	Error       string // codex_error_info, snake case, "" if none
	Message     string // the error's text as Codex recorded it
	Started     time.Time
	Ended       time.Time // zero while the turn runs
}

// Sandbox is a turn's sandbox policy.
type Sandbox struct {
	Mode          string // "read-only", "workspace-write", "danger-full-access", …
	WritableRoots []string
	Network       bool
}

// Last is the newest turn, false if there is none.
func (s Session) Last() (Turn, bool) {
	if len(s.Turns) == 0 {
		return Turn{}, false
	}
	return s.Turns[len(s.Turns)-1], true
}
