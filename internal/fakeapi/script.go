package fakeapi

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kind names one way the service can answer a request.
type Kind string

// The answers the service can give. What each looks like on the wire is in answer.go.
const (
	OK             Kind = "ok"              // the model's text, then response.completed
	Tool           Kind = "tool"            // a call of the shell tool; the request behind it takes the next answer
	Hold           Kind = "hold"            // nothing until Release or until the client goes away, then the text
	Capacity       Kind = "capacity"        // server_is_overloaded inside the stream
	CapacityHTTP   Kind = "capacity_http"   // server_is_overloaded as the body of a 503
	PolicyCapacity Kind = "policy_capacity" // policy_capacity_unavailable inside the stream
	HighDemand     Kind = "high_demand"     // a bare 500
	Unavailable    Kind = "unavailable"     // a 503 that does not speak of capacity
	Cut            Kind = "cut"             // a stream that breaks off
	UsageLimit     Kind = "usage_limit"     // the account's limit, a 429 with a typed body
	ModelLimit     Kind = "model_limit"     // the limit of one model, named in headers
	NoCredits      Kind = "no_credits"      // the workspace's credits, by a header
	SpendCap       Kind = "spend_cap"       // the workspace's cap, by a header
	NotIncluded    Kind = "not_included"    // usage_not_included: a plan without Codex
	Quota          Kind = "quota"           // insufficient_quota inside the stream
	RateLimit      Kind = "rate_limit"      // a 429 without a type
	TokenRate      Kind = "token_rate"      // rate_limit_exceeded inside the stream, with a time
	ContextWindow  Kind = "context_window"  // context_length_exceeded inside the stream
	Auth           Kind = "auth"            // a 401
	UnknownModel   Kind = "unknown_model"   // a 400: the model may not be used with this account
	NoModel        Kind = "no_model"        // a 404: model_not_found
	Effort         Kind = "effort"          // a 400: the model has no such effort
	Flagged        Kind = "flagged"         // invalid_prompt inside the stream
	Encrypted      Kind = "encrypted"       // a 400: another account wrote the conversation
	Novel          Kind = "novel"           // a 400 whose words no rule knows
)

// Answer is one reply of the service.
type Answer struct {
	Kind Kind
	// Text is the model's words for OK and Hold, the shell command for Tool, and the plan for UsageLimit. A default is
	// used when it is empty.
	Text string
	// RetryAfter is sent as the Retry-After header, rounded down to seconds, when it is positive. It makes Codex 0.171
	// retry a capacity error by itself, which it does not do otherwise. A limit has it as the time at which it resets.
	RetryAfter time.Duration
}

// Script says how one model answers: its nth turn request gets the nth answer and the last answer repeats. So "refused
// from the start" is {Capacity}, "refused from the second turn" is {OK, Capacity}, "refused once" is {Capacity, OK}.
//
// Requests that the user did not ask for take no answer from the script: a title request and a compaction get the
// answer that the next turn would get, because the service refuses a crowded model whatever the request is for.
type Script []Answer

// AnyModel is the key under which Options.Models holds the script of every model that has none of its own.
const AnyModel = "*"

// ParseScripts reads the form that the serve command takes: models separated by ";", each "MODEL=ANSWER,ANSWER…", an
// answer being a Kind, optionally "*N" times, "@SECONDS" for Retry-After and ":TEXT". For example
// "gpt-5.6-sol=ok,capacity; *=ok:All done". TEXT runs to the next comma or semicolon.
func ParseScripts(s string) (map[string]Script, error) {
	scripts := map[string]Script{}
	for part := range strings.SplitSeq(s, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		model, answers, ok := strings.Cut(part, "=")
		if !ok || model == "" {
			return nil, fmt.Errorf("script %q: want MODEL=ANSWER,ANSWER…", part)
		}
		for word := range strings.SplitSeq(answers, ",") {
			answer, times, err := parseAnswer(strings.TrimSpace(word))
			if err != nil {
				return nil, fmt.Errorf("script of %s: %w", model, err)
			}
			for range times {
				scripts[model] = append(scripts[model], answer)
			}
		}
	}
	return scripts, nil
}

func parseAnswer(word string) (answer Answer, times int, err error) {
	head, text, _ := strings.Cut(word, ":")
	head, retry, hasRetry := strings.Cut(head, "@")
	name, count, hasCount := strings.Cut(head, "*")
	answer, times = Answer{Kind: Kind(name), Text: text}, 1
	if _, known := writers[answer.Kind]; !known {
		return answer, 0, fmt.Errorf("unknown answer %q", name)
	}
	if hasCount {
		if times, err = strconv.Atoi(count); err != nil || times < 1 {
			return answer, 0, fmt.Errorf("answer %q: %q is not a count", word, count)
		}
	}
	if hasRetry {
		seconds, err := strconv.Atoi(retry)
		if err != nil || seconds < 0 {
			return answer, 0, fmt.Errorf("answer %q: %q is not a number of seconds", word, retry)
		}
		answer.RetryAfter = time.Duration(seconds) * time.Second
	}
	return answer, times, nil
}
