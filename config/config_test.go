package config

import (
	"github.com/adrg/xdg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func load(t *testing.T, text string) (Config, []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, problems := Load(path)
	var lines []string
	for _, p := range problems {
		lines = append(lines, strings.TrimPrefix(p.String(), path))
	}
	return c, lines
}

func TestAFileWithoutMistakesIsReadWhole(t *testing.T) {
	c, problems := load(t, `
models = ["gpt-6-sol", { model = "deepseek-v4", provider = "deepseek", profile = "work", effort = "high" }]
on_capacity = "switch"
on_limit = "wait"
on_transient = "wait"
offer = ["limit", "capacity"]
switch = "relaunch"
max_actions = 3
notices = false
language = "zh-CN"
`)
	want := Config{
		Models:      []Entry{{Model: "gpt-6-sol"}, {Model: "deepseek-v4", Provider: "deepseek", Profile: "work", Effort: "high"}},
		OnCapacity:  Switch,
		OnLimit:     Wait,
		OnTransient: Wait,
		Offer:       []Trouble{Limit, Capacity},
		Switch:      Relaunch,
		MaxActions:  3,
		Language:    "zh-CN",
	}
	if diff := cmp.Diff(want, c); diff != "" || problems != nil {
		t.Errorf("settings differ (-want +got):\n%s\nproblems: %q", diff, problems)
	}
}

func TestAMissingFileMeansDefaultsWithoutAProblem(t *testing.T) {
	c, problems := Load(filepath.Join(t.TempDir(), "none.toml"))
	if diff := cmp.Diff(Default(), c); diff != "" || problems != nil {
		t.Errorf("%s%v", diff, problems)
	}
}

func TestAMistakeIsNamedWithItsPlaceAndTheRestHolds(t *testing.T) {
	kept := Default()
	kept.MaxActions = 2
	tests := []struct {
		name, text string
		want       Config
		problem    string
	}{
		{"not TOML at all", "max_actions = 2\nmodels = [\"a\"", Default(), ":2:"},
		{"a language that cxhook does not speak", "max_actions = 2\nlanguage = \"fr\"", kept, `:2:1: language = "fr": write "en" or "zh-CN"`},
		{"a language that is no text", "max_actions = 2\nlanguage = true", kept, `:2:1: language = true: write "en" or "zh-CN"`},
		{"a word for a yes", "max_actions = 2\nnotices = \"no\"", kept, `:2:1: notices = "no": write true or false`},
		{"wrong type", "max_actions = 2\non_capacity = 7", kept, `:2:1: on_capacity = 7: write "ask"`},
		{"a name in place of a list", "max_actions = 2\nmodels = \"gpt-6-sol\"", kept, ":2:1: models: write a list of names"},
		{"text in place of a number", "models = []\nmax_actions = \"many\"", Default(), `:2:1: max_actions = "many": write a number`},
		{"an unknown table", "max_actions = 2\n[bar]\nkey = 1\n", kept, `:2:2: unknown key "bar" is ignored`},
		{"unknown key", "max_actions = 2\n  modles = [\"a\"]\n", kept, `:2:3: unknown key "modles" is ignored; did you mean "models"?`},
		{"unknown key that is like none", "max_actions = 2\ncolour = true\n", kept, `:2:1: unknown key "colour" is ignored`},
		{"unknown policy", "max_actions = 2\non_capacity = \"go\"", kept, `:2:1: on_capacity = "go": write "ask", "switch" or "wait"`},
		{"a limit that another model shall answer", "max_actions = 2\non_limit = \"switch\"", kept, `:2:1: on_limit = "switch": write "ask" or "wait"`},
		{"a policy that is no text", "max_actions = 2\non_transient = true", kept, `:2:1: on_transient = true: write "ask" or "wait"`},
		{"an unknown kind of error", "max_actions = 2\noffer = [\"capacity\", \"all\"]", kept, `:2:1: offer: write a list of "capacity", "limit", "transient", "context" and "model"`},
		{"a name in place of a list of kinds", "max_actions = 2\noffer = \"capacity\"", kept, `:2:1: offer: write a list of "capacity"`},
		{"unknown way to switch", "max_actions = 2\nswitch = \"go\"", kept, `:2:1: switch = "go": write "in_place" or "relaunch"`},
		{"entry of another type", "max_actions = 2\nmodels = [7]", kept, ":2:1: models, entry 1: 7 is neither a name nor a table"},
		{"entry with an unknown key", "max_actions = 2\nmodels = [{ name = \"x\" }]", kept, `:2:1: models, entry 1: key "name"`},
		{"empty name", "max_actions = 2\nmodels = [\"\"]", kept, ":2:1: models, entry 1: the model's name is empty"},
		{"control character in a name", "max_actions = 2\nmodels = [\"a\\u001b[31m\"]", kept, ":2:1: models, entry 1: \"a\\x1b[31m\" cannot be a name"},
		{"negative bound", "models = []\nmax_actions = -1", Default(), ":2:1: max_actions = -1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := load(t, tt.text)
			if diff := cmp.Diff(tt.want, c); diff != "" {
				t.Errorf("settings differ (-want +got):\n%s", diff)
			}
			if len(problems) != 1 || !strings.HasPrefix(problems[0], tt.problem) {
				t.Errorf("problems %q, want one beginning with %q", problems, tt.problem)
			}
		})
	}
}

// What README shows as the settings names every key, and all but the models with its default.
func TestReadmeShowsEverySetting(t *testing.T) {
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		_, block, _ := strings.Cut(string(text), "```toml\n")
		block, _, _ = strings.Cut(block, "```")
		shown, problems := load(t, block)
		want := Default()
		want.Models = shown.Models
		if diff := cmp.Diff(want, shown); diff != "" || problems != nil {
			t.Errorf("%s (-want +got):\n%s%v", name, diff, problems)
		}
		for _, key := range keys() {
			if !strings.Contains(block, "\n"+key+" = ") {
				t.Errorf("%s does not show %s", name, key)
			}
		}
	}
}

func TestNothingMayBeOffered(t *testing.T) {
	c, problems := load(t, "offer = []")
	if len(c.Offer) != 0 || problems != nil {
		t.Errorf("%v, problems %q", c.Offer, problems)
	}
}

func TestAnUnreadableFileIsOneProblem(t *testing.T) {
	c, problems := Load(t.TempDir())
	if diff := cmp.Diff(Default(), c); diff != "" || len(problems) != 1 || problems[0].Line != 0 {
		t.Errorf("%s%v", diff, problems)
	}
}

func TestAFileInTheFolderOfMacPrograms(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	if got := Misplaced(); got != nil {
		t.Errorf("without one: %v", got)
	}
	other := filepath.Join(home, "Library", "Application Support", "cxhook", "config.toml")
	if err := os.MkdirAll(filepath.Dir(other), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want := other + ": this file is not read: move it to " + filepath.Join(home, ".config", "cxhook", "config.toml")
	if got := Misplaced(); len(got) != 1 || got[0].String() != want {
		t.Errorf("%v, want %s", got, want)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "Library", "Application Support"))
	if got := Misplaced(); got != nil {
		t.Errorf("where the user has chosen that folder: %v", got)
	}
}
