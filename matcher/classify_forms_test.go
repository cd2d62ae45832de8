package matcher_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

// bare gives the labelled messages that are one plain sentence of Codex, without any form around it.
func bare(t *testing.T) []labelled {
	t.Helper()
	var all []labelled
	for _, m := range labelledMessages(t) {
		form := strings.ContainsAny(m.Text, "\n\x1b■⚠•›🔒") || strings.Contains(m.Text, "Reconnecting") || strings.HasPrefix(m.Text, "{") || strings.HasPrefix(m.Text, " ")
		switch m.Label {
		case "not_current_error", "info_not_error", "at_capacity_retrying", "app_server_busy":
			form = true
		}
		if !form {
			m.Text = strings.TrimPrefix(m.Text, "ERROR: ")
			all = append(all, m)
		}
	}
	if len(all) < 50 {
		t.Fatalf("%d bare messages, want at least 50", len(all))
	}
	return all
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

type object = map[string]any

// forms are the ways in which the same message meets its reader.
var forms = map[string]func(text string) string{
	"error cell":          func(s string) string { return "■ " + s },
	"warning cell":        func(s string) string { return "⚠ " + s },
	"old cell":            func(s string) string { return "🖐  " + s },
	"after an answer":     func(s string) string { return "• partial answer\n  of two rows\n\n■ " + s },
	"narrow error cell":   func(s string) string { return strings.Join(wrap("■ "+s, 40), "\n") },
	"narrow warning cell": func(s string) string { return "⚠ " + strings.Join(wrap(s, 50), "\n  ") },
	"line of exec":        func(s string) string { return "ERROR: " + s },
	"twice":               func(s string) string { return "ERROR: " + s + "\nERROR: " + s },
	"with a time":         func(s string) string { return "[2025-09-20T23:50:40] ERROR: " + s },
	"line of the log": func(s string) string {
		return "2026-11-29T14:00:00.123456Z ERROR codex_core::session::turn: Turn error: " + s
	},
	"CRLF":           func(s string) string { return "ERROR: " + s + "\r\n" },
	"coloured label": func(s string) string { return "\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m " + s },
	"coloured cell":  func(s string) string { return "\x1b[38;5;1;49m■ " + s + "\x1b[39m\x1b[49m\x1b[0m" },
	"every letter coloured": func(s string) string {
		var b strings.Builder
		for _, r := range "⚠ " + s {
			fmt.Fprintf(&b, "\x1b[33m%c\x1b[0m", r)
		}
		return b.String()
	},
	"drawn at a position": func(s string) string { return "\x1b[9;1H\x1b[38;5;1m■\x1b[9;3H" + s },
	"curly apostrophes":   func(s string) string { return strings.ReplaceAll(s, "'", "’") },
	"exec log":            func(s string) string { return plainHeader + "ERROR: " + s + "\nERROR: " + s + "\n" },
	"exec log, token count": func(s string) string {
		return plainHeader + "ERROR: " + s + "\nERROR: " + s + "\ntokens used\n0\n"
	},
	"exec log, trace": func(s string) string {
		return plainHeader + "ERROR: " + s + "\nERROR: " + s + "\n" + execTrace + "tokens used\n0\n"
	},
	"end of an exec log, trace": func(s string) string {
		return "ERROR: " + s + "\nERROR: " + s + "\n" + execTrace + "tokens used\n912\n"
	},
	"turn.failed": func(s string) string { return encode(object{"type": "turn.failed", "error": object{"message": s}}) },
	"event stream": func(s string) string {
		return started + encode(object{"type": "error", "message": s}) + "\n" + encode(object{"type": "turn.failed", "error": object{"message": s}}) + "\n"
	},
	"event stream, trace": func(s string) string {
		return started + encode(object{"type": "turn.failed", "error": object{"message": s}}) + "\n" + execTrace
	},
	"rollout": func(s string) string {
		return encode(object{"timestamp": "2026-11-29T14:00:00Z", "type": "event_msg", "payload": object{
			"type": "task_complete", "last_agent_message": nil, "error": object{"message": s, "codex_error_info": "other"}}})
	},
	"app-server": func(s string) string {
		return encode(object{"method": "error", "params": object{"error": object{"message": s, "codexErrorInfo": "other"}, "willRetry": false}})
	},
	"app-server, turn completed": func(s string) string {
		return encode(object{"method": "turn/completed", "params": object{"turn": object{"status": "failed", "error": object{"message": s}}}})
	},
}

func TestTheFormOfAMessageDoesNotChangeItsMeaning(t *testing.T) {
	for _, m := range bare(t) {
		want := classesOf[m.Label]
		for name, form := range forms {
			text := form(m.Text)
			for _, v := range matcher.Classify(text) {
				if !slices.Contains(want.classes, v.Class) || v.Acts != want.acts || v.Retrying {
					t.Errorf("%s, %s: %q\n is %s, acts %v, retrying %v; want %v, acts %v", m.Label, name, text, v.Class, v.Acts, v.Retrying, want.classes, want.acts)
				}
			}
		}
	}
}

// again are the ways in which Codex shows a message while it still tries by itself.
var again = map[string]func(text string) string{
	"status and detail": func(s string) string {
		return "• Reconnecting... 2/4 (7s • esc to interrupt)\n  └ " + strings.ToUpper(s[:1]) + s[1:]
	},
	"events": func(s string) string {
		return encode(object{"type": "error", "message": "Reconnecting... 1/4 (" + s + ")"})
	},
	"2025": func(s string) string { return "⚠️ stream error: " + s + "; retrying 1/5 in 214ms…" },
	"2025, exec": func(s string) string {
		return "[2025-09-20T23:50:40] stream error: " + s + "; retrying 1/5 in 188ms…"
	},
	"fallback": func(s string) string { return "⚠ Falling back from WebSockets to HTTPS transport. " + s },
	"app-server": func(s string) string {
		return encode(object{"method": "error", "params": object{"error": object{"message": "Reconnecting... 1/2", "additionalDetails": s}, "willRetry": true}})
	},
}

func TestAMessageIsReadAtEveryWidth(t *testing.T) {
	for _, m := range bare(t) {
		want := classesOf[m.Label]
		for cols := 24; cols <= 120; cols += 3 {
			for _, text := range []string{
				strings.Join(wrap("■ "+m.Text, cols), "\n"),
				"⚠ " + strings.Join(wrap(m.Text, cols-2), "\n  "),
				strings.Join(wrap("ERROR: "+m.Text, cols), "\n"),
			} {
				for _, v := range matcher.Classify(text) {
					if !slices.Contains(want.classes, v.Class) || v.Acts != want.acts {
						t.Errorf("%s: %q\n is %s, acts %v; want %v, acts %v", m.Label, text, v.Class, v.Acts, want.classes, want.acts)
					}
				}
			}
		}
	}
}

func TestARetryIsNoEnd(t *testing.T) {
	for _, m := range bare(t) {
		want := classesOf[m.Label].classes
		if m.Label == "cli_usage" || m.Label == "at_capacity_recovered" {
			continue // never retried, or already one
		}
		if want[0] == matcher.Capacity {
			want = []matcher.Class{matcher.CapacityRetrying}
		}
		for name, form := range again {
			text := form(m.Text)
			for _, v := range matcher.Classify(text) {
				if !slices.Contains(want, v.Class) || v.Acts || !v.Retrying {
					t.Errorf("%s, %s: %q\n is %s, acts %v, retrying %v; want %v, retrying", m.Label, name, text, v.Class, v.Acts, v.Retrying, want)
				}
			}
		}
	}
}

func TestSeveralErrorsGiveSeveralVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []matcher.Class
	}{
		"cells": {
			"■ " + sentence + "\n\n■ exceeded retry limit, last status: 429 Too Many Requests",
			[]matcher.Class{matcher.Capacity, matcher.RateLimit},
		},
		"lines": {
			"ERROR: You've hit your usage limit.\nERROR: " + sentence,
			[]matcher.Class{matcher.UsageLimit, matcher.Capacity},
		},
		"lines without labels": {
			"You've hit your usage limit.\n" + sentence,
			[]matcher.Class{matcher.UsageLimit, matcher.Capacity},
		},
		"events": {
			encode(object{"type": "turn.failed", "error": object{"message": sentence}}) + "\n" +
				encode(object{"type": "turn.failed", "error": object{"message": "Quota exceeded. Check your plan and billing details."}}),
			[]matcher.Class{matcher.Capacity, matcher.UsageLimit},
		},
		"an error and its quotation": {
			"• It prints \"" + sentence + "\"\n\n■ " + sentence,
			[]matcher.Class{matcher.Capacity},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []matcher.Class
			for _, v := range matcher.Classify(c.text) {
				got = append(got, v.Class)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestTypedCausesOutweighWords(t *testing.T) {
	for info, want := range map[any]matcher.Class{
		"server_overloaded":           matcher.Capacity,
		"serverOverloaded":            matcher.Capacity,
		"policy_capacity_unavailable": matcher.PolicyCapacity,
		"flexUnavailable":             matcher.PolicyCapacity,
		"internalServerError":         matcher.HighDemand,
		"usage_limit_exceeded":        matcher.UsageLimit,
		"rateLimitExceeded":           matcher.RateLimit,
		"contextWindowExceeded":       matcher.ContextWindow,
		"model_not_found":             matcher.ModelNotFound,
		"cyberPolicy":                 matcher.ContentPolicy,
		"unauthorized":                matcher.Auth,
		"other":                       matcher.Unknown,
	} {
		text := encode(object{"error": object{"message": "Words that no release prints.", "codex_error_info": info}})
		if got := matcher.Classify(text); len(got) != 1 || got[0].Class != want {
			t.Errorf("%v: %+v, want %s", info, got, want)
		}
	}
	for status, want := range map[int]matcher.Class{401: matcher.Auth, 403: matcher.Network, 404: matcher.ProviderConfig, 429: matcher.RateLimit, 503: matcher.ServerError} {
		text := encode(object{"error": object{"message": "Words.", "codex_error_info": object{"http_connection_failed": object{"http_status_code": status}}}})
		if got := matcher.Classify(text); len(got) != 1 || got[0].Class != want {
			t.Errorf("%d: %+v, want %s", status, got, want)
		}
	}
}

func TestCompactionIsTold(t *testing.T) {
	for _, text := range []string{compactSentence, "■ " + compactSentence, compactSentence + "\n" + sentence} {
		got := matcher.Classify(text)
		if len(got) != 1 || got[0].Task != matcher.RemoteCompact || !got[0].Acts || got[0].Text != sentence {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
