package scan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/lang"
)

var catalogue = []codex.Model{
	{Slug: "gpt-6-sol", Visible: true}, {Slug: "gpt-6-luna", Visible: true}, {Slug: "gpt-5.5", Upgrade: "gpt-6-sol", Visible: true}, {Slug: "hidden"},
}

// tree makes files below a new directory: the name, then the text.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func scanned(t *testing.T, o Options) Result {
	t.Helper()
	r, err := Scan(o)
	if err != nil || len(r.Faults) > 0 {
		t.Fatal(err, r.Faults)
	}
	return r
}

// files are the files of the pins, below the root.
func files(r Result, root string) []string {
	names := []string{}
	for _, p := range r.Pins {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(p.File, root+"/"), "/.codex/config.toml"))
	}
	return names
}

const pinned = "model = \"crowded\"\n"

func crowded(dirs ...string) Options {
	return Options{Dirs: dirs, Crowded: []string{"crowded"}, Instead: func(string) string { return "" }}
}

func TestEveryVerdict(t *testing.T) {
	root := tree(t, map[string]string{
		"a/.codex/config.toml":             "# x\n  model = \"gpt-6-luna\"\n",
		"b/.codex/config.toml":             "model = \"gpt-5.5\"\n",
		"c/.codex/config.toml":             "model = \"GPT-6-sol\"\n",
		"d/.codex/config.toml":             "model = \"gpt-6-slo\"\n",
		"e/.codex/config.toml":             "model = \"llama\"\n",
		"f/.codex/config.toml":             "model = \n",
		"fine/.codex/config.toml":          "model = \"gpt-6-sol\"\n",
		"none/.codex/config.toml":          "x = 1\n",
		"table/.codex/config.toml":         "[model]\nname = \"gpt-6-luna\"\n",
		"home/config.toml":                 "model = \"llama\"\nmodel_provider = \"mine\"\n",
		"home/it's.config.toml":            "model = \"gpt-6-luna\"\n",
		"project/.codex/work.config.toml":  "model = \"gpt-6-luna\"\n",
		"project/.codex/sub/x/config.toml": "model = \"gpt-6-luna\"\n",
	})
	r := scanned(t, Options{Dirs: []string{root}, Home: filepath.Join(root, "home"), Crowded: []string{"gpt-6-luna"}, Models: func() []codex.Model { return catalogue }, Instead: func(string) string { return "tier" }})
	got := ""
	for _, p := range r.Pins {
		got += strings.Join([]string{strings.TrimPrefix(p.File, root+"/"), string(p.Kind), p.Model, string(p.Verdict), strings.ReplaceAll(p.Command, root, ""), p.Detail.String()}, "|") + "\n"
	}
	const want = `a/.codex/config.toml|project|gpt-6-luna|crowded|cxhook use tier --file /a/.codex/config.toml|
b/.codex/config.toml|project|gpt-5.5|retired|cxhook use gpt-6-sol --file /b/.codex/config.toml|
c/.codex/config.toml|project|GPT-6-sol|misspelled|cxhook use gpt-6-sol --file /c/.codex/config.toml|
d/.codex/config.toml|project|gpt-6-slo|misspelled|cxhook use gpt-6-sol --file /d/.codex/config.toml|
e/.codex/config.toml|project|llama|unknown|cxhook use tier --file /e/.codex/config.toml|
f/.codex/config.toml|project||unreadable||not valid TOML: unexpected character U+000A at start of value
home/it's.config.toml|profile|gpt-6-luna|crowded|cxhook use tier --file '/home/it'\''s.config.toml'|
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if r.Pins[0].Line != 2 || r.Pins[0].Column != 3 || r.Files != 11 {
		t.Errorf("%+v, %d files", r.Pins[0], r.Files)
	}
}

// A model in a table [profiles.NAME] is pinned too, for the releases before 0.134; cxhook use does not write there.
func TestAProfileInAFileIsFound(t *testing.T) {
	root := tree(t, map[string]string{"home/config.toml": "model = \"gpt-6-sol\"\n[profiles.work]\nmodel = \"gpt-5.5\"\n\n[profiles.\"at home\"]\nmodel_provider = \"mine\"\nmodel = \"llama\"\n[profiles.x]\nmodel = \"llama\"\n"})
	r := scanned(t, Options{Home: filepath.Join(root, "home"), Models: func() []codex.Model { return catalogue }, Instead: func(string) string { return "gpt-6-luna" }})
	want := []Pin{
		{File: filepath.Join(root, "home/config.toml"), Line: 3, Column: 1, Kind: layers.Profile, Model: "gpt-5.5", Verdict: Retired, Instead: "gpt-6-sol"},
		{File: filepath.Join(root, "home/config.toml"), Line: 9, Column: 1, Kind: layers.Profile, Model: "llama", Verdict: Unknown, Instead: "gpt-6-luna"},
	}
	if diff := cmp.Diff(want, r.Pins, cmp.Comparer(func(a, b lang.Message) bool { return a.String() == b.String() })); diff != "" {
		t.Error(diff)
	}
}

// Codex proposes gpt-6-sol in place of gpt-5.5; where that is crowded, or would be replaced in turn, another is proposed.
func TestARetiredModelIsNotReplacedByACrowdedOne(t *testing.T) {
	chain := append([]codex.Model{{Slug: "gpt-5", Upgrade: "gpt-5.5", Visible: true}}, catalogue...)
	root := tree(t, map[string]string{"a/.codex/config.toml": "model = \"gpt-5.5\"\n", "b/.codex/config.toml": "model = \"gpt-5\"\n"})
	r := scanned(t, Options{Dirs: []string{root}, Crowded: []string{"gpt-6-sol"}, Models: func() []codex.Model { return chain }, Instead: func(string) string { return "gpt-6-luna" }})
	if len(r.Pins) != 2 || r.Pins[0].Instead != "gpt-6-luna" || r.Pins[1].Instead != "gpt-6-luna" {
		t.Errorf("%+v", r.Pins)
	}
}

func TestWhatIsNotEntered(t *testing.T) {
	root := tree(t, map[string]string{
		"node_modules/x/.codex/config.toml":      pinned,
		".git/x/.codex/config.toml":              pinned,
		"a/.venv/x/.codex/config.toml":           pinned,
		"repo/.gitignore":                        "# built\n/out/\nbuild\n*.tmp/\n!keep.tmp/\ndocs/**/gen\n\\!odd\nsrc/*/vendor\n.codex\n",
		"repo/.codex/config.toml":                pinned, // ignored or not, Codex reads it
		"repo/out/x/.codex/config.toml":          pinned,
		"repo/src/out/.codex/config.toml":        pinned,
		"repo/src/build/.codex/config.toml":      pinned,
		"repo/x.tmp/.codex/config.toml":          pinned,
		"repo/keep.tmp/.codex/config.toml":       pinned,
		"repo/docs/a/b/gen/.codex/config.toml":   pinned,
		"repo/docs/gen/.codex/config.toml":       pinned,
		"repo/docs/gen2/.codex/config.toml":      pinned,
		"repo/!odd/.codex/config.toml":           pinned,
		"repo/src/a/vendor/.codex/config.toml":   pinned,
		"repo/src/a/b/vendor/.codex/config.toml": pinned,
		"repo/inner/.gitignore":                  "!build\n",
		"repo/inner/build/.codex/config.toml":    pinned,
		"repo/inner/x.tmp/.codex/config.toml":    pinned,
		"other/build/.codex/config.toml":         pinned,
	})
	want := []string{"other/build", "repo", "repo/docs/gen2", "repo/inner/build", "repo/keep.tmp", "repo/src/a/b/vendor", "repo/src/out"}
	if diff := cmp.Diff(want, files(scanned(t, crowded(root)), root)); diff != "" {
		t.Error(diff)
	}
}

func TestNoLinkLeadsOut(t *testing.T) {
	outside := tree(t, map[string]string{"x/.codex/config.toml": pinned, "y/config.toml": pinned})
	root := tree(t, map[string]string{"in/.codex/config.toml": pinned, "shared/config.toml": pinned, "own/.codex/x": ""})
	link(t, outside, filepath.Join(root, "out"))
	link(t, root, filepath.Join(root, "loop"))
	link(t, filepath.Join(outside, "y"), filepath.Join(root, "a/.codex"))
	link(t, filepath.Join(root, "shared"), filepath.Join(root, "b/.codex"))
	link(t, filepath.Join(outside, "y/config.toml"), filepath.Join(root, "own/.codex/config.toml"))
	link(t, "missing", filepath.Join(root, "c/.codex"))
	link(t, filepath.Join(root, "in/.codex"), filepath.Join(root, "too/.codex")) // one file, told once
	if diff := cmp.Diff([]string{"b", "in"}, files(scanned(t, crowded(root)), root)); diff != "" {
		t.Error(diff)
	}
}

func TestTheHomeAndKnownProjectsAreLookedIntoWhereverTheyLie(t *testing.T) {
	outside := tree(t, map[string]string{"dots/codex.toml": pinned, "known/.codex/config.toml": pinned, "home/w.config.toml": pinned})
	root := tree(t, map[string]string{"x": ""})
	link(t, filepath.Join(outside, "dots/codex.toml"), filepath.Join(outside, "home/config.toml"))
	link(t, filepath.Join(outside, "home"), filepath.Join(root, ".codex"))
	o := crowded(root, root, filepath.Join(root, "."))
	o.Home, o.Projects = filepath.Join(root, ".codex"), []string{filepath.Join(outside, "known"), filepath.Join(outside, "gone")}
	r := scanned(t, o)
	kinds := []string{}
	for _, p := range r.Pins {
		kinds = append(kinds, string(p.Kind)+" "+filepath.Base(p.File))
	}
	slices.Sort(kinds) // the files' order is that of the two temporary directories
	if diff := cmp.Diff([]string{"profile w.config.toml", "project config.toml", "user config.toml"}, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestARootThatCannotBeReadIsAnError(t *testing.T) {
	root := tree(t, map[string]string{"file": ""})
	for _, dir := range []string{filepath.Join(root, "none"), filepath.Join(root, "file")} {
		if _, err := Scan(Options{Dirs: []string{dir}}); err == nil {
			t.Errorf("%s was scanned", dir)
		}
	}
}

func TestADirectoryThatCannotBeReadIsNamedAndTheRestIsFound(t *testing.T) {
	root := tree(t, map[string]string{"a/.codex/config.toml": pinned})
	faults := 0
	w := walker{found: func(string) {}, faults: func(error) { faults++ }}
	w.walk([]string{root, filepath.Join(root, "gone")})
	if faults != 1 {
		t.Errorf("%d faults", faults)
	}
}

func TestAnIgnoredPatternWithoutEnd(t *testing.T) {
	for _, line := range []string{"", "#x", "/", "!", "!/", "   "} {
		if p, ok := parsePattern(line); ok {
			t.Errorf("%q: %+v", line, p)
		}
	}
}
