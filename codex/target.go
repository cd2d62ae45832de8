package codex

import "github.com/cxhook/cxhook/lang"

// to makes a plan go to the provider, profile and effort that the request names
// beside the model. Empty ones stay what the plan has.
func (plan Plan) to(r Request) Plan {
	if r.Provider == "" && r.Profile == "" && r.Effort == "" {
		return plan
	}
	a, err := ParseArgs(plan.Argv, r.Args.learned...)
	if err != nil && plan.Mode == ModeManual {
		return plan
	}
	if err != nil {
		plan.Mode, plan.Argv, plan.Reason = ModeManual, nil, lang.Say("reason.unreadable", err)
		return plan
	}
	if r.Provider != "" {
		a = a.withOverride("model_provider", TOMLString(r.Provider))
		if plan.Mode != ModeFresh {
			plan.Warnings = append(plan.Warnings, lang.Say("reason.provider", r.Provider))
		}
	}
	if r.Effort != "" {
		a = a.withOverride(keyEffort, TOMLString(r.Effort))
	}
	plan.Argv = a.Argv()
	if r.Profile != "" {
		plan.Argv = a.withProfile(r.Profile)
	}
	plan.Command = Quote(append([]string{"codex"}, plan.Argv...))
	return plan
}

// withProfile gives the words with -p NAME in place of every other profile: behind exec,
// since 0.106.0 passes over one before it and exec resume takes none, else in front.
func (a Args) withProfile(name string) (argv []string) {
	profile := []string{"-p", name}
	if !a.Exec() || a.Subcommand() == "review" { // which takes none behind its name
		argv, profile = profile, nil
	}
	for _, it := range a.items {
		if it.word != wordOption || it.name != optProfile {
			argv = append(argv, it.tokens...)
		}
		if it.word == wordCommand {
			argv, profile = append(argv, profile...), nil
		}
	}
	return argv
}
