package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
)

func TestRulesOfReleases(t *testing.T) {
	for release, want := range map[string]Rules{
		"0.106.0": {InnerOverrides: true, EmptyGit: true, ProfilesInside: true, ProjectsSetAll: true, ResumeByFiles: true, BaseURLVariable: true, UnlistedWithoutEffort: true, EmptyModelSent: true},
		"0.144.6": {InnerOverrides: true, EmptyGit: true, UnlistedWithoutEffort: true, EmptyModelSent: true},
		"0.163.0": {InnerOverrides: true},
		"0.165.0": {},
		"0.171.0": {},
		"":        {},
	} {
		if diff := cmp.Diff(want, RulesOf(release)); diff != "" {
			t.Errorf("%s: %s", release, diff)
		}
	}
}

// Each case is one rule, seen with Codex 0.106.0 on the wire.
func TestWhoWinsInOldReleases(t *testing.T) {
	const inside = "model = \"user\"\n[profiles.w]\nmodel = \"inside\"\n" + trusted
	for _, c := range []struct {
		name, user, project, want string
		dir                       string
		argv                      []string
	}{
		{name: "-p beats -c and the project", user: inside, project: "model = \"project\"", argv: []string{"-p", "w", "-c", "model=x"}, want: "inside profile"},
		{name: "-m beats -p", user: inside, argv: []string{"-p", "w", "-m", "x"}, want: "x flag"},
		{name: "the key profile", user: "profile = \"w\"\n" + inside, want: "inside profile"},
		{name: "the key profile by -c", user: inside, argv: []string{"-c", "profile=w"}, want: "inside profile"},
		{name: "the key profile of a project", user: inside, project: "profile = \"w\"", want: "inside profile"},
		{name: "-c into the profile", user: inside, argv: []string{"-p", "w", "-c", "profiles.w.model=x"}, want: "x profile"},
		{name: "a profile without a model", user: "model = \"user\"\n[profiles.w]\nx = 1\n", argv: []string{"-p", "w"}, want: "user user"},
		{name: "-p before exec", user: inside, argv: []string{"-p", "w", "exec"}, want: "user user"},
		{name: "-p behind exec", user: inside, argv: []string{"exec", "-p", "w"}, want: "inside profile"},
		{name: "no profile chosen", user: inside, want: "user user"},
		{name: "-c before and behind exec", user: inside, argv: []string{"-c", "model=x", "exec", "-c", "y=1"}, want: "user user"},
		{name: "an empty .git marks", user: "[projects.\"@/n\"]\ntrust_level = \"trusted\"\n", dir: "n/a", want: "far project"},
	} {
		s := newSite(t)
		s.write("n/.git/info/x", "")
		s.write("n/.codex/config.toml", "model = \"far\"\n")
		s.write("n/a/x", "")
		s.write("codex/config.toml", c.user)
		s.write("proj/.codex/config.toml", c.project)
		if c.dir == "" {
			c.dir = "proj"
		}
		args, err := codex.ParseArgs(c.argv)
		if err != nil {
			t.Fatal(err)
		}
		stack, err := Read(Options{Args: args, Home: s.root + "/codex", Dir: s.root + "/" + c.dir, System: s.root + "/etc", Rules: RulesOf("0.106.0")})
		if err != nil {
			t.Fatal(err)
		}
		if set, _ := stack.Effective("model"); set.Text()+" "+string(set.Kind) != c.want {
			t.Errorf("%s: %v, want %s", c.name, set, c.want)
		}
	}
}
