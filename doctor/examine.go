package doctor

import (
	"slices"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
)

// Options is what an examination is made of. All of it is read only.
type Options struct {
	Args   codex.Args
	Env    []string // of the run
	Home   string   // CODEX_HOME
	Dir    string   // working directory, symbolic links resolved
	System string   // codex.SystemDir if empty
	// Models is Codex's catalogue, nil if it cannot be had; ModelsErr says why.
	Models    []codex.Model
	ModelsErr error
	// Version is Codex's release, "0.171.0"; "" if there is no codex. FindErr says why.
	Version string
	FindErr error
	// Settings are cxhook's own, Problems the mistakes in them.
	Settings config.Config
	Problems []config.Problem
	Hook     Hook
	// Definitions are other definitions of the function codex, as Definitions finds them.
	Definitions []Definition
	// SessionModel is the model of the session to be resumed, "" if it is not known.
	SessionModel  string
	SessionEffort string // the same of its effort
	// Refusal is what Codex says of the configuration if it does not start with it, "" if it does.
	Refusal string
	// Offered gives what a refusal of a model would offer, best first. nil: nothing.
	Offered func(model string) []string
}

// Examine looks at everything. The error is a command line that Codex refuses.
func Examine(o Options) (Report, error) {
	e := examination{Options: o, rules: layers.RulesOf(o.Version)}
	built := map[string]string{"model_provider": "openai"}
	if len(o.Models) > 0 && o.Models[0].Visible {
		built["model"] = o.Models[0].Slug
	}
	stack, err := layers.Read(layers.Options{
		Args: o.Args, Home: o.Home, Dir: o.Dir, System: o.System, BuiltIn: built, SessionModel: o.SessionModel, SessionEffort: o.SessionEffort,
		Rules: e.rules,
	})
	if err != nil {
		return Report{}, err
	}
	e.stack = stack
	e.model, e.provider = e.named("model"), e.named("model_provider")
	e.entry, e.match = codex.Lookup(o.Models, e.model)
	if o.Offered != nil {
		e.offered = o.Offered(e.model)
	}

	r := Report{
		Model:    e.value("model"),
		Provider: e.value("model_provider"),
		Effort:   e.effort(),
		BaseURL:  e.baseURL(),
		Project:  Project{Dir: stack.Dir, Root: stack.Root, Trust: stack.Trust},
		Hook:     o.Hook,
	}
	for _, l := range stack.Layers {
		if l.File == "" || l.Kind == layers.Project && !l.Exists { // any directory may have one
			continue
		}
		f := File{Origin: string(l.Kind), File: l.File, Exists: l.Exists, Reason: string(l.Ignored)}
		if l.Err != nil && f.Reason == "" {
			f.Reason = string(layers.Broken)
		}
		r.Files = append(r.Files, f)
	}
	if len(e.offered) > 0 {
		r.Instead = e.offered[0]
	}
	if r.Hook.Others == nil {
		r.Hook.Others = []string{}
	}
	for _, check := range []func(){
		e.codex, e.overrides, e.files, e.shape, e.legacy, e.projects, e.names, e.retired, e.providers, e.oss, e.efforts,
		e.sizes, e.environment, e.fallback, e.session, e.hook, e.settings, e.start,
	} {
		check()
	}
	slices.SortStableFunc(e.findings, func(a, b Finding) int { return weight(a) - weight(b) })
	r.Findings = append([]Finding{}, e.findings...)
	return r, nil
}

func weight(f Finding) int { return slices.Index([]Severity{Problem, Warning, Note}, f.Severity) }

// examination is one run of the checks, each of which may add findings.
type examination struct {
	Options
	stack    layers.Stack
	rules    layers.Rules
	model    string // in force, "" if unknown or not a text
	provider string
	entry    codex.Model // of the model, or the one it is meant to be
	match    codex.Match
	offered  []string // what a refusal would offer, best first
	findings []Finding
}

func (e *examination) find(s Severity, id string, at layers.Place, cure, text lang.Message) {
	e.findings = append(e.findings, Finding{
		ID: id, Severity: s, Text: text, Cure: cure, Place: Place(at),
	})
}

// named is the text that a top-level key has, "" if it has none.
func (e *examination) named(key string) string {
	set, _ := e.stack.Effective(key)
	s, _ := set.Value.(string)
	return s
}

func (e *examination) value(path ...string) Value {
	v := Value{Ladder: []Rung{}}
	for _, s := range e.stack.Ladder(path...) {
		rung := Rung{Value: s.Text(), Origin: string(s.Kind), State: string(s.State), Reason: string(s.Reason), Place: Place(s.Place)}
		v.Ladder = append(v.Ladder, rung)
		if s.State == layers.InForce {
			v.Name, v.Origin, v.Place = rung.Value, rung.Origin, rung.Place
		}
	}
	return v
}

// effort is the value in force; unset, the model's own default counts.
func (e *examination) effort() Value {
	v := e.value("model_reasoning_effort")
	if e.rules.UnlistedWithoutEffort && e.Models != nil && e.match != codex.MatchExact {
		v.Name, v.Origin, v.Place = "", "", Place{}
		for i := range v.Ladder {
			v.Ladder[i].State, v.Ladder[i].Reason = string(layers.Ignored), string(layers.NotListed)
		}
		return v
	}
	if e.match != codex.MatchExact || e.entry.DefaultEffort == "" {
		return v
	}
	rung := Rung{Value: e.entry.DefaultEffort, Origin: string(layers.BuiltIn), State: string(layers.Overridden)}
	if v.Origin == "" {
		rung.State = string(layers.InForce)
		v.Name, v.Origin = rung.Value, rung.Origin
	}
	v.Ladder = append(v.Ladder, rung)
	return v
}
