package matcher

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cxhook/cxhook/internal/lazy"
)

// compactPrefix is what releases since 0.63 put before the cause when the server's compaction call failed.
const compactPrefix = "Error running remote compact task: "

// Verdict is what one message means.
type Verdict struct {
	Class    Class
	Task     Task   // RemoteCompact after the compact prefix, else Turn
	Text     string // the message in plain form, without glyph, label and compact prefix
	Retrying bool   // Codex says that it still tries by itself: nothing has ended
	Acts     bool   // Codex itself says so that a model has no room, and has stopped trying
	Quoted   bool   // it stands among other words or marks, not as Codex itself writes it; only Explain finds such
	Rule     Rule   // origin, cures and the rest; one of Rules, or a rule for unknown and quoted texts
}

// The grammar around a message. Each is taken off before the rules are asked.
var (
	// A log line: "2026-02-01T10:00:00Z ERROR codex_core::session::turn: ", or "[2025-09-20T23:50:40] " in exec of
	// 2025.
	timeLabel  = lazy.Regexp(`^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:?\d\d)?\]? +`)
	levelLabel = lazy.Regexp(`^(?:ERROR|WARN|INFO|DEBUG|TRACE) +[\w:.]+(?:\{[^}]*\})?: `)
	wordLabel  = lazy.Regexp(`^(?i:error|warning|turn error|codex error|fatal error): +`)
	// The app-server's refusal of a call: "thread/resume: thread/resume failed: … (code -32600)".
	callLabel = lazy.Regexp(`^\w+/\w+: \w+/\w+ failed: (.*?)(?: \(code -?\d+\))?$`)

	// Codex tries again by itself. 2025: "stream error: …; retrying 1/5 in 214ms…"; to 0.55 "Re-connecting... 1/5";
	// then "Reconnecting... 1/5", with the cause in brackets (exec --json) or on the next row (TUI).
	retryLine    = lazy.Regexp(`^(?i:re-?connecting)(?:\.\.\.)?(?: \d+/\d+)?(?: \((.*)\))?(?: (.*))?$`)
	retryStream  = lazy.Regexp(`^stream error: (.*); retrying \d+/\d+ in \S+$`)
	retryBusy    = lazy.Regexp(`^Server is busy, reconnecting`)
	fallbackLine = lazy.Regexp(`^Falling back from WebSockets to HTTPS transport\. (.+)$`)
	statusClock  = lazy.Regexp(`^\d+[smh\d ]* • |^\d+s$`)

	// An error inside an error: something between Codex and the model gave the inner text.
	relays = []func() *regexp.Regexp{
		lazy.Regexp(`^[Ss]tream disconnected before completion: (.+)$`),
		lazy.Regexp(`^[Uu]nexpected status \d+[^:]*: (.+?)(?:, url: .*)?$`),
		lazy.Regexp(`^[Cc]onnection failed: (.+)$`),
		lazy.Regexp(`^[Ee]rror while reading the server response: (.+)$`),
		lazy.Regexp(`^stream error: (.+)$`),
	}
)

// message is one thing Codex said, taken apart.
type message struct {
	text     string // plain, without labels
	task     Task
	retrying bool
	relayed  bool   // text came from a server or proxy, not from Codex itself
	info     string // codex_error_info, in snake_case, with ":status" where it has one
	code     string // code in a server's answer
}

// read takes the labels off text.
func read(text string) message {
	m := message{text: plain(text), task: Turn}
	for {
		before := m.text
		for _, label := range []func() *regexp.Regexp{timeLabel, levelLabel, wordLabel} {
			m.text = strings.TrimPrefix(m.text, label().FindString(m.text))
		}
		m.text = inner(callLabel(), m.text)
		if rest, found := strings.CutPrefix(m.text, compactPrefix); found {
			m.text, m.task = rest, RemoteCompact
		}
		for _, retry := range []func() *regexp.Regexp{retryStream, fallbackLine} {
			if retry().MatchString(m.text) {
				m.text, m.retrying = inner(retry(), m.text), true
			}
		}
		if found := retryLine().FindStringSubmatch(m.text); found != nil {
			m.retrying = true
			cause := found[1]
			if cause == "" || statusClock().MatchString(cause) {
				cause = found[2]
			}
			if cause != "" {
				m.text = cause
			}
		}
		m.retrying = m.retrying || retryBusy().MatchString(m.text)
		if m.text == before {
			return m
		}
	}
}

