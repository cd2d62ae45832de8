package layers

import "github.com/cxhook/cxhook/codex"

// Rules are the ways in which older releases of Codex read their configuration
// otherwise. The zero value is the newest known release, 0.171.0. Each rule was
// seen on the wire in the releases named; where it ends in between is the
// nearest guess.
type Rules struct {
	// InnerOverrides: of -c at two levels only the inner ones count (0.106.0,
	// 0.144.6 and 0.163.0, no more in 0.165.0).
	InnerOverrides bool
	// EmptyGit: an empty .git directory marks a project's root (0.106.0 and
	// 0.144.6, no more in 0.163.0).
	EmptyGit bool
	// ProfilesInside: -p and the key profile choose a table [profiles.NAME],
	// which beats everything but -m (0.106.0, no more from 0.134 on).
	ProfilesInside bool
	// ProjectsSetAll: no key is denied to a project's file (0.106.0, no more in
	// 0.144.6).
	ProjectsSetAll bool
	// ResumeByFiles: codex resume goes by the files, not by what the session last
	// used (0.106.0, no more in 0.144.6).
	ResumeByFiles bool
	// BaseURLVariable: OPENAI_BASE_URL says where the provider openai is, and the key
	// openai_base_url is not known (0.106.0, no more in 0.144.6).
	BaseURLVariable bool
	// UnlistedWithoutEffort: a model outside the catalogue is asked without any effort
	// (0.106.0 and 0.144.6; 0.171.0 sends the one that is set).
	UnlistedWithoutEffort bool
	// EmptyModelSent: an empty model is asked for like any other (0.106.0 and 0.144.6;
	// 0.171.0 does not start a conversation).
	EmptyModelSent bool
}

// RulesOf gives the rules of a release such as "0.144.6". A release that cannot
// be read counts as the newest.
func RulesOf(release string) Rules {
	return Rules{
		InnerOverrides: codex.Older(release, "0.164"),
		EmptyGit:       codex.Older(release, "0.145"),
		ProfilesInside: codex.Older(release, "0.134"),
		ProjectsSetAll: codex.Older(release, "0.134"),

		ResumeByFiles:         codex.Older(release, "0.134"),
		BaseURLVariable:       codex.Older(release, "0.134"),
		UnlistedWithoutEffort: codex.Older(release, "0.145"),
		EmptyModelSent:        codex.Older(release, "0.145"),
	}
}
