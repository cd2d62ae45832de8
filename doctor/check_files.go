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
)

// files finds what keeps Codex from reading a file.
func (e *examination) files() {
	if info, err := os.Stat(e.Home); err != nil || !info.IsDir() {
		severity := Note // Codex makes ~/.codex itself
		if environ.Value(e.Env, "CODEX_HOME") != "" {
			severity = Problem
		}
		e.find(severity, "codex_home_missing", layers.Place{File: e.Home}, "make the directory, or unset CODEX_HOME", "CODEX_HOME is not a directory")
	}
	for _, l := range e.stack.Layers {
		var syntax *layers.SyntaxError
		switch {
		case l.Err == nil, l.Ignored != "":
		case errors.As(l.Err, &syntax):
			e.find(Problem, "toml_invalid", syntax.Place, "mend that line; Codex does not start until then", "not valid TOML: %s", syntax.Reason)
		default:
			reason, cure := l.Err, "make it readable"
			if !errors.Is(l.Err, fs.ErrPermission) {
				cure = "put an ordinary file in its place; cxhook passes over this one"
			}
			var path *fs.PathError
			if errors.As(l.Err, &path) {
				reason = path.Err
			}
			e.find(Problem, "file_unreadable", layers.Place{File: l.File}, cure, "cannot be read: %v", reason)
			e.findings[len(e.findings)-1].unreadable = true
		}
	}
	if name, ok := e.Args.Value("profile"); ok && e.rules.ProfilesInside {
		if len(e.stack.Keys("profiles", name)) == 0 {
			e.find(Problem, "profile_missing", layers.Place{File: "-p"}, "check the name after -p", "there is no [profiles.%s], and Codex does not start", name)
		}
	} else if ok {
		for _, l := range e.stack.Layers {
			if l.Kind == layers.Profile && !l.Exists {
				e.find(Warning, "profile_missing", layers.Place{File: l.File}, "check the name after -p", "there is no profile %q; Codex goes on without a word", name)
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
				cure := fmt.Sprintf("write a text at the top of the file: %s = \"NAME\"", key)
				if name, ok := v["name"].(string); ok {
					cure = fmt.Sprintf("write at the top of the file, and not as a table: %s = %q", key, name)
				}
				e.find(Problem, key+"_is_table", s.Place, cure, "%s is a table, where Codex takes a text only, and it does not start", key)
			case string:
				if v == "" && s.State == layers.InForce && key != "model_provider" && !(key == "model" && e.rules.EmptyModelSent) {
					e.find(Problem, key+"_empty", s.Place, "write a name or remove the line", "%s is empty, and Codex does not start a conversation", key)
				}
			default:
				e.find(Problem, key+"_not_text", s.Place, fmt.Sprintf("put it in quotes: %s = \"%s\"", key, s.Text()), "%s is not a text, and Codex does not start", key)
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
			e.find(Problem, "legacy_profile", s.Place,
				fmt.Sprintf("remove it and start codex with -p %[1]s, with the settings in %[2]s", codex.Quote([]string{s.Text()}), filepath.Join(e.Home, s.Text()+".config.toml")),
				"profile = %q is of releases before 0.134; Codex refuses it", s.Text())
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
			cure := "move its lines into " + filepath.Join(e.Home, name+".config.toml") + " and remove the table"
			if name == chosen && l.Kind == layers.User {
				e.find(Problem, "legacy_profile_table", at, cure, "with [profiles.%[1]s] in the file Codex refuses -p %[1]s", name)
				continue
			}
			e.find(Warning, "legacy_profile_table", at, cure, "[profiles.%s] is of releases before 0.134 and has no effect", name)
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
			cure := fmt.Sprintf("if you trust it, put into %s: [projects.%q] trust_level = \"trusted\"", filepath.Join(e.Home, "config.toml"), e.stack.TrustKey)
			severity, text := Warning, "the file is ignored: its project is not trusted"
			if e.stack.Trust == layers.MarkedUntrusted {
				severity, text = Note, "the file is ignored: its project is marked as untrusted"
			}
			e.find(severity, "project_untrusted", layers.Place{File: l.File}, cure, "%s", text)
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
				e.find(Warning, "project_key_ignored", at, "set it in "+filepath.Join(e.Home, "config.toml"), "%s is ignored in a project's file", key)
			}
		}
	}
}
