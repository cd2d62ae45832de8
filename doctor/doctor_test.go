package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
)

var catalogue = []codex.Model{
	{Slug: "gpt-6.2-sol", Efforts: []string{"low", "medium", "high"}, DefaultEffort: "low", ContextWindow: 400_000, Visible: true},
	{Slug: "gpt-6-luna", Efforts: []string{"low", "medium"}, DefaultEffort: "medium", ContextWindow: 272_000, Visible: true},
	{Slug: "gpt-5.5", Efforts: []string{"low"}, DefaultEffort: "low", Upgrade: "gpt-6.2-sol", Visible: true},
}

// scene is what one examination looks at. "@" stands for the root of all paths.
type scene struct {
	files map[string]string
	dir   string // "proj" by default
	argv  []string
	env   []string
	set   func(*Options)
}

// user is the user's file with a text.
func user(text string) map[string]string { return map[string]string{"codex/config.toml": text} }

func (s scene) examine(t *testing.T) (Report, string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) string { return strings.ReplaceAll(text, "@", root) }
	for name, text := range map[string]string{"proj/.git/HEAD": "", "codex/config.toml": ""} {
		if _, given := s.files[name]; !given {
			write(t, filepath.Join(root, name), text)
		}
	}
	for name, text := range s.files {
		write(t, filepath.Join(root, name), at(text))
	}
	argv := []string{}
	for _, word := range s.argv {
		argv = append(argv, at(word))
	}
	args, err := codex.ParseArgs(argv)
	if err != nil {
		t.Fatal(err)
	}
	dir := s.dir
	if dir == "" {
		dir = "proj"
	}
	o := Options{
		Args: args, Env: s.env, Home: at("@/codex"), Dir: filepath.Join(root, dir), System: at("@/etc"),
		Models: catalogue, Version: "0.171.0", Settings: config.Default(),
		Hook: Hook{State: "on", Shell: "zsh", Version: "v1.0.0", Self: "/usr/bin/cxhook", Codex: "/usr/bin/codex", CodexVersion: "0.171.0", Settings: "/home/user/.config/cxhook/config.toml"},
	}
	o.Offered = func(model string) (list []string) { // as the bar does, in short
		for _, e := range o.Settings.Models {
			list = append(list, e.Model)
		}
		for _, m := range o.Models {
			if len(o.Settings.Models) == 0 && m.Visible {
				list = append(list, m.Slug)
			}
		}
		return slices.DeleteFunc(list, func(m string) bool { return m == model })
	}
	if s.set != nil {
		s.set(&o)
	}
	r, err := Examine(o)
	if err != nil {
		t.Fatal(err)
	}
	return r, root
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// inShort is a finding as "severity id file:line", the file below the root.
func inShort(r Report, root string) []string {
	lines := []string{}
	for _, f := range r.Findings {
		line := string(f.Severity) + " " + f.ID
		if f.File != "" {
			line += " " + strings.TrimPrefix(f.File, root+"/")
		}
		if f.Line > 0 {
			line += ":" + strconv.Itoa(f.Line)
		}
		lines = append(lines, line)
	}
	return lines
}

