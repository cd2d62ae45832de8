package fakeapi

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// Purpose says what a request is for.
type Purpose string

// The purposes of a request. Releases since 0.144 name it in a header; for older ones it is read from the body.
const (
	Turn       Purpose = "turn"       // the user's turn, or the request after a tool call within one
	Title      Purpose = "title"      // the hidden thread in which Codex asks the same model for a title
	Compaction Purpose = "compaction" // /compact or automatic compaction, local or remote
	Other      Purpose = "other"      // not a model request: the model list, a websocket upgrade, plugins
)

// Request is what the service saw of one HTTP request. It is what a test trusts: the screen may be wrong about the
// model in force, the wire is not.
type Request struct {
	At       time.Time `json:"at"`
	Method   string    `json:"method"`
	Path     string    `json:"path"`
	Purpose  Purpose   `json:"purpose"`
	Answered Kind      `json:"answered,omitempty"` // how the service answered; empty for Other
	Model    string    `json:"model,omitempty"`
	Effort   string    `json:"effort,omitempty"`
	// ServiceTier is "" when the request names none, which is the default tier.
	ServiceTier string `json:"service_tier,omitempty"`
	// Thread is the id of the conversation, as Codex's own header gives it; it is the rollout's id.
	Thread string `json:"thread,omitempty"`
	// Instructions is the SHA-256 of the system instructions, in hex, to compare two requests by.
	Instructions string `json:"instructions,omitempty"`
	// Sandbox is the sandbox mode the model was told about, "" when the release does not say (before 0.144).
	Sandbox string `json:"sandbox,omitempty"`
	// Input holds the conversation, one Item for each input item, oldest first.
	Input []Item `json:"input,omitempty"`

	shellTool string // the name of the shell tool the request offers
}

// Item is one item of a request's input.
type Item struct {
	Type string `json:"type"`           // message, function_call, function_call_output, compaction_trigger, …
	Role string `json:"role,omitempty"` // user, assistant, developer; only for messages
	Text string `json:"text,omitempty"` // the joined text, or a tool call's arguments or output
}

// Says reports whether an item of the given role holds text.
func (r Request) Says(role, text string) bool {
	for _, item := range r.Input {
		if item.Role == role && strings.Contains(item.Text, text) {
			return true
		}
	}
	return false
}

// wireBody is the part of a Responses API request that is recorded.
type wireBody struct {
	Model        string `json:"model"`
	Instructions string `json:"instructions"`
	ServiceTier  string `json:"service_tier"`
	Reasoning    struct {
		Effort string `json:"effort"`
	} `json:"reasoning"`
	Tools []struct {
		Name string `json:"name"`
	} `json:"tools"`
	Input []struct {
		Type      string          `json:"type"`
		Role      string          `json:"role"`
		Content   json.RawMessage `json:"content"`
		Arguments string          `json:"arguments"`
		Output    json.RawMessage `json:"output"`
	} `json:"input"`
}

// turnMetadata is the JSON in the x-codex-turn-metadata header (Codex 0.144 and later; 0.106 sends fewer members).
type turnMetadata struct {
	ThreadID     string `json:"thread_id"`
	RequestKind  string `json:"request_kind"`  // turn, compaction, prewarm
	ThreadSource string `json:"thread_source"` // user, thread_title
	SandboxMode  string `json:"sandbox_mode"`
}

// titlePrompt begins the last message of a title request. 0.150.1 to 0.155.1 do not name it in the header.
const titlePrompt = "Generate a concise, single-line task title"

// compactionPrompt begins the last message of a local compaction in every release tried (0.106.0, 0.144.6, 0.171.0).
const compactionPrompt = "You are performing a CONTEXT CHECKPOINT COMPACTION"

func newRequest(h *http.Request, body []byte, at time.Time) Request {
	r := Request{At: at, Method: h.Method, Path: h.URL.Path, Purpose: Other}
	if h.Method != http.MethodPost || !strings.HasPrefix(r.Path, responsesPath) {
		return r
	}
	var wire wireBody
	if json.Unmarshal(body, &wire) != nil {
		return r
	}
	var meta turnMetadata
	_ = json.Unmarshal([]byte(h.Header.Get("X-Codex-Turn-Metadata")), &meta) // an old release: zero is right

	r.Model, r.Effort, r.ServiceTier, r.Sandbox = wire.Model, wire.Reasoning.Effort, wire.ServiceTier, meta.SandboxMode
	r.Thread = firstNonEmpty(meta.ThreadID, h.Header.Get("Session_id"), h.Header.Get("Session-Id"))
	instructions := wire.Instructions
	for _, in := range wire.Input {
		item := Item{Type: in.Type, Role: in.Role}
		switch in.Type {
		case "message":
			item.Text = contentText(in.Content)
		case "function_call", "custom_tool_call":
			item.Text = in.Arguments
		case "function_call_output", "custom_tool_call_output":
			item.Text = contentText(in.Output)
		}
		if in.Role == "developer" || in.Role == "system" {
			instructions += item.Text
		}
		r.Input = append(r.Input, item)
	}
	r.shellTool = "exec_command"
	for _, tool := range wire.Tools {
		if tool.Name == "shell_command" || tool.Name == "shell" {
			r.shellTool = tool.Name
		}
	}
	sum := sha256.Sum256([]byte(instructions))
	r.Instructions = hex.EncodeToString(sum[:])
	r.Purpose = purpose(r, meta)
	return r
}

func purpose(r Request, meta turnMetadata) Purpose {
	var last Item
	if len(r.Input) > 0 {
		last = r.Input[len(r.Input)-1]
	}
	switch {
	case meta.ThreadSource == "thread_title", strings.HasPrefix(last.Text, titlePrompt):
		return Title
	case meta.RequestKind == "compaction", strings.HasSuffix(r.Path, compactSuffix), last.Type == "compaction_trigger",
		strings.HasPrefix(last.Text, compactionPrompt):
		return Compaction
	}
	return Turn
}

// contentText joins the text of a message's content, or of a tool's output, which is either a string or a list of
// parts.
func contentText(raw json.RawMessage) string {
	var plain string
	if json.Unmarshal(raw, &plain) == nil {
		return plain
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(raw, &parts) // any other shape carries no text
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part.Text)
	}
	return b.String()
}

func firstNonEmpty(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
