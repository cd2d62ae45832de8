package rollout

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/cxhook/cxhook/internal/untrusted"
)

// record is one line of a session file.
type record struct {
	Timestamp time.Time       `json:"timestamp"`
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`

	kind, role string // of the payload, where only the beginning was read
}

// meta is the payload of the first line.
type meta struct {
	ID           string          `json:"id"`
	Timestamp    time.Time       `json:"timestamp"`
	Cwd          string          `json:"cwd"`
	CLIVersion   string          `json:"cli_version"`
	Source       json.RawMessage `json:"source"`        // a word, or an object for sub-agents
	ThreadSource string          `json:"thread_source"` // "user" for the user's own
	ForkedFrom   string          `json:"forked_from_id"`
}

// id is the thread's, "" if it cannot be one.
func (m meta) id() string {
	if !untrusted.Name(m.ID) {
		return ""
	}
	return m.ID
}

// subAgent tells whether the thread is not a user's.
func (m meta) subAgent() bool {
	if m.ThreadSource != "" && m.ThreadSource != "user" {
		return true
	}
	var source string
	if json.Unmarshal(m.Source, &source) != nil {
		return word(m.Source) != ""
	}
	return source == "subagent" || source == "internal"
}

// exec tells whether codex exec began the thread.
func (m meta) exec() bool { return word(m.Source) == "exec" }

// context is what turn_context and thread_settings share.
type context struct {
	TurnID        string          `json:"turn_id"`
	Model         string          `json:"model"`
	Effort        *string         `json:"effort"`
	CompHash      string          `json:"comp_hash"`
	Cwd           string          `json:"cwd"`
	Approval      json.RawMessage `json:"approval_policy"` // a word, or an object
	Reviewer      string          `json:"approvals_reviewer"`
	SandboxPolicy *policy         `json:"sandbox_policy"`
	Permissions   json.RawMessage `json:"permission_profile"` // see permissions
	Active        *struct {
		ID string `json:"id"`
	} `json:"active_permission_profile"`
	ServiceTier   string `json:"service_tier"`
	Collaboration *struct {
		Mode     string `json:"mode"`
		Settings struct {
			Effort *string `json:"reasoning_effort"`
		} `json:"settings"`
	} `json:"collaboration_mode"`
}

type policy struct {
	Type     string   `json:"type"`
	Roots    []string `json:"writable_roots"`
	Network  any      `json:"network_access"` // a boolean; a word for external-sandbox
	SlashTmp bool     `json:"exclude_slash_tmp"`
	Tmpdir   bool     `json:"exclude_tmpdir_env_var"`
}

func (p policy) sandbox() Sandbox {
	return Sandbox{
		Mode: p.Type, WritableRoots: p.Roots, NoSlashTmp: p.SlashTmp, NoTmpdir: p.Tmpdir,
		Network: p.Network == true || p.Network == "enabled",
	}
}

// apply puts what c tells over s. whole is true for thread_settings, where a
// missing service tier means that none is set.
func (c context) apply(s *Settings, whole bool) {
	s.Model, s.Effort = "", ""
	if untrusted.Name(c.Model) { // or else it is not known
		s.Model = c.Model
	}
	if c.CompHash != "" {
		s.CompHash = c.CompHash
	}
	if c.Cwd != "" {
		s.Cwd = c.Cwd
	}
	if c.Collaboration != nil {
		s.Mode = modeNow(c.Collaboration.Mode)
		if e := c.Collaboration.Settings.Effort; e != nil {
			s.Effort = *e
		}
	}
	if c.Effort != nil {
		s.Effort = *c.Effort
	}
	if !untrusted.Name(s.Effort) {
		s.Effort = ""
	}
	if a := word(c.Approval); a != "" {
		s.Approval = a
	}
	s.Reviewer = c.Reviewer
	s.Profile = ""
	if c.Active != nil {
		s.Profile = c.Active.ID
	}
	if whole || c.ServiceTier != "" {
		s.ServiceTier = c.ServiceTier
	}
	told := len(c.Permissions) > 0 && string(c.Permissions) != "null"
	switch {
	case c.SandboxPolicy != nil:
		s.Sandbox = c.SandboxPolicy.sandbox()
		s.Sandbox.Custom = told && profile(c.Permissions, s.Cwd).Custom
	case told:
		s.Sandbox = profile(c.Permissions, s.Cwd)
	}
}

// modeNow gives a collaboration mode the name that it has since 0.95. Sessions of 0.89 to
// 0.94 begin in "custom", and Codex reads all their modes but "plan" as "default".
func modeNow(name string) string {
	switch name {
	case "custom", "code", "pair_programming", "execute":
		return "default"
	}
	return name
}

// word reads a JSON string, or the only key of an object.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) == nil {
		for key := range object {
			return key
		}
	}
	return ""
}

// event holds the members of event_msg and response_item that matter here.
type event struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	TurnID    string          `json:"turn_id"`
	Last      *string         `json:"last_agent_message"`
	Message   json.RawMessage `json:"message"`
	ErrorInfo json.RawMessage `json:"codex_error_info"`
	Error     *struct {
		Message string          `json:"message"`
		Info    json.RawMessage `json:"codex_error_info"`
	} `json:"error"`
	Item *struct {
		Type   string          `json:"type"`
		Target json.RawMessage `json:"target"`
	} `json:"item"`
	Target      json.RawMessage `json:"target"` // of entered_review_mode
	Attribution struct {
		Trigger string `json:"turn_trigger"`
	} `json:"turn_attribution"`
	Info *struct {
		Last struct {
			Total int `json:"total_tokens"`
		} `json:"last_token_usage"`
	} `json:"info"`
	Settings *context `json:"thread_settings"`
	Goal     *struct {
		Status string `json:"status"`
	} `json:"goal"`
}

// isTool reports whether a response item is a call of a tool: function_call,
// custom_tool_call, local_shell_call, web_search_call and so on.
func isTool(itemType string) bool { return strings.HasSuffix(itemType, "_call") }