func inner(grammar *regexp.Regexp, text string) string {
	if found := grammar.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return text
}

// Recorded judges an error as a session file has it: its message, and codex_error_info in snake_case, with ":" and the
// HTTP status where it has one, "" for none.
func Recorded(text, info string) Verdict {
	m := read(text)
	m.info = info
	return m.judge()
}

// judge finds the rule for m.
func (m message) judge() Verdict {
	v := Verdict{Class: Unknown, Task: m.task, Text: m.text, Retrying: m.retrying, Rule: insteadRule(whereUnknown)}
	if strings.ContainsRune(m.text, hole) {
		if m.repainted(&v) {
			return v
		}
		m.text = filled(m.text)
		v.Text = m.text
	}
	rule, relayed, found := m.rule()
	if !found {
		return v
	}
	v.Class, v.Rule = rule.Class, rule
	v.Acts = rule.Acts && !relayed && !m.retrying
	if rule.Class == Capacity && m.retrying {
		v.Class, v.Rule = CapacityRetrying, insteadRule(whileRetrying)
	}
	return v
}

// rule asks, in this order: the message as a whole; the address that was asked; the cause that came typed with it; the innermost error inside it,
// then those around it; and last the transport's status, which says how something failed and not why.
func (m message) rule() (rule Rule, relayed, found bool) {
	for _, r := range Rules() {
		if r.is(m.text) || r.Acts && r.whole(m.text) {
			return r, m.relayed, true
		}
	}
	for i := range Rules() {
		if r := &Rules()[i]; r.Outer && r.matches(m.text) {
			return *r, m.relayed, true
		}
	}
	cause, caused := m.typed(func(info string) bool { return !strings.Contains(info, ":") })
	if caused {
		if rule, found := ruleFor(m.text); found && rule.Class == cause.Class {
			return rule, m.relayed, true
		}
		return cause, m.relayed, true
	}
	for _, inside := range m.inside() {
		if rule, _, found := inside.rule(); found && rule.Class != NotAnError {
			return rule, true, true
		}
	}
	if rule, found := ruleFor(m.text); found {
		return rule, m.relayed, true
	}
	rule, found = m.typed(func(info string) bool { return strings.Contains(info, ":") })
	return rule, m.relayed, found
}

// inside gives the errors that m's text carries from a server or proxy.
func (m message) inside() []message {
	if body := jsonBody(m.text); body != nil {
		return bodyErrors(body)
	}
	for _, relay := range relays {
		if text := inner(relay(), m.text); text != m.text {
			inside := read(text)
			inside.relayed = true
			return []message{inside}
		}
	}
	return nil
}

// typed finds a rule by codex_error_info, where wanted, or a server's code. "other" and "bad_request" cover too much
// to say anything, so no rule lists them.
func (m message) typed(wanted func(info string) bool) (Rule, bool) {
	for _, r := range Rules() {
		if m.info != "" && wanted(m.info) && slices.Contains(r.Info, m.info) {
			return r, true
		}
	}
	for _, r := range Rules() {
		if m.code != "" && slices.Contains(r.Code, m.code) {
			return r, true
		}
	}
	return Rule{}, false
}

// repainted recognises a capacity message of which a repaint sent changed cells only. What is repainted was on the
// screen before, so it is the line Codex keeps up while it retries, not the end of a turn.
func (m message) repainted(v *Verdict) bool {
	for _, rule := range Rules() {
		if !rule.Acts {
			continue
		}
		for _, text := range rule.Exact {
			if filled(m.text) != text && repaints(m.text, text) {
				v.Class, v.Rule, v.Text, v.Retrying = CapacityRetrying, insteadRule(whileRetrying), text, true
				return true
			}
		}
	}
	return false
}
