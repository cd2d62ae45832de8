package layers

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/lang"
)

// byteOrderMark may begin a file; it is no part of the TOML.
const byteOrderMark = "\ufeff"

// Options says for which run the configuration is read.
type Options struct {
	Args codex.Args
	Home string // CODEX_HOME, absolute
	Dir  string // working directory of the run before -C, absolute, symbolic links resolved
	// System is codex.SystemDir if empty; tests put another one here.
	System string
	// BuiltIn holds what Codex does unasked, by top-level key; empty values are left out.
	BuiltIn map[string]string
	// SessionModel and SessionEffort are what a session to be resumed was last used with, "" for none.
	SessionModel  string
	SessionEffort string
	Rules         Rules
	// Preferences are read from the system if nil; tests put others here.
	Preferences func() Preferences
	counting    bool // read no file that is passed over as a whole
}

// Models that --oss forces unless -m is given (0.171.0).
var ossModels = map[string]string{"ollama": "gpt-oss:20b", "lmstudio": "openai/gpt-oss-20b"}

// Read collects the layers. A file that is missing, unreadable or broken is
// noted in its Layer; the error is a command line that Codex refuses.
func Read(o Options) (Stack, error) {
	system := o.System
	if system == "" {
		system = codex.SystemDir
	}
	preferences := o.Preferences
	if preferences == nil {
		preferences = systemPreferences
	}
	dir := o.Args.Cwd(o.Dir)
	given := o.Args.Overrides()
	if o.Rules.InnerOverrides {
		given = o.Args.InnerOverrides()
	}
	overrides, err := overrideDocument(given)
	if err != nil {
		return Stack{}, err
	}
	override := Layer{Kind: Override, Exists: true, Document: overrides}

	var chosen *Document // the profile's
	base := []Layer{fileLayer(User, filepath.Join(o.Home, "config.toml")), fileLayer(System, filepath.Join(system, "config.toml"))}
	if name, ok := o.Args.Value("profile"); ok && !o.Rules.ProfilesInside {
		if filepath.Base(name) != name || name == "." || name == ".." {
			return Stack{}, lang.Errorf("error.profile_word", name)
		}
		base = slices.Insert(base, 0, fileLayer(Profile, filepath.Join(o.Home, name+".config.toml")))
		chosen = base[0].Document
	}
	for i := range base {
		if o.Args.Has("ignore-user-config") && base[i].Kind != System {
			base[i].Ignored = UserIgnored
		}
	}

	trusting := slices.Concat([]Layer{override}, base)
	t := trust{levels: levelsOf(trusting), root: findRoot(dir, markers(trusting), o.Rules), repo: mainCheckout(dir), given: o.Args.Has("trust")}
	s := Stack{rules: o.Rules, Home: o.Home, Dir: dir, Root: t.root, TrustKey: t.key(), Trust: t.level(t.root)}
	s.Layers = slices.Concat(
		flags(o.Args, trusting),
		preferences().layers(),
		[]Layer{fileLayer(Managed, filepath.Join(system, "managed_config.toml")), override},
		session(o, overrides, chosen),
		projects(dir, o, t),
		base,
		[]Layer{{Kind: BuiltIn, Exists: true, Document: fixed("", o.BuiltIn)}},
	)
	if o.Rules.ProfilesInside {
		s.Layers = slices.Insert(s.Layers, flagLayers(s.Layers), insideProfile(o.Args, s)...)
	}
	s.Layers = append(review(o.Args, s), s.Layers...)
	return s, nil
}

// review is review_model for a run that reviews: it beats even -m (0.106.0 to 0.171.0).
func review(args codex.Args, s Stack) []Layer {
	set, ok := s.Effective("review_model")
	if sub := args.Subcommand(); !ok || sub != "review" && sub != "exec review" {
		return nil
	}
	d := fixed("", nil)
	d.values["model"], d.places.at("model").Place = set.Value, set.Place
	return []Layer{{Kind: Review, Exists: true, Document: d}}
}

// flagLayers counts the layers that are options of their own.
func flagLayers(layers []Layer) int {
	return slices.IndexFunc(layers, func(l Layer) bool { return l.Kind != Flag && l.Kind != OSS })
}