const trusted = "[projects.\"@/proj\"]\ntrust_level = \"trusted\"\n"

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name   string
		scene  scene
		want   []string
		status int
	}{
		{"all is well", scene{files: user("model = \"gpt-6-luna\"\n")}, []string{}, 0},
		{"a near miss", scene{files: user("\nmodel = \"gpt-6-lnua\"\n")}, []string{"warning model_near_miss codex/config.toml:2"}, 1},
		{"the wrong case", scene{argv: []string{"-m", "GPT-6-Luna"}}, []string{"warning model_case -m"}, 1},
		{"an unknown model", scene{files: user("model = \"llama\"\n")}, []string{"warning model_unknown codex/config.toml:1"}, 1},
		{"an unknown model that is overridden", scene{files: user("model = \"llama\"\n"), argv: []string{"-m", "gpt-6-luna"}}, []string{"note model_unknown codex/config.toml:1"}, 0},
		{"a model of a provider of one's own", scene{files: user("model = \"llama\"\nmodel_provider = \"p\"\n[model_providers.p]\nbase_url = \"x\"\n")},
			[]string{"warning no_fallback /home/user/.config/cxhook/config.toml"}, 1},
		{"a superseded model, and the question was answered", scene{files: user("model = \"gpt-5.5\"\n[notice.model_migrations]\n\"gpt-5.5\" = \"gpt-6.2-sol\"\n")}, []string{}, 0},
		{"a superseded model, and another question was answered", scene{files: user("model = \"gpt-5.5\"\n[notice.model_migrations]\n\"gpt-5.5\" = \"gpt-6-sol\"\n")},
			[]string{"note model_superseded codex/config.toml:1"}, 0},
		{"a superseded model", scene{files: user("model = \"gpt-5.5\"\n")}, []string{"note model_superseded codex/config.toml:1"}, 0},
		{"a table", scene{files: user("x = 1\n[model]\nname = \"gpt-6-luna\"\n")}, []string{"problem model_is_table codex/config.toml:2"}, 1},
		{"a number", scene{files: user("model = 5\n")}, []string{"problem model_not_text codex/config.toml:1"}, 1},
		{"an empty model", scene{files: user("model = \"\"\n")}, []string{"problem model_empty codex/config.toml:1"}, 1},
		{"an empty effort", scene{files: user("model_reasoning_effort = \"\"\n")}, []string{"problem model_reasoning_effort_empty codex/config.toml:1"}, 1},
		{"not TOML", scene{files: user("a = 1\nmodel = gpt\n")}, []string{"problem toml_invalid codex/config.toml:2"}, 1},
		{"not TOML, in an untrusted project", scene{files: map[string]string{"proj/.codex/config.toml": "model = gpt\n"}}, []string{"warning project_untrusted proj/.codex/config.toml"}, 1},
		{"unreadable", scene{set: func(o *Options) { // a folder in place of a file that may not be read: root reads all
			file := filepath.Join(o.Home, "config.toml")
			if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o755)); err != nil {
				panic(err)
			}
		}}, []string{"problem file_unreadable codex/config.toml"}, 2},
		{"no such provider", scene{files: user("model_provider = \"p\"\n")}, []string{"problem provider_unknown codex/config.toml:1", "warning no_fallback /home/user/.config/cxhook/config.toml"}, 1},
		{"a provider without base_url", scene{files: user("[model_providers.p]\nname = \"p\"\n"), argv: []string{"-c", "model_provider=p"}},
			[]string{"warning provider_without_base_url codex/config.toml:1", "warning no_fallback /home/user/.config/cxhook/config.toml"}, 1},
		{"an unused one", scene{files: user("[model_providers.p]\nname = \"p\"\n")}, []string{"note provider_without_base_url codex/config.toml:1"}, 0},
		{"wire_api chat, unused", scene{files: user("[model_providers.p]\nbase_url = \"x\"\nwire_api = \"chat\"\n")}, []string{"problem wire_api_chat codex/config.toml:3"}, 1},
		{"a legacy profile", scene{files: user("profile = \"w\"\n")}, []string{"problem legacy_profile codex/config.toml:1"}, 1},
		{"a legacy table", scene{files: user("[profiles.w]\nmodel = \"x\"\n")}, []string{"warning legacy_profile_table codex/config.toml:1"}, 1},
		{"a legacy table beside -p", scene{files: map[string]string{"codex/config.toml": "[profiles.w]\n", "codex/w.config.toml": ""}, argv: []string{"-p", "w"}},
			[]string{"problem legacy_profile_table codex/config.toml:1"}, 1},
		{"a missing profile", scene{argv: []string{"-p", "w"}}, []string{"warning profile_missing codex/w.config.toml"}, 1},
		{"an untrusted project", scene{files: map[string]string{"proj/.codex/config.toml": "model = \"gpt-6-luna\"\n"}}, []string{"warning project_untrusted proj/.codex/config.toml"}, 1},
		{"a project marked untrusted", scene{files: map[string]string{"proj/.codex/config.toml": "", "codex/config.toml": strings.Replace(trusted, "\"trusted", "\"untrusted", 1)}},
			[]string{"note project_untrusted proj/.codex/config.toml"}, 0},
		{"keys that no project may set", scene{files: map[string]string{"proj/.codex/config.toml": "model_provider = \"x\"\n[features]\nrespect_system_proxy = true\n", "codex/config.toml": trusted}},
			[]string{"warning project_key_ignored proj/.codex/config.toml:1", "warning project_key_ignored proj/.codex/config.toml:3"}, 1},
		{"variables", scene{env: []string{"CODEX_MODEL=x", "OPENAI_BASE_URL=x", "CODEX_PROFILE=x", "ANTHROPIC_MODEL=x", "CODEX_OSS_PORT=1", "EMPTY_MODEL=", "PATH=/bin"}},
			[]string{"warning variable_without_effect $CODEX_MODEL", "warning variable_without_effect $CODEX_PROFILE", "warning variable_without_effect $OPENAI_BASE_URL",
				"note variable_without_effect $ANTHROPIC_MODEL", "note variable_in_force $CODEX_OSS_PORT"}, 1},
		{"--oss", scene{argv: []string{"--oss", "--local-provider", "ollama"}}, []string{"warning oss_forces_model --oss", "warning no_fallback /home/user/.config/cxhook/config.toml"}, 1},
		{"--oss without a provider", scene{argv: []string{"--oss"}}, []string{"problem oss_provider_missing --oss"}, 1},
		{"--local-provider alone", scene{argv: []string{"--local-provider", "ollama"}}, []string{"warning local_provider_ignored --local-provider"}, 1},
		{"an effort that the model lacks", scene{files: user("model = \"gpt-6-luna\"\nmodel_reasoning_effort = \"high\"\n")}, []string{"warning effort_unsupported codex/config.toml:2"}, 1},
		{"a window beyond the model's", scene{files: user("model_context_window = 1_000_000\n")}, []string{"warning context_window_too_large codex/config.toml:1"}, 1},
		{"a compaction that comes too late", scene{files: user("model_auto_compact_token_limit = 500_000\n")}, []string{"warning compact_limit_too_large codex/config.toml:1"}, 1},
		{"long answers", scene{files: user("model_max_output_tokens = 100_000\n")}, []string{"note output_large codex/config.toml:1"}, 0},
		{"no other model ready", scene{set: func(o *Options) { o.Settings.Models = []config.Entry{{Model: "gpt-6.2-sol"}} }},
			[]string{"warning no_fallback /home/user/.config/cxhook/config.toml"}, 1},
		{"another model ready", scene{set: func(o *Options) { o.Settings.Models = []config.Entry{{Model: "gpt-6.2-sol"}, {Model: "x"}} }}, []string{}, 0},
		{"the address by a variable, in a release that reads it", scene{env: []string{"OPENAI_BASE_URL=http://x/v1"}, set: func(o *Options) { o.Version = "0.106.0" }},
			[]string{"note variable_in_force $OPENAI_BASE_URL"}, 0},
		{"a directory that is not there", scene{argv: []string{"-C", "@/nowhere"}}, []string{"problem cwd_missing -C"}, 1},
		{"a provider's key that is not set", scene{files: user("model_provider = \"p\"\n[model_providers.p]\nname = \"p\"\nbase_url = \"http://x\"\nenv_key = \"KEY\"\n"), set: func(o *Options) { o.Settings.Models = []config.Entry{{Model: "a"}, {Model: "b"}} }},
			[]string{"problem env_key_unset codex/config.toml:5"}, 1},
		{"what codex says itself", scene{set: func(o *Options) { o.Refusal = "unknown variant `loose`" }}, []string{"problem codex_refuses"}, 1},
		{"an empty -m", scene{argv: []string{"-m", ""}}, []string{"problem model_empty -m"}, 1},
		{"an empty -m in a release that sends it", scene{argv: []string{"-m", ""}, set: func(o *Options) { o.Version = "0.144.6" }}, []string{}, 0},
		{"resume in a release that goes by the files", scene{argv: []string{"resume", "--last"}, set: func(o *Options) { o.Version = "0.106.0" }}, []string{}, 0},
		{"resume", scene{argv: []string{"resume", "--last"}}, []string{"note session_model"}, 0},
		{"resume of a known session", scene{argv: []string{"resume", "id"}, set: func(o *Options) { o.SessionModel = "gpt-6-luna" }}, []string{}, 0},
		{"no codex", scene{set: func(o *Options) { o.FindErr, o.Models, o.Version = errors.New("codex: not found on PATH"), nil, "" }}, []string{"problem codex_missing"}, 1},
		{"no catalogue", scene{set: func(o *Options) { o.ModelsErr, o.Models = codex.ErrNoCatalogue, nil }}, []string{"note catalogue_missing /usr/bin/codex"}, 0},
		{"a profile of an old release", scene{files: user("[profiles.w]\nmodel = \"gpt-6-luna\"\n"), argv: []string{"-p", "w"}, set: func(o *Options) { o.Version = "0.106.0" }}, []string{}, 0},
		{"a missing profile of an old release", scene{argv: []string{"-p", "w"}, set: func(o *Options) { o.Version = "0.106.0" }}, []string{"problem profile_missing -p"}, 1},
		{"-c at two levels", scene{argv: []string{"-c", "model=llama", "exec", "-c", "x=1"}}, []string{"warning model_unknown -c"}, 1},
		{"-c at two levels, in a release that heeds one", scene{argv: []string{"-c", "model=llama", "exec", "-c", "x=1"}, set: func(o *Options) { o.Version = "0.163.0" }},
			[]string{"warning override_dropped -c"}, 1},
		{"a second codex", scene{set: func(o *Options) { o.Hook.Others = []string{"/opt/codex"} }}, []string{"note codex_hidden /opt/codex"}, 0},
		{"CODEX_HOME is missing", scene{env: []string{"CODEX_HOME=/none"}, set: func(o *Options) { o.Home = "/none" }}, []string{"problem codex_home_missing /none"}, 1},
		{"the hook is off", scene{set: func(o *Options) { o.Hook.State = "off" }}, []string{"note hook_off"}, 0},
		{"inside a codex", scene{set: func(o *Options) { o.Hook.Nested = true }}, []string{"note hook_nested"}, 0},
		{"bypassed", scene{env: []string{"CXHOOK=off"}}, []string{"warning hook_bypassed $CXHOOK"}, 1},
		{"a function behind the hook's", scene{set: func(o *Options) {
			o.Definitions = []Definition{{File: "/home/user/.zshrc", Line: 7, Kind: "function", AfterInit: true}}
		}}, []string{"warning hook_shadowed /home/user/.zshrc:7"}, 1},
		{"one before it", scene{set: func(o *Options) { o.Definitions = []Definition{{File: "/home/user/.zshrc", Line: 7, Kind: "function"}} }}, []string{}, 0},
		{"cxhook's own settings", scene{set: func(o *Options) {
			o.Problems = []config.Problem{{File: "/s.toml", Line: 3, Column: 1, Text: lang.Verbatim("x")}}
		}},
			[]string{"warning settings_invalid /s.toml:3"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, root := c.scene.examine(t)
			if diff := cmp.Diff(c.want, inShort(r, root)); diff != "" {
				t.Error(diff)
			}
			if r.Status() != c.status {
				t.Errorf("status %d, want %d", r.Status(), c.status)
			}
		})
	}
}

