package appserver

import "encoding/json"

// settings are what the turns of a thread run with.
type settings struct {
	model  string
	mode   string // collaboration mode: "default", "plan"
	cwd    string
	access access
}

// sameAccess reports whether two settings allow the same: working directory,
// sandbox, permission profile, approval policy, reviewer and mode.
func (s settings) sameAccess(o settings) bool {
	return s.cwd == o.cwd && s.mode == o.mode && s.access == o.access
}

// access holds the daemon's own words, to be compared only.
type access struct{ sandbox, profile, approval, reviewer string }

// wireSettings are the members that thread/resume's answer and the
// notification thread/settings/updated share; the sandbox has a name in each.
type wireSettings struct {
	Model         string          `json:"model"`
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

func (w wireSettings) settings() settings {
	return settings{model: w.Model, mode: w.Collaboration.Mode, cwd: w.Cwd, access: access{
		sandbox: text(w.Sandbox) + text(w.Resumed), profile: text(w.Profile),
		approval: text(w.Approval), reviewer: text(w.Reviewer),
	}}
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
