package layers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
)

// site is a made-up machine: a home, a project in a repository, a system folder.
type site struct {
	t    *testing.T
	root string
}

func newSite(t *testing.T) site {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := site{t, root}
	s.write("proj/.git/HEAD", "ref: refs/heads/main\n")
	s.write("proj/a/b/x", "")
	s.write("codex/config.toml", "")
	return s
}

// write makes a file; "@" in its text stands for the site's root.
func (s site) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "@", s.root)), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s site) read(dir string, argv ...string) Stack {
	s.t.Helper()
	for i := range argv {
		argv[i] = strings.ReplaceAll(argv[i], "@", s.root)
	}
	args, err := codex.ParseArgs(argv)
	if err != nil {
		s.t.Fatal(err)
	}
	stack, err := Read(Options{
		Args: args, Home: filepath.Join(s.root, "codex"), Dir: filepath.Join(s.root, dir), System: filepath.Join(s.root, "etc"),
		BuiltIn: map[string]string{"model": "built-in", "model_provider": "openai"},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return stack
}

// told is a ladder in short: "value kind state" with the reason.
func told(ladder []Setting) []string {
	lines := []string{}
	for _, s := range ladder {
		lines = append(lines, strings.TrimRight(strings.Join([]string{s.Text(), string(s.Kind), string(s.State), string(s.Reason)}, " "), " "))
	}
	return lines
}

const trusted = "[projects.\"@/proj\"]\ntrust_level = \"trusted\"\n"

func TestTheLadderOfEveryLayer(t *testing.T) {
	s := newSite(t)
	s.write("etc/managed_config.toml", "model = \"managed\"\n")
	s.write("etc/config.toml", "model = \"system\"\n")
	s.write("codex/config.toml", "model = \"user\"\n"+trusted)
	s.write("codex/work.config.toml", "model = \"profile\"\n")
	s.write("proj/.codex/config.toml", "model = \"far\"\n")
	s.write("proj/a/.codex/config.toml", "# near\nmodel = \"near\"\n")
	stack := s.read("proj/a", "-m", "flag", "-p", "work", "-c", "model=first", "exec", "-c", "model=second")
	want := []string{
		"flag flag in_force", "managed managed overridden", "second override overridden", "near project overridden", "far project overridden",
		"profile profile overridden", "user user overridden", "system system overridden", "built-in built_in overridden",
	}
	if diff := cmp.Diff(want, told(stack.Ladder("model"))); diff != "" {
		t.Error(diff)
	}
	near := stack.Ladder("model")[3]
	if near.Place != (Place{filepath.Join(s.root, "proj/a/.codex/config.toml"), 2, 1}) {
		t.Errorf("the place is %v", near.Place)
	}
}

// Each case is one rule, seen with Codex 0.171.0 on the wire.
func TestWhoWins(t *testing.T) {
	const projectModel = "model = \"project\"\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		dir   string // "proj" by default
		argv  []string
		want  string
	}{
		{name: "nothing is set", want: "built-in built_in"},
		{name: "managed beats -c", files: map[string]string{"etc/managed_config.toml": "model = \"x\""}, argv: []string{"-c", "model=y"}, want: "x managed"},
		{name: "-m beats managed", files: map[string]string{"etc/managed_config.toml": "model = \"x\""}, argv: []string{"exec", "-m", "y"}, want: "y flag"},
		{name: "the inner -m", argv: []string{"-m", "a", "exec", "-m", "b"}, want: "b flag"},
		{name: "an untrusted project", files: map[string]string{"proj/.codex/config.toml": projectModel}, want: "built-in built_in"},
		{name: "trusted by its root", files: map[string]string{"proj/.codex/config.toml": projectModel, "codex/config.toml": trusted}, dir: "proj/a", want: "project project"},
		{name: "trusted by its profile", files: map[string]string{"proj/.codex/config.toml": projectModel, "codex/w.config.toml": trusted + "[x]\n"}, argv: []string{"-p", "w"}, want: "project project"},
		{name: "trusted by -c", files: map[string]string{"proj/.codex/config.toml": projectModel}, argv: []string{"-c", `projects={"@/proj"={trust_level="trusted"}}`}, want: "project project"},
		{name: "a quoted path after -c keeps its quotes", files: map[string]string{"proj/.codex/config.toml": projectModel}, argv: []string{"-c", `projects."@/proj".trust_level="trusted"`}, want: "built-in built_in"},
		{name: "trusted by --trust", files: map[string]string{"proj/.codex/config.toml": projectModel}, argv: []string{"exec", "--trust"}, want: "project project"},
		{name: "marked untrusted in spite of --trust", files: map[string]string{"proj/.codex/config.toml": projectModel, "codex/config.toml": strings.ReplaceAll(trusted, "\"trusted", "\"untrusted")}, argv: []string{"exec", "--trust"}, want: "built-in built_in"},
		{name: "a directory below marked untrusted", files: map[string]string{"proj/a/.codex/config.toml": projectModel, "codex/config.toml": trusted + "[projects.\"@/proj/a\"]\ntrust_level = \"untrusted\"\n"}, dir: "proj/a", want: "built-in built_in"},
		{name: "only the directory below is trusted", files: map[string]string{"proj/a/.codex/config.toml": projectModel, "codex/config.toml": "[projects.\"@/proj/a\"]\ntrust_level = \"trusted\"\n"}, dir: "proj/a", want: "project project"},
		{name: "above the root", files: map[string]string{".codex/config.toml": projectModel, "codex/config.toml": trusted + "[projects.\"@\"]\ntrust_level = \"trusted\"\n"}, want: "built-in built_in"},
		{name: "without a marker only the directory itself", files: map[string]string{"n/.codex/config.toml": projectModel, "n/a/x": "", "codex/config.toml": "[projects.\"@/n\"]\ntrust_level = \"trusted\"\n"}, dir: "n/a", want: "built-in built_in"},
		{name: "a marker of one's own", files: map[string]string{"n/.codex/config.toml": projectModel, "n/MARK": "", "n/a/x": "", "codex/config.toml": "project_root_markers = [\"MARK\"]\n[projects.\"@/n\"]\ntrust_level = \"trusted\"\n"}, dir: "n/a", want: "project project"},
		{name: "an empty .git marks nothing", files: map[string]string{"n/.codex/config.toml": projectModel, "n/.git/info/x": "", "n/a/x": "", "codex/config.toml": "[projects.\"@/n\"]\ntrust_level = \"trusted\"\n"}, dir: "n/a", want: "built-in built_in"},
		{name: "a .git file marks", files: map[string]string{"n/.codex/config.toml": projectModel, "n/.git": "gitdir: elsewhere\n", "n/a/x": "", "codex/config.toml": "[projects.\"@/n\"]\ntrust_level = \"trusted\"\n"}, dir: "n/a", want: "project project"},
		{name: "a linked worktree is trusted with its repository", files: map[string]string{"wt/.codex/config.toml": projectModel, "wt/.git": "gitdir: @/proj/.git/worktrees/wt\n", "codex/config.toml": trusted}, dir: "wt", want: "project project"},
		{name: "-C", files: map[string]string{"proj/.codex/config.toml": projectModel, "codex/config.toml": trusted}, dir: ".", argv: []string{"-C", "proj/a"}, want: "project project"},
		{name: "CODEX_HOME is no project", files: map[string]string{"codex/config.toml": "model = \"user\"\n[projects.\"@\"]\ntrust_level = \"trusted\"\n"}, dir: ".", want: "user user"},
		{name: "the project beats the profile", files: map[string]string{"proj/.codex/config.toml": projectModel, "codex/w.config.toml": "model = \"w\"", "codex/config.toml": trusted}, argv: []string{"-p", "w"}, want: "project project"},
		{name: "the profile beats the user", files: map[string]string{"codex/w.config.toml": "model = \"w\"", "codex/config.toml": "model = \"user\""}, argv: []string{"-p", "w"}, want: "w profile"},
		{name: "a missing profile", files: map[string]string{"codex/config.toml": "model = \"user\""}, argv: []string{"-p", "w"}, want: "user user"},
		{name: "without the user's files", files: map[string]string{"codex/w.config.toml": "model = \"w\"", "codex/config.toml": "model = \"user\"", "etc/config.toml": "model = \"system\""}, argv: []string{"exec", "--ignore-user-config", "-p", "w"}, want: "system system"},
		{name: "--oss", files: map[string]string{"codex/config.toml": "model = \"user\""}, argv: []string{"--oss", "--local-provider", "lmstudio", "-c", "model=x"}, want: "openai/gpt-oss-20b oss"},
		{name: "--oss with the provider from the file", files: map[string]string{"codex/config.toml": "oss_provider = \"ollama\""}, argv: []string{"--oss"}, want: "gpt-oss:20b oss"},
		{name: "--oss and -m", argv: []string{"--oss", "--local-provider", "ollama", "-m", "x"}, want: "x flag"},
		{name: "--local-provider alone", argv: []string{"--local-provider", "ollama"}, want: "built-in built_in"},
		{name: "quotes after -c", argv: []string{"-c", `model = 'a b'`}, want: "a b override"},
		{name: "after -c what is not TOML is itself", argv: []string{"-c", "model=[1,2"}, want: "[1,2 override"},
		{name: "after -c quotes that do not end", argv: []string{"-c", `model="a b`}, want: "a b override"},
		{name: "after -c a comment", argv: []string{"-c", `model="x" # y`}, want: "x override"},
		{name: "after -c a second line", argv: []string{"-c", "model=\"x\"\ny=1"}, want: "x override"},
		{name: "a quoted key after -c is another key", argv: []string{"-c", `"model"=x`}, want: "built-in built_in"},
		{name: "a model in a legacy profile", files: map[string]string{"codex/config.toml": "[profiles.w]\nmodel = \"x\""}, argv: []string{"-c", "profiles.w.model=y"}, want: "built-in built_in"},
		{name: "a broken file", files: map[string]string{"codex/config.toml": "model = ", "etc/config.toml": "model = \"system\""}, want: "system system"},
		{name: "a byte order mark", files: map[string]string{"codex/config.toml": "\ufeffmodel = \"user\""}, want: "user user"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			for name, text := range c.files {
				s.write(name, text)
			}
			if c.dir == "" {
				c.dir = "proj"
			}
			set, _ := s.read(c.dir, c.argv...).Effective("model")
			if got := set.Text() + " " + string(set.Kind); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestATrustedDirectoryMayBeNamedByALink(t *testing.T) {
	s := newSite(t)
	s.write("proj/.codex/config.toml", "model = \"project\"\n")
	if err := os.Symlink(filepath.Join(s.root, "proj"), filepath.Join(s.root, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"proj", "link"} {
		s.write("codex/config.toml", strings.ReplaceAll(trusted, "/proj", "/"+name))
		if set, _ := s.read(".", "-C", "@/link").Effective("model"); set.Kind != Project {
			t.Errorf("trusted as %s: %v", name, set)
		}
	}
}

func TestCodexHomeIsNoProject(t *testing.T) {
	s := newSite(t)
	s.write(".codex/config.toml", "model_provider = \"mine\"\n[projects.\"@\"]\ntrust_level = \"trusted\"\n")
	if err := os.Symlink(".codex", filepath.Join(s.root, "linked")); err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{".codex", "linked"} {
		stack, err := Read(Options{Home: filepath.Join(s.root, home), Dir: s.root, System: filepath.Join(s.root, "etc")})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"mine user in_force"}, told(stack.Ladder("model_provider"))); diff != "" {
			t.Errorf("%s: %s", home, diff)
		}
	}
}

func TestAProjectMayNotSetEverything(t *testing.T) {
	s := newSite(t)
	s.write("codex/config.toml", "model_provider = \"mine\"\n[model_providers.mine]\nbase_url = \"x\"\n"+trusted)
	s.write("proj/.codex/config.toml", "model_provider = \"theirs\"\n[model_providers.theirs]\nbase_url = \"y\"\n[model_providers.mine]\nbase_url = \"z\"\n")
	stack := s.read("proj")
	want := []string{"theirs project ignored not_for_project", "mine user in_force", "openai built_in overridden"}
	if diff := cmp.Diff(want, told(stack.Ladder("model_provider"))); diff != "" {
		t.Error(diff)
	}
	if set, _ := stack.Effective("model_providers", "mine", "base_url"); set.Text() != "x" {
		t.Errorf("a project sent requests elsewhere: %v", set)
	}
	if keys := stack.Keys("model_providers"); !slices.Equal(keys, []string{"mine"}) {
		t.Errorf("providers %v", keys)
	}
}

func TestTablesAreReadAcrossLayers(t *testing.T) {
	s := newSite(t)
	s.write("codex/config.toml", "[model_providers.mine]\nname = \"n\"\nbase_url = \"user\"\n")
	s.write("codex/w.config.toml", "model_providers.mine.base_url = \"profile\"\n")
	stack := s.read("proj", "-p", "w", "-c", "model_providers.other={base_url=\"over\"}")
	for _, c := range []struct{ name, key, want string }{{"mine", "base_url", "profile"}, {"mine", "name", "n"}, {"other", "base_url", "over"}} {
		if set, _ := stack.Effective("model_providers", c.name, c.key); set.Text() != c.want {
			t.Errorf("%s.%s: %v", c.name, c.key, set)
		}
	}
}

func TestResumeGoesOnWithTheSessionsModel(t *testing.T) {
	s := newSite(t)
	s.write("codex/config.toml", "model = \"user\"\n")
	s.write("codex/w.config.toml", "model = \"profile\"\n")
	for _, c := range []struct {
		argv []string
		want string
	}{
		{[]string{"resume", "id"}, "kept session"},
		{[]string{"resume", "id", "-m", "x"}, "x flag"},
		{[]string{"resume", "id", "-c", "model=x"}, "x override"},
		{[]string{"resume", "id", "-p", "w"}, "profile profile"},
		{[]string{"resume", "id", "-c", "model_reasoning_effort=low"}, "user user"},
		{[]string{"resume", "id", "-c", "x=1"}, "kept session"},
		{[]string{"resume", "id", "-c", "model_provider=x"}, "user user"},
		{[]string{"resume", "id", "-p", "nosuch"}, "kept session"},
		{[]string{"exec", "-m", "", "hi"}, " flag"},
		{[]string{"exec", "resume", "id"}, "user user"},
		{[]string{"fork", "id"}, "user user"},
	} {
		args, err := codex.ParseArgs(c.argv)
		if err != nil {
			t.Fatal(err)
		}
		stack, err := Read(Options{Args: args, Home: filepath.Join(s.root, "codex"), Dir: s.root, System: filepath.Join(s.root, "etc"), SessionModel: "kept"})
		if err != nil {
			t.Fatal(err)
		}
		if set, _ := stack.Effective("model"); set.Text()+" "+string(set.Kind) != c.want {
			t.Errorf("%q: %v, want %s", c.argv, set, c.want)
		}
	}
}

func TestACommandLineThatCodexRefuses(t *testing.T) {
	for _, argv := range [][]string{{"-c", "model"}, {"-c", "=x"}, {"-p", "../x"}, {"-p", ""}, {"-p", ".."}} {
		args, err := codex.ParseArgs(argv)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(Options{Args: args, Home: t.TempDir(), Dir: t.TempDir()}); err == nil {
			t.Errorf("%q was taken", argv)
		}
	}
}

func TestWhatAFileCountsFor(t *testing.T) {
	s := newSite(t)
	s.write("codex/config.toml", "model = \"user\"\n"+trusted)
	s.write("proj/.codex/config.toml", "model = \"project\"\n")
	s.write("other/.codex/config.toml", "")
	stack := s.read("proj/a")
	user := stack.Standing(stack.UserFile(), "model")
	if !user.Read || user.Winner == nil || user.Winner.Kind != Project {
		t.Errorf("the user's: %+v", user)
	}
	if project := stack.Standing(stack.ProjectFile(), "model"); !project.Read || project.Winner != nil || project.Ignored != "" {
		t.Errorf("the project's: %+v", project)
	}
	if other := stack.Standing(filepath.Join(s.root, "other/.codex/config.toml"), "model"); other.Read {
		t.Errorf("another project's: %+v", other)
	}
	s.write("codex/config.toml", "")
	if project := s.read("proj/a").Standing(filepath.Join(s.root, "proj/.codex/config.toml"), "model"); project.Ignored != Untrusted {
		t.Errorf("an untrusted project's: %+v", project)
	}
}
