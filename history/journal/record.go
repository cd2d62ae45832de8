package journal

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"time"
)

// Kind tells the records apart.
type Kind string

// The kinds of records.
const (
	KindIncident Kind = "incident"
	KindChoice   Kind = "choice"
	KindResult   Kind = "result"
)

// Record is one line of the journal: one of the three, by its kind.
type Record struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
	// Incident is the id that a choice and a result share with their incident.
	Incident string `json:"incident"`
	// Model is the refused one of an incident, the chosen one of a choice, the
	// one that was really asked of a result; "" if unknown.
	Model string `json:"model,omitempty"`

	Surface string `json:"surface,omitempty"` // of an incident: tui, inline, exec, exec_json
	Task    string `json:"task,omitempty"`    // of an incident: turn, remote_compact
	Session string `json:"session,omitempty"` // of an incident: Codex's thread id, if known
	Turn    string `json:"turn,omitempty"`    // of an incident: Codex's turn id, if known

	Action Action `json:"action,omitempty"` // of a choice
	Mode   string `json:"mode,omitempty"`   // of a choice: the plan's mode, such as fork
	By     By     `json:"by,omitempty"`     // of a choice

	Outcome Outcome `json:"outcome,omitempty"` // of a result
	// Class is what kind of error it was, as cxhook explain names it: of an incident, see Ended, and of a failed result.
	Class string `json:"class,omitempty"`
}

// Capacity is the class of a model that is crowded. No other makes it count as refused.
const Capacity = "capacity"

// Ended is the class of the error of an incident. Capacity was the only one before it was written down.
func (r Record) Ended() string { return cmp.Or(r.Class, Capacity) }

// Action is what was chosen for an incident.
type Action string

// The actions. Compact goes on with the same model behind a compaction. Dismiss is an answer too: the user wanted nothing done.
const (
	Switch  Action = "switch"
	Fresh   Action = "fresh"
	Retry   Action = "retry"
	Compact Action = "compact"
	Dismiss Action = "dismiss"
	// Overtaken is no choice: codex went on with a prompt that the user had queued, and
	// what was refused stays undone.
	Overtaken Action = "overtaken"
)

// By says who chose.
type By string

// Key is the user at the bar, Policy an on_capacity setting, Queue what the user had queued in codex.
const (
	Key    By = "key"
	Policy By = "policy"
	Queue  By = "queue"
)

// Outcome is what the first turn after a choice came to.
type Outcome string

// The outcomes of a choice. Wrong means that codex is on another model than the
// chosen one.
const (
	Worked  Outcome = "worked"
	Refused Outcome = "refused"
	Failed  Outcome = "failed"
	Wrong   Outcome = "wrong_model"
)

// NewID makes the id of an incident.
func NewID() string {
	var b [8]byte
	rand.Read(b[:]) // which never fails
	return hex.EncodeToString(b[:])
}
