package rollout

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/cxhook/cxhook/internal/untrusted"
)

// name says what a line is, from as much of it as there is: its type, behind it for an event or an item of the
// conversation the type of that, and behind this the type of an item that was completed, or whose message it is. It is ""
// for what is no line of a session file. Most of a file are texts and tool output: to read those whole would make a
// session of 100 MB take seconds.
func name(line []byte) string {
	kind := word(line, "type")
	if kind != "event_msg" && kind != "response_item" {
		return kind
	}
	inner := word(line, "payload.type")
	switch kind += "/" + inner; {
	case inner == "item_completed":
		kind += "/" + word(line, "payload.item.type")
	case inner == "message":
		kind += "/" + word(line, "payload.role")
	case strings.HasSuffix(inner, "_call"): // function_call, custom_tool_call, local_shell_call, web_search_call, …
		return toolCall
	}
	return kind
}

const toolCall = "response_item/…_call"

func word(line []byte, path string) string { return gjson.GetBytes(line, path).Str }

// written is when a line was written, zero if it does not tell.
func written(line []byte) time.Time {
	at, _ := time.Parse(time.RFC3339Nano, word(line, "timestamp"))
	return at
}

// payload reads what a line holds.
func payload[T any](line []byte) (p T, err error) {
	err = json.Unmarshal(line, &struct {
		Payload *T `json:"payload"`
	}{&p})
	return p, err
}

// meta is the payload of the first line.
type meta struct {
	ID           string          `json:"id"`
	Timestamp    time.Time       `json:"timestamp"`
	Cwd          string          `json:"cwd"`
	CLIVersion   string          `json:"cli_version"`
	Provider     string          `json:"model_provider"`
	Source       variant         `json:"source"`        // with contents for sub-agents
	ThreadSource json.RawMessage `json:"thread_source"` // "user" for the user's own
	ForkedFrom   string          `json:"forked_from_id"`
}

// id is the thread's, "" if it cannot be one.
func (m meta) id() string {
	if !untrusted.Name(m.ID) {
		return ""
	}
	return m.ID
}

// subAgent reports whether the thread is not a user's.
func (m meta) subAgent() bool {
	if len(m.ThreadSource) > 0 && string(m.ThreadSource) != "null" && string(m.ThreadSource) != `"user"` {
		return true
	}
	return m.Source.contents != nil || m.Source.name == "subagent" || m.Source.name == "internal"
}

// exec reports whether codex exec began the thread.
func (m meta) exec() bool { return m.Source.name == "exec" }

// variant is one of an enumeration: a word, or the only member of an object with what belongs to it. Anything else is "".
type variant struct {
	name     string
	contents json.RawMessage
}

func (v *variant) UnmarshalJSON(text []byte) error {
	*v = variant{}
	var object map[string]json.RawMessage
	if json.Unmarshal(text, &v.name) == nil || json.Unmarshal(text, &object) != nil {
		return nil
	}
	v.contents = text
	for v.name, v.contents = range object {
		break
	}
	return nil
}

// context is what turn_context and thread_settings share.
type context struct {
	TurnID        string          `json:"turn_id"`
	Model         string          `json:"model"`
	Provider      string          `json:"model_provider_id"` // of thread_settings
	Effort        *string         `json:"effort"`
	CompHash      string          `json:"comp_hash"`
	Cwd           string          `json:"cwd"`
	Approval      variant         `json:"approval_policy"`
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
	if untrusted.Name(c.Provider) {
		s.Provider = c.Provider
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
	if c.Approval.name != "" {
		s.Approval = c.Approval.name
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

// event holds the members of events that matter here.
type event struct {
	TurnID   string   `json:"turn_id"`
	Last     *string  `json:"last_agent_message"`
	Duration float64  `json:"duration_ms"`
	Error    *failure `json:"error"`
	failure           // of the event error
	Item     struct {
		Target json.RawMessage `json:"target"`
		Output json.RawMessage `json:"review_output"`
	} `json:"item"`
	Target      json.RawMessage `json:"target"`        // of entered_review_mode
	Output      json.RawMessage `json:"review_output"` // of exited_review_mode
	Attribution struct {
		Trigger string `json:"turn_trigger"`
	} `json:"turn_attribution"`
	Settings *context `json:"thread_settings"`
	Goal     *struct {
		Status string `json:"status"`
	} `json:"goal"`
}