// insideProfile is the profile of a release that keeps profiles as tables in
// the files, chosen by -p or the key profile.
func insideProfile(args codex.Args, s Stack) []Layer {
	name, given := args.Value("profile")
	if args.Exec() { // a -p before exec is passed over
		name, given = args.ValueBehind("profile")
	}
	if set, ok := s.Effective("profile"); ok && !given {
		name = set.Text()
	}
	d := &Document{values: map[string]any{}}
	for _, key := range s.Keys("profiles", name) {
		if set, ok := s.Effective("profiles", name, key); ok {
			d.values[key], d.places.at(key).Place = set.Value, set.Place
		}
	}
	if len(d.values) == 0 {
		return nil
	}
	return []Layer{{Kind: Profile, Exists: true, Document: d}}
}

// flags are the options that beat every file.
func flags(args codex.Args, below []Layer) []Layer {
	flag := fixed("-m", nil)
	if model, ok := args.Value("model"); ok {
		flag.values["model"] = model // "" too, which is refused
	}
	layers := []Layer{{Kind: Flag, Exists: true, Document: flag}}
	if !args.Has("oss") {
		return layers
	}
	provider, ok := args.Value("local-provider")
	if !ok {
		set, _ := Stack{Layers: below}.Effective("oss_provider")
		provider, _ = set.Value.(string)
	}
	return append(layers, Layer{Kind: OSS, Exists: true, Document: fixed("--oss", map[string]string{
		"model": ossModels[provider], "model_provider": provider,
	})})
}

// sessionKeys are the settings that a session brings, and its provider.
var sessionKeys = []string{"model", "model_reasoning_effort", "model_provider"}

// session is the model and the effort of a session that the TUI resumes: they beat every
// file, but -m, or one of sessionKeys by -c or in the profile that -p chooses, puts both
// aside (0.144.6 and 0.171.0).
func session(o Options, overrides, profile *Document) []Layer {
	if o.Args.Subcommand() != "resume" || o.Rules.ResumeByFiles || o.SessionModel == "" || o.Args.Has("model") {
		return nil
	}
	for _, d := range []*Document{overrides, profile} {
		for _, key := range sessionKeys {
			if d == nil {
				continue
			}
			if _, _, ok := d.Get(key); ok {
				return nil
			}
		}
	}
	return []Layer{{Kind: Session, Exists: true, Document: fixed("the session", map[string]string{
		"model": o.SessionModel, "model_reasoning_effort": o.SessionEffort,
	})}}
}

// projects are the files from dir up to the project's root, nearest first,
// whether they are there or not.
// A .codex that is CODEX_HOME is the user's and not a project's.
func projects(dir string, o Options, t trust) []Layer {
	var layers []Layer
	for _, d := range ancestors(dir) {
		folder := filepath.Join(d, ".codex")
		info, err := os.Stat(folder)
		if (err != nil || info.IsDir()) && !sameFile(folder, o.Home) {
			l := Layer{Kind: Project, Ignored: Untrusted}
			trusted := t.level(d) == Trusted
			if trusted || !o.counting {
				l = fileLayer(Project, filepath.Join(folder, "config.toml"))
			}
			if !trusted {
				l.Ignored = Untrusted
			}
			layers = append(layers, l)
		}
		if d == t.root {
			break
		}
	}
	return layers
}

// markers are the names that make a directory a project's root.
func markers(layers []Layer) []string {
	set, ok := Stack{Layers: layers}.Effective("project_root_markers")
	list, isList := set.Value.([]any)
	if !ok || !isList {
		return []string{".git"}
	}
	var names []string
	for _, v := range list {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func fileLayer(kind Kind, file string) Layer {
	l := Layer{Kind: kind, File: file, Exists: true}
	if l.Document, l.Err = ReadDocument(file); errors.Is(l.Err, fs.ErrNotExist) {
		l.Exists, l.Err = false, nil
	}
	return l
}

func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	ai, aerr := os.Stat(a)
	bi, berr := os.Stat(b)
	return aerr == nil && berr == nil && os.SameFile(ai, bi)
}