// golden compares with a file, in which "@" stands for the root. UPDATE_GOLDEN=1 writes it.
func golden(t *testing.T, name, root, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, root, "@")
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		write(t, path, got)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: want -, got +:\n%s", path, diff)
	}
}

// rich has something of everything.
var rich = scene{
	files: map[string]string{
		"codex/config.toml":       "model = \"gpt-6-lnua\"\nmodel_reasoning_effort = \"high\"\n[model_providers.p]\nname = \"p\"\n" + trusted,
		"codex/work.config.toml":  "model_provider = \"p\"\n",
		"proj/.codex/config.toml": "# \x1b]0;title\x07 \nmodel = \"gpt-6-luna\\u001b[31m\"\nnotify = [\"x\"]\n",
		"etc/config.toml":         "model = \"gpt-5.5\"\n",
	},
	dir:  "proj",
	argv: []string{"-p", "work", "-c", "model=gpt-6-luna"},
	env:  []string{"OPENAI_MODEL=secret"},
}

func TestTheWholeReport(t *testing.T) {
	clean := rich
	clean.files = map[string]string{}
	for name, text := range rich.files {
		clean.files[name] = strings.ReplaceAll(text, "\x1b]0;title\x07", "")
	}
	r, root := clean.examine(t)
	golden(t, "report.json", root, indented(t, r))
	golden(t, "report.txt", root, r.Text(false))
	golden(t, "report-styled.txt", root, r.Text(true))
}

