package fakeapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// The texts the service sends with a refusal. Codex throws the first away and prints its own sentence instead.
const (
	overloadedText = "Our servers are currently overloaded. Please try again later."
	defaultText    = "Done: the parser now handles empty input."
	defaultCommand = "echo cxhook-tool"
)

// exchange is one model request being answered.
type exchange struct {
	w       http.ResponseWriter
	r       *http.Request
	req     Request
	answer  Answer
	id      string // of the response; unique in the server
	release <-chan struct{}
}

// writers gives each Kind its form on the wire. The statuses, codes and bodies are those that make Codex 0.106.0,
// 0.144.6 and 0.171.0 print the texts their users report.
var writers = map[Kind]func(exchange){
	OK:       exchange.text,
	Tool:     exchange.tool,
	Hold:     exchange.hold,
	Capacity: func(x exchange) { x.failed("server_is_overloaded", overloadedText) },
	PolicyCapacity: func(x exchange) {
		x.failed("policy_capacity_unavailable", "Policy-restricted capacity is unavailable. Please try again later.")
	},
	ContextWindow: func(x exchange) {
		x.failed("context_length_exceeded", "Your input exceeds the context window of this model.")
	},
	CapacityHTTP: func(x exchange) {
		x.status(http.StatusServiceUnavailable, apiError("server_is_overloaded", overloadedText))
	},
	HighDemand:  func(x exchange) { x.status(http.StatusInternalServerError, apiError("", "internal error")) },
	Unavailable: func(x exchange) { x.status(http.StatusServiceUnavailable, apiError("", "upstream connect error")) },
	Cut:         exchange.cut,
	UsageLimit:  func(x exchange) { x.limit("usage_limit_reached", nil) },
	ModelLimit: func(x exchange) {
		x.limit("usage_limit_reached", map[string]string{
			"X-Codex-Active-Limit": "codex_other", "X-Codex-Other-Limit-Name": x.req.Model,
			"X-Codex-Other-Primary-Used-Percent": "100.0", "X-Codex-Other-Primary-Window-Minutes": "300",
		})
	},
	NoCredits: func(x exchange) {
		x.limit("usage_limit_reached", map[string]string{"X-Codex-Rate-Limit-Reached-Type": "workspace_owner_credits_depleted"})
	},
	SpendCap: func(x exchange) {
		x.limit("usage_limit_reached", map[string]string{"X-Codex-Rate-Limit-Reached-Type": "workspace_member_usage_limit_reached"})
	},
	NotIncluded: func(x exchange) { x.limit("usage_not_included", nil) },
	Quota:       func(x exchange) { x.failed("insufficient_quota", "You exceeded your current quota.") },
	TokenRate: func(x exchange) {
		x.failed("rate_limit_exceeded", "Rate limit reached for "+x.req.Model+". Please try again in 11.054s.")
	},
	RateLimit: func(x exchange) {
		x.status(http.StatusTooManyRequests, apiError("rate_limit_exceeded", "Rate limit reached for "+x.req.Model))
	},
	Auth: func(x exchange) {
		x.status(http.StatusUnauthorized, apiError("invalid_api_key", "Incorrect API key provided"))
	},
	UnknownModel: func(x exchange) {
		x.status(http.StatusBadRequest, map[string]any{
			"detail": fmt.Sprintf("The '%s' model is not supported when using Codex with a ChatGPT account.", x.req.Model),
		})
	},
	NoModel: func(x exchange) {
		x.status(http.StatusNotFound, apiError("model_not_found",
			fmt.Sprintf("The model `%s` does not exist or you do not have access to it.", x.req.Model)))
	},
	Effort: func(x exchange) {
		x.status(http.StatusBadRequest, apiError("unsupported_value",
			fmt.Sprintf("Unsupported value: 'xhigh' is not supported with the '%s' model.", x.req.Model)))
	},
	Flagged: func(x exchange) {
		x.failed("invalid_prompt", "Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.")
	},
	Encrypted: func(x exchange) {
		x.status(http.StatusBadRequest, apiError("invalid_encrypted_content",
			"The encrypted content gAAA...dg== could not be verified. Reason: Encrypted content could not be decrypted or parsed."))
	},
	Novel: func(x exchange) {
		x.status(http.StatusBadRequest, apiError("tuesday", "The moon is not in the right phase for this request."))
	},
}

func apiError(code, message string) map[string]any {
	return map[string]any{"error": map[string]any{"code": code, "message": message}}
}

func (x exchange) write() {
	if x.answer.RetryAfter > 0 && !x.limits() {
		x.w.Header().Set("Retry-After", strconv.Itoa(int(x.answer.RetryAfter/time.Second)))
	}
	writers[x.answer.Kind](x)
}

// status answers with an HTTP error and a JSON body.
func (x exchange) status(code int, body any) {
	writeJSON(x.w, code, body)
}

