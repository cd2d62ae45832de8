package doctor

import (
	"path/filepath"
	"strings"

	"github.com/cxhook/cxhook/internal/environ"
	"github.com/cxhook/cxhook/internal/lazy"
	"github.com/cxhook/cxhook/internal/untrusted"
)

// Definition is one place, other than cxhook's own code, that gives the name
// codex a meaning in a shell.
type Definition struct {
	File      string // of the shell's start, or a variable's name if Exported
	Line      int
	Kind      string // alias or function
	AfterInit bool   // it comes behind the line of cxhook init in the same file
	Exported  bool   // an outer bash handed it down
}

var (
	defines = lazy.Regexp(`^\s*(?:(alias)\s+(?:-\S+\s+)*codex[= ]|function\s+codex\b|codex\s*\(\s*\))`)
	loadsUs = lazy.Regexp(`^[^#]*\bcxhook["']?\s+init\b`)
)

// exported is the variable in which bash hands a function named codex down.
const exported = "BASH_FUNC_codex%%"

// Definitions looks for the name codex in the files with which an interactive
// shell starts, and among the functions that bash exports. It sees what is
// written there; it cannot see what a plugin manager loads.
func Definitions(shell string, env []string) []Definition {
	var found []Definition
	if environ.Value(env, exported) != "" {
		found = append(found, Definition{File: exported, Kind: "function", Exported: true})
	}
	for _, file := range startFiles(shell, env) {
		found = append(found, definitionsIn(file)...)
	}
	return found
}

// startFiles are what a shell reads when a person opens it.
func startFiles(shell string, env []string) []string {
	home := environ.Value(env, "HOME")
	if home == "" {
		return nil
	}
	in := func(dir string, names ...string) (files []string) {
		for _, name := range names {
			files = append(files, filepath.Join(dir, name))
		}
		return files
	}
	switch shell {
	case "zsh":
		if dir := environ.Value(env, "ZDOTDIR"); dir != "" {
			home = dir
		}
		return in(home, ".zshenv", ".zprofile", ".zshrc", ".zlogin")
	case "bash":
		return in(home, ".bash_profile", ".bash_login", ".profile", ".bashrc", ".bash_aliases")
	case "fish":
		dir := environ.Value(env, "XDG_CONFIG_HOME")
		if dir == "" {
			dir = filepath.Join(home, ".config")
		}
		return in(filepath.Join(dir, "fish"), "config.fish", "functions/codex.fish")
	}
	return nil
}

// startSize bounds a file with which a shell starts, in bytes; those of plugin managers take some ten thousand.
const startSize = 4 << 20

func definitionsIn(file string) []Definition {
	all, err := untrusted.ReadFile(file, startSize)
	if err != nil {
		return nil // no such file: nothing is defined in it
	}
	var found []Definition
	loaded := false
	n := 0
	for text := range strings.Lines(string(all)) {
		n++
		if loadsUs().MatchString(text) {
			loaded = true
		}
		if m := defines().FindStringSubmatch(text); m != nil {
			kind := "function"
			if m[1] != "" {
				kind = "alias"
			}
			found = append(found, Definition{File: file, Line: n, Kind: kind, AfterInit: loaded})
		}
	}
	return found
}

// ShellName is the shell that a process name belongs to, "" if it is none that
// cxhook knows: "-zsh" is a login shell's name.
func ShellName(process string) string {
	name := strings.TrimPrefix(filepath.Base(strings.TrimSpace(process)), "-")
	switch name {
	case "zsh", "bash", "fish":
		return name
	}
	return ""
}
