package matcher

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// said is a message with where it stood: as Codex's own word, or quoted in a conversation, a draft or a command's
// output.
type said struct {
	message
	quoted bool
	marked bool // behind the glyph or label of an error, or in an event: a message begins here
}

// eventErrors takes the errors out of one JSON event: exec --json, a rollout line, an app-server notification or
// reply, an upstream event, or a bare error object.
func eventErrors(event map[string]any) []said {
	kind, _ := event["type"].(string)
	if method, ok := event["method"].(string); ok {
		return notification(method, object(event["params"]))
	}
	switch {
	case kind == "event_msg":
		return rolloutEvent(object(event["payload"]))
	case kind == "response_item", kind == "session_meta", kind == "turn_context", kind == "compacted":
		return quotes(event)
	case strings.HasPrefix(kind, "item."):
		return item(object(event["item"]))
	case kind == "response.failed", kind == "response.incomplete":
		return own(bodyErrors(object(event["response"])))
	case kind == "error":
		// exec --json has the text on top, a server's stream an object.
		if text, ok := event["message"].(string); ok && event["error"] == nil {
			return []said{{message: read(text)}}
		}
		return own(bodyErrors(event))
	case kind == "turn.failed":
		return own([]message{errorObject(object(event["error"]))})
	}
	return own(bodyErrors(event))
}

// notification reads an app-server notification. With willRetry the text is "Reconnecting... 1/2" and the cause
// stands in additionalDetails.
func notification(method string, params map[string]any) []said {
	switch method {
	case "error":
		m := errorObject(object(params["error"]))
		if again, _ := params["willRetry"].(bool); again {
			m.retrying = true
		}
		return []said{{message: m}}
	case "turn/completed":
		turn := object(params["turn"])
		if failure := object(turn["error"]); failure != nil {
			return []said{{message: errorObject(failure)}}
		}
		return nil
	}
	return quotes(params)
}

// rolloutEvent reads the payload of an event_msg line.
func rolloutEvent(payload map[string]any) []said {
	switch kind, _ := payload["type"].(string); kind {
	case "task_complete", "turn_complete":
		if failure := object(payload["error"]); failure != nil {
			return []said{{message: errorObject(failure)}}
		}
		return nil
	case "error", "stream_error":
		m := errorObject(payload)
		m.retrying = m.retrying || kind == "stream_error"
		return []said{{message: m}}
	}
	return quotes(payload)
}

// item reads a thread item of exec --json. Those of type "error" are warnings: the turn goes on.
func item(item map[string]any) []said {
	if kind, _ := item["type"].(string); kind != "error" {
		return quotes(item)
	}
	text, _ := item["message"].(string)
	m := read(text)
	return []said{{message: m, quoted: !m.retrying}}
}

// bodyErrors reads an error object as servers send it: {"error":{…}}, {"detail":"…"}, or code and message on top.
// What it says is a server's word, unless Codex has put its own codex_error_info beside it.
func bodyErrors(body map[string]any) []message {
	var m message
	switch {
	case object(body["error"]) != nil:
		m = errorObject(object(body["error"]))
	case body["detail"] != nil:
		m = read(fmt.Sprint(body["detail"]))
	case body["message"] != nil:
		m = errorObject(body)
	case body["error"] != nil:
		m = read(fmt.Sprint(body["error"]))
	default:
		return nil
	}
	m.relayed = m.info == ""
	return []message{m}
}

func errorObject(e map[string]any) message {
	text, _ := e["message"].(string)
	m := read(text)
	for _, key := range []string{"additionalDetails", "additional_details"} {
		if details, ok := e[key].(string); ok && m.retrying {
			m.text = read(details).text
		}
	}
	for _, key := range []string{"codex_error_info", "codexErrorInfo"} {
		if e[key] != nil {
			m.info = errorInfo(e[key])
		}
	}
	m.code, _ = e["code"].(string)
	if m.code == "" {
		m.code, _ = e["type"].(string)
	}
	return m
}

// errorInfo brings codex_error_info to one form: snake_case, and ":status" where it is an object with an HTTP status.
// The rollout writes snake_case, the app-server camelCase.
func errorInfo(v any) string {
	if name, ok := v.(string); ok {
		return snake(name)
	}
	for name, details := range object(v) {
		for _, key := range []string{"http_status_code", "httpStatusCode"} {
			if status, ok := object(details)[key].(float64); ok {
				return fmt.Sprintf("%s:%d", snake(name), int(status))
			}
		}
		return snake(name)
	}
	return ""
}

func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// quotes gives every text inside v as quoted.
func quotes(v any) []said {
	switch v := v.(type) {
	case string:
		return []said{{message: read(v), quoted: true}}
	case []any:
		var all []said
		for _, inside := range v {
			all = append(all, quotes(inside)...)
		}
		return all
	case map[string]any:
		var all []said
		for _, inside := range v {
			all = append(all, quotes(inside)...)
		}
		return all
	}
	return nil
}

func own(messages []message) []said {
	var all []said
	for _, m := range messages {
		all = append(all, said{message: m})
	}
	return all
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// jsonBody reads text as one JSON object, or gives nil.
func jsonBody(text string) map[string]any {
	var body map[string]any
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &body) != nil {
		return nil
	}
	return body
}