// limits says whether the answer is a limit of the account or of a model.
func (x exchange) limits() bool {
	return slices.Contains([]Kind{UsageLimit, ModelLimit, NoCredits, SpendCap, NotIncluded}, x.answer.Kind)
}

// limit refuses by a limit, with the headers that tell of which.
func (x exchange) limit(kind string, header map[string]string) {
	for name, value := range header {
		x.w.Header().Set(name, value)
	}
	body := map[string]any{"type": kind, "message": "The usage limit has been reached", "plan_type": firstNonEmpty(x.answer.Text, "plus")}
	if x.answer.RetryAfter > 0 {
		body["resets_at"] = time.Now().Add(x.answer.RetryAfter).Unix()
	}
	x.status(http.StatusTooManyRequests, map[string]any{"error": body})
}

// cut opens the stream and breaks it off in the midst of a chunk.
func (x exchange) cut() {
	x.open()
	panic(http.ErrAbortHandler)
}

// failed opens the stream and ends it with response.failed, the shape in which most refusals arrive. The compaction
// path of 0.106 is not a stream: there the refusal is a 503.
func (x exchange) failed(code, message string) {
	if x.req.Path == responsesPath+compactSuffix {
		x.status(http.StatusServiceUnavailable, apiError(code, message))
		return
	}
	x.open()
	x.event("response.failed", map[string]any{"response": map[string]any{
		"id": x.id, "error": map[string]any{"code": code, "message": message},
	}})
}

func (x exchange) text() {
	if x.req.Purpose == Compaction && x.compactRemotely() {
		return
	}
	x.open()
	x.message()
}

func (x exchange) hold() {
	x.open()
	select {
	case <-x.release:
		x.message()
	case <-x.r.Context().Done():
	}
}

func (x exchange) message() {
	text := firstNonEmpty(x.answer.Text, defaultText)
	if x.req.Purpose == Title {
		title, _ := json.Marshal(map[string]string{"title": "Fix the parser"}) // a map of strings always marshals
		text = string(title)
	}
	x.item(map[string]any{
		"type": "message", "role": "assistant", "id": "msg-" + x.id,
		"content": []any{map[string]any{"type": "output_text", "text": text}},
	})
	x.completed()
}

// tool calls the shell tool under the name the request offers: exec_command in newer releases, shell_command in older.
func (x exchange) tool() {
	command := firstNonEmpty(x.answer.Text, defaultCommand)
	arguments, _ := json.Marshal(map[string]string{"cmd": command, "command": command}) // a release reads one of them
	x.open()
	x.item(map[string]any{
		"type": "function_call", "id": "fc-" + x.id, "call_id": "call-" + x.id,
		"name": x.req.shellTool, "arguments": string(arguments),
	})
	x.completed()
}

// compactRemotely answers the compaction of the built-in provider: releases since 0.144 end the input of an ordinary
// request with a compaction_trigger item and expect exactly one compaction item back, 0.106 posts to a path of its own
// and reads plain JSON. It reports false for a local compaction, which is an ordinary turn that asks for a summary.
func (x exchange) compactRemotely() bool {
	summary := map[string]any{"type": "compaction", "id": "cmp-" + x.id, "encrypted_content": "c3VtbWFyeQ=="}
	if x.req.Path == responsesPath+compactSuffix {
		writeJSON(x.w, http.StatusOK, map[string]any{"output": []any{summary}})
		return true
	}
	if last := x.req.Input[len(x.req.Input)-1]; last.Type != "compaction_trigger" {
		return false
	}
	x.open()
	x.item(summary)
	x.completed()
	return true
}

func (x exchange) open() {
	x.w.Header().Set("Content-Type", "text/event-stream")
	x.w.WriteHeader(http.StatusOK)
	x.event("response.created", map[string]any{"response": map[string]any{"id": x.id}})
}

func (x exchange) item(item map[string]any) {
	x.event("response.output_item.done", map[string]any{"item": item})
}

func (x exchange) completed() {
	x.event("response.completed", map[string]any{"response": map[string]any{"id": x.id, "usage": map[string]any{
		"input_tokens": 900, "input_tokens_details": nil, "output_tokens": 12, "output_tokens_details": nil,
		"total_tokens": 912,
	}}})
}

// event writes one server-sent event. A client that has gone away is not a failure of the service.
func (x exchange) event(kind string, members map[string]any) {
	members["type"] = kind
	data, err := json.Marshal(members)
	if err != nil {
		panic(err) // the members are all of this file
	}
	fmt.Fprintf(x.w, "event: %s\ndata: %s\n\n", kind, data)
	_ = http.NewResponseController(x.w).Flush()
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	lines := json.NewEncoder(w)
	lines.SetIndent("", "  ") // as the service does
	_ = lines.Encode(body)    // as in event
}
