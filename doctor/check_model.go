package doctor

import (
	"maps"
	"slices"
	"strings"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/lang"
)

// names finds models that Codex's catalogue does not have. Providers of the
// user's own have models of their own, so there only a slip is worth a word.
func (e *examination) names() {
	if e.Models == nil {
		return
	}
	own := e.provider != "openai"
	for _, s := range e.stack.Ladder("model") {
		name, ok := s.Value.(string)
		if !ok || name == "" || s.Kind == layers.OSS || s.Kind == layers.BuiltIn {
			continue
		}
		severity := Note
		if s.State == layers.InForce {
			severity = Warning
		}
		meant, match := codex.Lookup(e.Models, name)
		switch match {
		case codex.MatchCase:
			e.find(severity, "model_case", s.Place, cureModel(s, meant.Slug), lang.Say("finding.case", name, meant.Slug))
		case codex.MatchNear:
			e.find(severity, "model_near_miss", s.Place, cureModel(s, meant.Slug), lang.Say("finding.near_miss", name, meant.Slug))
		case codex.MatchUnknown:
			if !own {
				e.find(severity, "model_unknown", s.Place, lang.Say("finding.names_cure"), lang.Say("finding.model_unknown", name))
			}
		}
	}
}

// cureModel is the command that sets a model where it is set now.
func cureModel(s layers.Setting, model string) lang.Message {
	switch s.Kind {
	case layers.Flag, layers.Override, layers.Session:
		return lang.Verbatim("-m " + codex.Quote([]string{model}))
	}
	return lang.Verbatim(codex.Quote([]string{"cxhook", "use", model, "--file", s.Place.File}))
}

// retired finds a model that Codex would rather replace, unless its question was answered: it is not asked again
// (0.144.6, 0.171.0).
func (e *examination) retired() {
	if e.match != codex.MatchExact || e.entry.Upgrade == "" {
		return
	}
	if answer, _ := e.stack.Effective("notice", "model_migrations", e.model); answer.Value == e.entry.Upgrade {
		return
	}
	set, _ := e.stack.Effective("model")
	e.find(Note, "model_superseded", set.Place, cureModel(set, e.entry.Upgrade), lang.Say("finding.superseded", e.entry.Upgrade, e.model))
}

// efforts finds an effort that the model does not list.
func (e *examination) efforts() {
	set, ok := e.stack.Effective("model_reasoning_effort")
	effort, isText := set.Value.(string)
	if !ok || !isText || effort == "" || e.match != codex.MatchExact || len(e.entry.Efforts) == 0 || slices.Contains(e.entry.Efforts, effort) {
		return
	}
	e.find(Warning, "effort_unsupported", set.Place, lang.Say("finding.effort_cure", strings.Join(e.entry.Efforts, ", ")), lang.Say("finding.effort", e.model, effort))
}

// sizes finds settings that ask for more than usual: long requests are refused
// sooner, and one beyond the model's window is refused always.
func (e *examination) sizes() {
	const (
		longOutput = 64_000 // tokens; no catalogue entry of 0.171 needs more for one answer
		longWindow = 1.0    // of the catalogue's
	)
	if set, ok := e.stack.Effective("model_context_window"); ok && e.match == codex.MatchExact && e.entry.ContextWindow > 0 {
		if n, isInt := set.Value.(int64); isInt && float64(n) > longWindow*float64(e.entry.ContextWindow) {
			e.find(Warning, "context_window_too_large", set.Place, lang.Say("finding.window_cure", e.entry.ContextWindow), lang.Say("finding.window", n, e.model, e.entry.ContextWindow))
		}
	}
	if set, ok := e.stack.Effective("model_max_output_tokens"); ok {
		if n, isInt := set.Value.(int64); isInt && n > longOutput {
			e.find(Note, "output_large", set.Place, lang.Say("finding.output_cure"), lang.Say("finding.output", n))
		}
	}
	if set, ok := e.stack.Effective("model_auto_compact_token_limit"); ok && e.match == codex.MatchExact && e.entry.ContextWindow > 0 {
		if n, isInt := set.Value.(int64); isInt && int(n) > e.entry.ContextWindow {
			e.find(Warning, "compact_limit_too_large", set.Place, lang.Say("finding.compact_cure", e.entry.ContextWindow), lang.Say("finding.compact_limit", n, e.entry.ContextWindow, e.model))
		}
	}
}

// fallback tells whether a refusal would find another model ready.
func (e *examination) fallback() {
	place := layers.Place{File: e.Hook.Settings}
	cure := lang.Say("finding.fallback_cure", `models = ["MAIN", "BACKUP", "EMERGENCY"]`)
	switch {
	case len(e.Settings.Models) > 0 && len(e.offered) == 0:
		e.find(Warning, "no_fallback", place, cure, lang.Say("finding.only_model"))
	case len(e.Settings.Models) > 0 || e.provider == "openai" || e.provider == "":
	case len(e.offered) == 0:
		e.find(Warning, "no_fallback", place, cure, lang.Say("finding.no_fallback", e.provider))
	default:
		e.find(Warning, "no_fallback", place, cure, lang.Say("finding.no_own_fallback", e.provider))
	}
}

// session tells what codex resume does.
func (e *examination) session() {
	if e.Args.Subcommand() == "resume" && e.Args.Model() == "" && e.SessionModel == "" && !e.rules.ResumeByFiles {
		e.find(Note, "session_model", layers.Place{}, lang.Say("finding.resume_cure"), lang.Say("finding.resume"))
	}
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