func TestTheReportInChineseAndItsJSONInEnglish(t *testing.T) {
	lang.Use(func() lang.Language { return lang.Chinese })
	t.Cleanup(func() { lang.Use(func() lang.Language { return lang.English }) })
	clean := rich
	clean.files = map[string]string{}
	for name, text := range rich.files {
		clean.files[name] = strings.ReplaceAll(text, "\x1b]0;title\x07", "")
	}
	r, root := clean.examine(t)
	golden(t, "report.zh-CN.txt", root, r.Text(false))
	golden(t, "report.json", root, indented(t, r))
}

// What stands in a file must not act on a terminal.
func TestNothingFromAFileReachesTheTerminalAsAControl(t *testing.T) {
	r, _ := rich.examine(t)
	text := r.Text(false)
	if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' && c != '\n' || c == 0x7f }) {
		t.Errorf("%q", text)
	}
	if !strings.Contains(text, "gpt-6-luna") {
		t.Errorf("the value is not shown at all: %q", text)
	}
	if strings.Contains(text, "secret") || strings.Contains(indented(t, r), "secret") {
		t.Error("a variable's value is shown")
	}
}

func TestTheBaseURLIsNamedWithItsOrigin(t *testing.T) {
	const own = "[model_providers.p]\nname = \"p\"\n"
	old := func(o *Options) { o.Version = "0.106.0" }
	for name, c := range map[string]struct {
		scene
		want string
	}{
		"by the login":                 {scene{}, " "},
		"the key of the provider":      {scene{files: user("openai_base_url = \"http://a/v1\"\n")}, "http://a/v1 user"},
		"a provider of one's own":      {scene{files: user("model_provider = \"p\"\n" + own + "base_url = \"http://b/v1\"\n")}, "http://b/v1 user"},
		"by -c":                        {scene{files: user("model_provider = \"p\"\n" + own), argv: []string{"-c", "model_providers.p.base_url=http://c"}}, "http://c override"},
		"a provider without one":       {scene{files: user("model_provider = \"p\"\n" + own)}, "https://api.openai.com/v1 built_in"},
		"a variable that has no say":   {scene{env: []string{"OPENAI_BASE_URL=http://d"}}, " "},
		"a variable, in 0.106.0":       {scene{env: []string{"OPENAI_BASE_URL=http://d"}, set: old}, "http://d environment"},
		"the key, which 0.106.0 lacks": {scene{files: user("openai_base_url = \"http://a/v1\"\n"), set: old}, " "},
	} {
		r, _ := c.examine(t)
		if got := r.BaseURL.Name + " " + r.BaseURL.Origin; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAnAddressIsShownWithoutItsPassword(t *testing.T) {
	const shown = "http://me:xxxxx@host/v1"
	if got := withoutPassword("http://me:secret@host/v1"); got != shown {
		t.Errorf("%q", got)
	}
}

func TestReviewsEffortsAndSessionsByRelease(t *testing.T) {
	set := func(version string) func(*Options) {
		return func(o *Options) { o.Version, o.SessionModel, o.SessionEffort = version, "kept", "high" }
	}
	files := user("model = \"unlisted\"\nmodel_reasoning_effort = \"low\"\nreview_model = \"judge\"\n")
	for _, c := range []struct {
		argv          string
		version, want string
	}{
		{"exec review -m x", "0.171.0", "judge review low"},
		{"exec hi", "0.171.0", "unlisted user low"},
		{"exec hi", "0.144.6", "unlisted user "},
		{"resume id", "0.171.0", "kept session high"},
		{"resume id -c model_reasoning_effort=medium", "0.171.0", "unlisted user medium"},
		{"resume id", "0.106.0", "unlisted user "},
		{"resume id", "0.144.6", "kept session "},
	} {
		r, _ := scene{files: files, argv: strings.Fields(c.argv), set: set(c.version)}.examine(t)
		if got := r.Model.Name + " " + r.Model.Origin + " " + r.Effort.Name; got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.argv, c.version, got, c.want)
		}
	}
}
