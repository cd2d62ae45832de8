package recovery

import (
	"cmp"
	"slices"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/prompt"
)

// maxRetries is after how many retries in a row of a model at capacity waiting is not offered any more.
const maxRetries = 6

// trouble is an error that ended a turn, and what decides about what helps.
type trouble struct {
	matcher.Verdict
	model      string      // that was asked; empty if unknown
	effort     string      // that it was asked for
	said       time.Time   // when the error was shown
	until      time.Time   // when another attempt may succeed, in the zone of the user; zero: nobody says
	now        time.Time   // in any zone
	candidates []Candidate // other models, best first
	catalogue  []codex.Model
	retries    int  // of the refused turn so far
	unasked    bool // a fresh start does not ask again what was asked
	exec       bool // codex has ended, and its conversation cannot be compacted
	settings   config.Config
}

// deed is what a choice does.
type deed int

const (
	switchModel  deed = iota // go on with another model
	startOver                // the same arguments anew, with another model
	retryLater               // and go on with the same one
	compactFirst             // and go on with the same one
	askAgain                 // what a queued prompt has overtaken
)

// choice is a key of the bar and what it does.
type choice struct {
	prompt.Action
	do deed
	to config.Entry
}

// menu is what the bar asks about an error.
type menu struct {
	title   string
	choices []choice // none where no key would help: the title then says what to run
}

// kindOf sorts classes by what helps; "" is for those that only the user can cure.
func kindOf(class matcher.Class) config.Trouble {
	switch class {
	case matcher.Capacity:
		return config.Capacity
	case matcher.UsageLimit, matcher.RateLimit:
		return config.Limit
	case matcher.HighDemand, matcher.ServerError, matcher.Network, matcher.PolicyCapacity:
		return config.Transient
	case matcher.ContextWindow:
		return config.Context
	case matcher.ModelUnsupported, matcher.ModelNotFound, matcher.EffortUnsupported:
		return config.Model
	}
	return ""
}

// menu is what to ask. ok is false where nothing is to be shown: the user has taken this kind of error out, or
// nothing is known about it.
func (t trouble) menu() (m menu, ok bool) {
	kind := kindOf(t.Class)
	if kind == "" && t.Class == matcher.Unknown || kind != "" && !slices.Contains(t.settings.Offer, kind) {
		return m, false
	}
	m.choices = t.choices(kind)
	if len(m.choices) > 0 {
		m.title = t.title()
	}
	for _, r := range t.Rule.Remedy {
		if m.title == "" && r.Kind != matcher.Wait { // a time to wait until would have a key
			m.title = r.Says
		}
	}
	return m, m.title != ""
}

func (t trouble) choices(kind config.Trouble) (list []choice) {
	for i, c := range t.models(kind) {
		if i < 9 {
			list = append(list, choice{prompt.Action{Key: '1' + rune(i), Label: c.Model, Note: c.Note}, switchModel, c.Entry})
		}
	}
	models := len(list) > 0
	same := config.Entry{Model: t.model}
	if t.waits(kind) {
		list = append(list, choice{prompt.Action{Key: 'w', Label: lang.Text("bar.wait")}, retryLater, same})
	}
	if kind == config.Context && t.helps(matcher.Compact) && !t.exec {
		list = append(list, choice{prompt.Action{Key: 'c', Label: lang.Text("bar.compact_first")}, compactFirst, same})
	}
	if kind == config.Capacity && models {
		fresh := prompt.Action{Key: 'f', Label: lang.Text("bar.fresh")}
		if t.unasked {
			fresh.Note = lang.Text("bar.unasked")
		}
		list = append(list, choice{fresh, startOver, list[0].to})
	}
	return list
}

// models are those that help: none against a limit of the account, only larger ones where the conversation is too long.
func (t trouble) models(kind config.Trouble) []Candidate {
	switch kind {
	case config.Capacity, config.Model:
		return slices.Concat(t.withItsEffort(), t.candidates)
	case config.Limit:
		if named := t.Verdict.Model(); named != "" && t.helps(matcher.Switch) {
			return slices.DeleteFunc(slices.Clone(t.candidates), func(c Candidate) bool { return c.Model == named })
		}
	case config.Context:
		return t.larger()
	}
	return nil
}

// Keys are the keys that the bar may have for an error that a rule covers, where everything is there that they need:
// other models, a time that the message names.
func Keys(r matcher.Rule) (keys []string) {
	other := Candidate{Entry: config.Entry{Model: "other"}}
	t := trouble{
		Verdict: matcher.Verdict{Class: r.Class, Rule: r, Text: "usage limit for model-10"}, model: "model-10", until: time.Unix(1, 0),
		candidates: []Candidate{other}, catalogue: []codex.Model{{Slug: "model-10", ContextWindow: 1}, {Slug: other.Model, ContextWindow: 2}},
		settings: config.Default(),
	}
	m, _ := t.menu()
	for _, c := range m.choices {
		if c.Key == '1' {
			keys = append(keys, "1-9")
		} else {
			keys = append(keys, string(c.Key))
		}
	}
	return keys
}

