package rollout

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tidwall/gjson"

	"github.com/cxhook/cxhook/internal/untrusted"
)

// Code is codex_error_info, by which Codex tells errors apart: in the error of task_complete since 0.146 (seen on 0.155.1,
// 0.163.0 and 0.171.0). Files of 0.144.6 and older hold no error at all; such a turn ends without an answer.
type Code string

// Codes that are acted on. There are others; Other is a mixed bag (a network, a model that an account may not use), of
// which only the message tells more.
const (
	Overloaded      Code = "server_overloaded" // the model was at capacity
	UsageLimit      Code = "usage_limit_exceeded"
	RateLimit       Code = "rate_limit_exceeded"
	ContextWindow   Code = "context_window_exceeded"
	InternalError   Code = "internal_server_error"
	ModelNotFound   Code = "model_not_found"        // since 0.171; a Connection with status 404 before
	Connection      Code = "http_connection_failed" // with a Status, since 0.163; Other before
	TooManyAttempts Code = "response_too_many_failed_attempts"
	Other           Code = "other"
)

// failure is an error that ended a turn.
type failure struct {
	Message string  `json:"message"`
	Info    variant `json:"codex_error_info"`
}

// put writes it into a turn.
func (f failure) put(t *Turn) {
	var details struct {
		Status int `json:"http_status_code"`
	}
	_ = json.Unmarshal(f.Info.contents, &details) // a word has none
	t.Error, t.Status, t.Message = Code(f.Info.name), details.Status, f.Message
	if !untrusted.Name(f.Info.name) {
		t.Error = Other
	}
}

// Info is the error as codex_error_info has it, with ":" and the HTTP status behind where it has one; "" without an error.
func (t Turn) Info() string {
	if t.Status != 0 {
		return fmt.Sprintf("%s:%d", t.Error, t.Status)
	}
	return string(t.Error)
}

// Limits are the limits of use as the service told them while a turn ran: token_count's rate_limits.
type Limits struct {
	// Model is the one that they are limits of, as the service names it; "" for the account's.
	Model   string
	Windows []Window
}

// Window is how much may be used within a time.
type Window struct {
	Used   float64 // percent
	Length time.Duration
	Resets time.Time // to the second; zero if that is not told
}

// Resets is when all that is used up is given back: zero if nothing is used up, or the service did not say when.
func (l Limits) Resets() (at time.Time) {
	for _, w := range l.Windows {
		if w.Used >= 100 && w.Resets.After(at) {
			at = w.Resets
		}
	}
	return at
}

// limits reads them from a token_count, of which there is one for each request.
func limits(line []byte) Limits {
	told := gjson.GetBytes(line, "payload.rate_limits")
	l := Limits{Model: told.Get("limit_name").Str}
	for _, name := range []string{"primary", "secondary"} {
		w := told.Get(name)
		if !w.IsObject() {
			continue
		}
		window := Window{Used: w.Get("used_percent").Num, Length: time.Duration(w.Get("window_minutes").Num * float64(time.Minute))}
		if at := w.Get("resets_at").Int(); at > 0 { // Unix time in seconds
			window.Resets = time.Unix(at, 0)
		}
		l.Windows = append(l.Windows, window)
	}
	return l
}
