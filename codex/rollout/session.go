// Package rollout reads the session files that the Codex CLI writes under
// CODEX_HOME/sessions: which sessions there are, and what happened in one.
//
// It only reads. It keeps no text of prompts, answers or tool output, and it
// never fails on what one line holds: a line it cannot read is passed over.
// It is the only reader of these files, and reads them line by line in little
// memory; Follower reads only what was added.
//
// The format is Codex's own and undocumented. What is said about it was seen
// in files of 0.80.0, 0.98.0, 0.106.0, 0.144.6, 0.155.1, 0.163.0 and 0.171.0.
package rollout

import (
	"slices"
	"time"
)

// Session is what one session file says. It is a value: reading the file
// again gives a newer one.
type Session struct {
	ID         string    // thread id, a UUID
	Path       string    `json:"-"` // the file
	Started    time.Time `json:"-"`
	Cwd        string    `json:"-"` // working directory at the start
	CLIVersion string    `json:"-"` // release that began the file, such as "0.171.0"
	// SubAgent is true for a thread that is not a conversation of its own: an agent's, a
	// review's, or what /side opened.
	SubAgent bool
	// ForkedFrom is the id of the conversation that this one is a copy of; "" for none,
	// or where the release does not tell.
	ForkedFrom string
	// Goal is true while a goal is set and not reached, Pursued while it is neither paused
	// nor given up. A fork drops it. That a refusal stops it is not written down.
	Goal, Pursued bool
	// Now holds what the next turn would run with: the settings of the last
	// turn and what the user has changed since.
	Now Settings
	// Turns in the order they began. A fork's file may hold the turns of the
	// session it was forked from as well. Of very many only the newest are held.
	Turns []Turn
	// Tokens in the context after the last request; 0 if the file does not say.
	Tokens int
}

// Last is the newest turn; ok is false if there is none.
func (s Session) Last() (t Turn, ok bool) {
	if len(s.Turns) == 0 {
		return Turn{}, false
	}
	return s.Turns[len(s.Turns)-1], true
}

// Copied reports whether a turn was made in the conversation that this one is a copy of:
// a file of 0.106.0 to 0.144.6 repeats those, at new times. The ids of both are UUIDs of
// version 7, which begin with the time.
func (s Session) Copied(t Turn) bool { return s.ForkedFrom != "" && t.ID != "" && t.ID < s.ID }

// Turn is one task of a session: a prompt, a goal's step or a compaction.
// A manual /compact writes no settings of its own and gets the ones before.
type Turn struct {
	ID string
	// Number counts the turns without an ID, from 1 (to 0.98); 0 for one with an ID.
	Number int
	Settings
	// Prompted is true if the user's words began it; a goal's step and a manual
	// compaction have none. 0.144.6 also drops the words of a turn whose own
	// compaction was refused ahead of it; 0.171.0 writes them down.
	Prompted bool
	// Requested is true once the turn's own settings are written, just before
	// its first request. A turn that ended without got no further than a
	// compaction: a manual one, or one ahead of it on the model used before.
	Requested bool
	Aborted   bool   // it was interrupted
	Answered  bool   // the model said something to the user
	Concluded bool   // it ended with an answer, or a review's findings
	Compacted bool   // the conversation was made shorter
	Reviews   bool   // it is a /review
	Review    string `json:"-"` // what that is to look at, as Codex's JSON; "" for other turns
	// ReviewTurn is the id of the reviewer's own turn, which is in another file and ran with settings of its own.
	ReviewTurn string
	Goal       bool   // a step of a goal; not told before 0.171.0
	RanTool    bool   // a tool was called, so something may be changed
	Error      Code   // "" without one
	Status     int    // of HTTP, that came with the error; 0 without one
	Message    string `json:"-"` // the error's text, made by Codex
	Limits     Limits `json:"-"` // of use, as last told while it ran
	Started    time.Time
	Ended      time.Time     // zero while it runs
	Took       time.Duration // how long it ran, as Codex or the times of its lines tell
}

// OnlyCompacted reports whether the turn has ended and got no further than a compaction
// of the conversation: a /compact, or one ahead of a turn whose words are not written
// down either, which only Codex's history of prompts can tell.
func (t Turn) OnlyCompacted() bool {
	return !t.Ended.IsZero() && !t.Prompted && !t.Requested && !t.Answered && !t.RanTool && !t.Goal && t.Review == ""
}

// Settings are what a turn runs with.
type Settings struct {
	Model    string
	Provider string
	Effort   string  // reasoning effort, "" for the model's default
	Cwd      string  `json:"-"`
	Sandbox  Sandbox `json:"-"`
	Approval string  // "on-request", "never", "untrusted", "on-failure", or "granular" for a policy of parts
	// Reviewer of approval requests: "user", "auto_review"; "" before 0.13x.
	Reviewer string
	// ServiceTier is "default", "priority", …; "" if none is written down: the
	// TUIs of 0.144.6 and 0.171.0 do so, 0.106.0 and codex exec do not.
	ServiceTier string
	Mode        string // collaboration mode: "default", "plan"; "" if not told
	// CompHash names the form of compacted history the model reads; "" if not
	// told (0.106.0).
	CompHash string
	// Profile is the permission profile in force: ":workspace" and the like
	// for the built-in ones, else the user's own name; "" if not told.
	Profile string
}

// Sandbox is a sandbox policy.
type Sandbox struct {
	Mode          string // "read-only", "workspace-write", "danger-full-access", "external-sandbox"; "" if not told
	WritableRoots []string
	Network       bool // commands may use it
	NoSlashTmp    bool // /tmp is not writable
	NoTmpdir      bool // $TMPDIR is not writable
	// Custom is true if the permission profile holds rules which the other
	// fields do not tell: a policy made from them may be wider.
	Custom bool
}

// Equal reports whether two policies allow the same.
func (s Sandbox) Equal(o Sandbox) bool {
	return s.Mode == o.Mode && slices.Equal(s.WritableRoots, o.WritableRoots) && s.Network == o.Network &&
		s.NoSlashTmp == o.NoSlashTmp && s.NoTmpdir == o.NoTmpdir && s.Custom == o.Custom
}
