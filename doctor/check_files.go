package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/internal/environ"
	"github.com/cxhook/cxhook/lang"
)

// files finds what keeps Codex from reading a file.
func (e *examination) files() {
	if info, err := os.Stat(e.Home); err != nil || !info.IsDir() {
		severity := Note // Codex makes ~/.codex itself
		if environ.Value(e.Env, "CODEX_HOME") != "" {
			severity = Problem
		}
		e.find(severity, "codex_home_missing", layers.Place{File: e.Home}, lang.Say("finding.make_home"), lang.Say("finding.home_missing"))
	}
	for _, l := range e.stack.Layers {
		var syntax *layers.SyntaxError
		switch {
		case l.Err == nil, l.Ignored != "":
		case errors.As(l.Err, &syntax):
			e.find(Problem, "toml_invalid", syntax.Place, lang.Say("finding.mend_line"), lang.Say("finding.not_toml", syntax.Reason))
		default:
			reason, cure := l.Err, lang.Say("finding.make_readable")
			if !errors.Is(l.Err, fs.ErrPermission) {
				cure = lang.Say("finding.make_ordinary")
			}
			var path *fs.PathError
			if errors.As(l.Err, &path) {
				reason = path.Err
			}
			e.find(Problem, "file_unreadable", layers.Place{File: l.File}, cure, lang.Say("finding.unreadable", reason))
			e.findings[len(e.findings)-1].unreadable = true
		}
	}
	if name, ok := e.Args.Value("profile"); ok && e.rules.ProfilesInside {
		if len(e.stack.Keys("profiles", name)) == 0 {
			e.find(Problem, "profile_missing", layers.Place{File: "-p"}, lang.Say("finding.check_profile"), lang.Say("finding.profile_inside", name))
		}
	} else if ok {
		for _, l := range e.stack.Layers {
			if l.Kind == layers.Profile && !l.Exists {
				e.find(Warning, "profile_missing", layers.Place{File: l.File}, lang.Say("finding.check_profile"), lang.Say("finding.profile_missing", name))
			}
		}
	}
}

// shape finds values that Codex refuses whatever they say.
func (e *examination) shape() {
	for _, key := range []string{"model", "model_provider", "model_reasoning_effort"} {
		for _, s := range e.stack.Ladder(key) {
			if s.State == layers.Ignored {
				continue
			}
			switch v := s.Value.(type) {
			case map[string]any:
				cure := lang.Say("finding.text_at_top", key)
				if name, ok := v["name"].(string); ok {
					cure = lang.Say("finding.not_as_table", key, name)
				}
				e.find(Problem, key+"_is_table", s.Place, cure, lang.Say("finding.table", key))
			case string:
				if v == "" && s.State == layers.InForce && key != "model_provider" && !(key == "model" && e.rules.EmptyModelSent) {
					e.find(Problem, key+"_empty", s.Place, lang.Say("finding.remove_empty"), lang.Say("finding.empty", key))
				}
			default:
				e.find(Problem, key+"_not_text", s.Place, lang.Say("finding.quotes", fmt.Sprintf("%s = \"%s\"", key, s.Text())), lang.Say("finding.not_text", key))
			}
		}
	}
}

// legacy finds profiles in the form of releases before 0.134.
func (e *examination) legacy() {
	if e.rules.ProfilesInside {
		return
	}
	for _, s := range e.stack.Ladder("profile") {
		if s.State != layers.Ignored {
			e.find(Problem, "legacy_profile", s.Place, lang.Say("finding.legacy_cure", codex.Quote([]string{s.Text()}), filepath.Join(e.Home, s.Text()+".config.toml")), lang.Say("finding.legacy", s.Text()))
		}
	}
	chosen, _ := e.Args.Value("profile")
	for _, l := range e.stack.Layers {
		if l.Document == nil || l.Ignored != "" || l.Kind == layers.Project {
			continue
		}
		value, _, _ := l.Document.Get("profiles")
		tables, _ := value.(map[string]any)
		for _, name := range sortedKeys(tables) {
			_, at, _ := l.Document.Get("profiles", name)
			cure := lang.Say("finding.legacy_table_cure", filepath.Join(e.Home, name+".config.toml"))
			if name == chosen && l.Kind == layers.User {
				e.find(Problem, "legacy_profile_table", at, cure, lang.Say("finding.legacy_table", name, name))
				continue
			}
			e.find(Warning, "legacy_profile_table", at, cure, lang.Say("finding.legacy_idle", name))
		}
	}
}

// projects finds project files, and keys in them, that Codex passes over.
func (e *examination) projects() {
	for _, l := range e.stack.Layers {
		if l.Kind != layers.Project || !l.Exists {
			continue
		}
		if l.Ignored == layers.Untrusted {
			cure := lang.Say("finding.trust_cure", filepath.Join(e.Home, "config.toml"), fmt.Sprintf("[projects.%q] trust_level = \"trusted\"", e.stack.TrustKey))
			severity, text := Warning, lang.Say("finding.not_trusted")
			if e.stack.Trust == layers.MarkedUntrusted {
				severity, text = Note, lang.Say("finding.marked_untrusted")
			}
			e.find(severity, "project_untrusted", layers.Place{File: l.File}, cure, text)
			continue
		}
		if l.Document == nil {
			continue
		}
		if e.rules.ProjectsSetAll {
			continue
		}
		for _, key := range layers.ProjectDenied {
			if _, at, ok := l.Document.Get(strings.Split(key, ".")...); ok {
				e.find(Warning, "project_key_ignored", at, lang.Say("finding.set_it_in", filepath.Join(e.Home, "config.toml")), lang.Say("finding.project_key", key))
			}
		}
	}
}