// withItsEffort is the model itself where it has refused the effort alone.
func (t trouble) withItsEffort() []Candidate {
	m, match := codex.Lookup(t.catalogue, t.model)
	if t.Class != matcher.EffortUnsupported || match != codex.MatchExact || m.Effort(t.effort) == t.effort {
		return nil
	}
	has := m.Effort(t.effort)
	return []Candidate{{Entry: config.Entry{Model: t.model, Effort: has}, Note: "effort " + has}}
}

// larger are the candidates that take a longer conversation than the model that had no room for it.
func (t trouble) larger() (list []Candidate) {
	here, match := codex.Lookup(t.catalogue, t.model)
	if match != codex.MatchExact || here.ContextWindow == 0 {
		return nil
	}
	for _, c := range t.candidates {
		if m, match := codex.Lookup(t.catalogue, c.Model); match == codex.MatchExact && m.ContextWindow > here.ContextWindow {
			c.Note = join(lang.Text("bar.larger"), lang.Heard(c.Note))
			list = append(list, c)
		}
	}
	return list
}

// waits reports whether the same may succeed later: against a usage limit only at a time that is known.
func (t trouble) waits(kind config.Trouble) bool {
	switch {
	case kind == config.Capacity:
		return t.retries < max(maxRetries, t.settings.MaxActions)
	case t.Class == matcher.UsageLimit:
		return !t.until.IsZero() && t.helps(matcher.Wait)
	}
	return (kind == config.Limit || kind == config.Transient) && t.helps(matcher.Wait)
}

func (t trouble) helps(kind matcher.RemedyKind) bool {
	return slices.ContainsFunc(t.Rule.Remedy, func(r matcher.Remedy) bool { return r.Kind == kind })
}

// title is what has happened.
func (t trouble) title() string {
	model := t.model
	if model == "" {
		model = lang.Text("bar.model")
	}
	switch t.Class {
	case matcher.Capacity:
		if t.Task == matcher.RemoteCompact {
			return lang.Text("bar.compact", model)
		}
		return lang.Text("bar.at_capacity", model)
	case matcher.UsageLimit:
		title := lang.Text("bar.usage_limit")
		if named := t.Verdict.Model(); named != "" && t.helps(matcher.Switch) {
			title = lang.Text("bar.usage_limit_model", named)
		}
		if t.until.IsZero() {
			return title
		}
		return lang.Text("bar.until", title, prompt.Clock(t.until, t.now))
	case matcher.RateLimit:
		return lang.Text("bar.rate_limit")
	case matcher.HighDemand:
		return lang.Text("bar.high_demand")
	case matcher.PolicyCapacity:
		return lang.Text("bar.policy_capacity")
	case matcher.Network:
		return lang.Text("bar.network")
	case matcher.ServerError:
		return lang.Text("bar.server_error")
	case matcher.ContextWindow:
		return lang.Text("bar.context_window", model)
	case matcher.EffortUnsupported:
		return lang.Text("bar.effort_unsupported", model)
	}
	return lang.Text("bar.model_unsupported", model)
}

const (
	// A retry waits at least this long: sooner is refused again, as people who retry by hand report.
	shortPause = 30 * time.Second
	// longPause is the longest between two retries after an error that passes by itself.
	longPause = 5 * time.Minute
	// minutePause is added to a time that Codex names, which leaves the seconds away.
	minutePause = time.Minute
)

// due is when to try again. jitter, from 0 to 1, keeps many terminals from retrying at once.
func (t trouble) due(jitter float64) time.Time {
	spread := func(d time.Duration) time.Duration { return time.Duration(jitter * float64(d)) }
	switch kind := kindOf(t.Class); {
	case kind == config.Limit && !t.until.IsZero():
		at := t.until.Add(minutePause + spread(shortPause))
		if t.until.Sub(t.said) < minutePause { // it was told in seconds
			at = t.until.Add(time.Second + spread(shortPause/10))
		}
		if at.After(t.now) {
			return at
		}
		return t.now.Add(shortPause + spread(shortPause)) // it is over already, by what the message says
	case kind == config.Limit:
		return t.now.Add(minutePause + spread(shortPause))
	case kind == config.Transient:
		return t.now.Add(min(shortPause<<min(t.retries, 10), longPause) + spread(shortPause))
	}
	return t.now.Add(shortPause + spread(shortPause))
}

// policy is what to do unasked about this kind of error; capacity, unless empty, overrides the setting for that one.
func (t trouble) policy(capacity config.Policy) config.Policy {
	switch kindOf(t.Class) {
	case config.Capacity:
		return cmp.Or(capacity, t.settings.OnCapacity)
	case config.Limit:
		return t.settings.OnLimit
	case config.Transient:
		return t.settings.OnTransient
	}
	return config.Ask
}

// unasked is what a policy answers: where it is to switch and there is no other model it waits. ok is false where it
// does nothing.
func (m menu) unasked(p config.Policy) (c choice, ok bool) {
	for _, a := range m.choices {
		if p == config.Switch && a.do == switchModel || p != config.Ask && a.do == retryLater {
			return a, true
		}
	}
	return c, false
}
