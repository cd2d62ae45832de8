package appserver

import "encoding/json"

// Settings are what the turns of a thread run with.
type Settings struct {
	Model       string
	Effort      string // "" for the model's default
	ServiceTier string // "default" for standard speed
	Mode        string // collaboration mode: "default", "plan"
	Cwd         string
	access      access
}

// SameAccess reports whether two settings allow the same: working directory,
// sandbox, permission profile, approval policy, reviewer and mode.
func (s Settings) SameAccess(o Settings) bool {
	return s.Cwd == o.Cwd && s.Mode == o.Mode && s.access == o.access
}

// access holds the daemon's own words, to be compared only.
type access struct{ sandbox, profile, approval, reviewer string }

// wireSettings are the members that thread/resume's answer and the
// notification thread/settings/updated share; the sandbox and the effort have
// a name in each.
type wireSettings struct {
	Model         string          `json:"model"`
	Effort        string          `json:"effort"`
	ResumedEffort string          `json:"reasoningEffort"`
	Tier          string          `json:"serviceTier"`
	Cwd           string          `json:"cwd"`
	Sandbox       json.RawMessage `json:"sandboxPolicy"`
	Resumed       json.RawMessage `json:"sandbox"`
	Profile       json.RawMessage `json:"activePermissionProfile"`
	Approval      json.RawMessage `json:"approvalPolicy"`
	Reviewer      json.RawMessage `json:"approvalsReviewer"`
	Collaboration struct {
		Mode string `json:"mode"`
	} `json:"collaborationMode"`
}

func (w wireSettings) settings() Settings {
	s := Settings{Model: w.Model, Effort: w.Effort + w.ResumedEffort, ServiceTier: w.Tier, Mode: w.Collaboration.Mode, Cwd: w.Cwd}
	s.access = access{
		sandbox: text(w.Sandbox) + text(w.Resumed), profile: text(w.Profile),
		approval: text(w.Approval), reviewer: text(w.Reviewer),
	}
	return s
}

// text is a value in one spelling: compact, members in order.
func text(raw json.RawMessage) string {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return ""
	}
	b, _ := json.Marshal(v) // it was just decoded
	return string(b)
}
