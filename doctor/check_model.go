package doctor

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
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
			e.find(severity, "model_case", s.Place, cureModel(s, meant.Slug), "model %q is %q but for upper and lower case, and Codex does not find it", name, meant.Slug)
		case codex.MatchNear:
			e.find(severity, "model_near_miss", s.Place, cureModel(s, meant.Slug), "model %q is not in Codex's catalogue; %q is", name, meant.Slug)
		case codex.MatchUnknown:
			if !own {
				e.find(severity, "model_unknown", s.Place, "see the names: codex debug models", "model %q is not in Codex's catalogue; Codex sends the request all the same", name)
			}
		}
	}
}

// cureModel is the command that sets a model where it is set now.
func cureModel(s layers.Setting, model string) string {
	switch s.Kind {
	case layers.Flag, layers.Override, layers.Session:
		return "-m " + codex.Quote([]string{model})
	}
	return codex.Quote([]string{"cxhook", "use", model, "--file", s.Place.File})
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
	e.find(Note, "model_superseded", set.Place, cureModel(set, e.entry.Upgrade), "Codex proposes %s in place of %s, and its start may stop at that question", e.entry.Upgrade, e.model)
}

// efforts finds an effort that the model does not list.
func (e *examination) efforts() {
	set, ok := e.stack.Effective("model_reasoning_effort")
	effort, isText := set.Value.(string)
	if !ok || !isText || effort == "" || e.match != codex.MatchExact || len(e.entry.Efforts) == 0 || slices.Contains(e.entry.Efforts, effort) {
		return
	}
	e.find(Warning, "effort_unsupported", set.Place, "choose one of "+strings.Join(e.entry.Efforts, ", "), "%s has no effort %q", e.model, effort)
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
			e.find(Warning, "context_window_too_large", set.Place, fmt.Sprintf("remove the line, or write %d at most", e.entry.ContextWindow),
				"model_context_window is %d, and %s has %d: Codex compacts too late", n, e.model, e.entry.ContextWindow)
		}
	}
	if set, ok := e.stack.Effective("model_max_output_tokens"); ok {
		if n, isInt := set.Value.(int64); isInt && n > longOutput {
			e.find(Note, "output_large", set.Place, "remove the line while the model is crowded", "model_max_output_tokens is %d; long answers meet refusals more often", n)
		}
	}
	if set, ok := e.stack.Effective("model_auto_compact_token_limit"); ok && e.match == codex.MatchExact && e.entry.ContextWindow > 0 {
		if n, isInt := set.Value.(int64); isInt && int(n) > e.entry.ContextWindow {
			e.find(Warning, "compact_limit_too_large", set.Place, fmt.Sprintf("write less than %d", e.entry.ContextWindow),
				"model_auto_compact_token_limit is %d, beyond the %d of %s: Codex never compacts in time", n, e.entry.ContextWindow, e.model)
		}
	}
}

// fallback tells whether a refusal would find another model ready.
func (e *examination) fallback() {
	place := layers.Place{File: e.Hook.Settings}
	cure := "name two or three in it: models = [\"MAIN\", \"BACKUP\", \"EMERGENCY\"]"
	switch {
	case len(e.Settings.Models) > 0 && len(e.offered) == 0:
		e.find(Warning, "no_fallback", place, cure, "the only model it names is the one in force: a refusal would find no other ready")
	case len(e.Settings.Models) > 0 || e.provider == "openai" || e.provider == "":
	case len(e.offered) == 0:
		e.find(Warning, "no_fallback", place, cure, "no model is named for provider %q, whose models Codex's catalogue does not list: a refusal would find none ready", e.provider)
	default:
		e.find(Warning, "no_fallback", place, cure, "no model is named for provider %q: a refusal would offer those of Codex's catalogue, which it may not have", e.provider)
	}
}

// session tells what codex resume does.
func (e *examination) session() {
	if e.Args.Subcommand() == "resume" && e.Args.Model() == "" && e.SessionModel == "" && !e.rules.ResumeByFiles {
		e.find(Note, "session_model", layers.Place{}, "to be sure, give -m MODEL", "codex resume goes on with the model that the session last used, whatever the files say")
	}
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
