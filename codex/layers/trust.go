package layers

import (
	"bytes"
	"github.com/cxhook/cxhook/internal/untrusted"
	"os"
	"path/filepath"
	"strings"
)

// Trust levels as Codex writes them under [projects."DIR"].
const (
	Trusted         = "trusted"
	MarkedUntrusted = "untrusted"
)

// trust knows which directories may bring a configuration of their own.
type trust struct {
	levels map[string]string // by path
	root   string            // the project's
	repo   string            // of the checkout that a linked worktree belongs to, "" if none
	given  bool              // codex exec --trust
}

// level tells what is said of a directory: of itself, of the project's root, or
// of the main checkout, each by its real path first.
func (t trust) level(dir string) string {
	for _, place := range []string{dir, t.root, t.repo} {
		for _, key := range keysOf(place) {
			if level, ok := t.levels[key]; ok {
				return level
			}
		}
	}
	if t.given {
		return Trusted
	}
	return ""
}

// key is the path under which trust is written.
func (t trust) key() string {
	place := t.repo
	if place == "" {
		place = t.root
	}
	return keysOf(place)[0]
}

// linkSize bounds the file .git of a linked worktree, in bytes: it holds one path.
const linkSize = 8 << 10

// keysOf are the names under which a directory may be trusted.
func keysOf(dir string) []string {
	if dir == "" {
		return nil
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || real == dir {
		return []string{dir}
	}
	return []string{real, dir}
}

// levelsOf reads [projects] of the layers given, lowest last.
func levelsOf(layers []Layer) map[string]string {
	levels := map[string]string{}
	for _, l := range layers {
		if l.Document == nil || l.Ignored != "" {
			continue
		}
		value, _, _ := l.Document.Get("projects")
		projects, _ := value.(map[string]any)
		for dir := range projects {
			value, _, _ := l.Document.Get("projects", dir, "trust_level")
			if level, ok := value.(string); ok && levels[dir] == "" {
				levels[dir] = level
			}
		}
	}
	return levels
}

// ancestors are dir and the directories above it, nearest first.
func ancestors(dir string) []string {
	var dirs []string
	for ; ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == filepath.Dir(dir) {
			return dirs
		}
	}
}

// findRoot is the nearest directory with one of the markers, else dir.
func findRoot(dir string, markers []string, r Rules) string {
	for _, d := range ancestors(dir) {
		for _, m := range markers {
			if r.marked(filepath.Join(d, m)) {
				return d
			}
		}
	}
	return dir
}

// marked tells whether a marker is there. An empty .git directory is none, if
// the rules do not say so: it needs a HEAD.
func (r Rules) marked(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if info.IsDir() && filepath.Base(path) == ".git" && !r.EmptyGit {
		_, err := os.Stat(filepath.Join(path, "HEAD"))
		return err == nil
	}
	return true
}

// mainCheckout is the root of the repository whose linked worktree dir is in,
// or the checkout that dir is in; "" without a repository.
func mainCheckout(dir string) string {
	root := ""
	for _, d := range ancestors(dir) {
		if (Rules{}).marked(filepath.Join(d, ".git")) {
			root = d
			break
		}
	}
	if root == "" {
		return ""
	}
	text, err := untrusted.ReadFile(filepath.Join(root, ".git"), linkSize) // a directory in a plain checkout
	link, ok := strings.CutPrefix(string(bytes.TrimSpace(text)), "gitdir:")
	if err != nil || !ok {
		return root
	}
	gitdir := strings.TrimSpace(link)
	if !filepath.IsAbs(gitdir) {
		gitdir = filepath.Join(root, gitdir)
	}
	if worktrees := filepath.Dir(gitdir); filepath.Base(worktrees) == "worktrees" {
		return filepath.Dir(filepath.Dir(worktrees))
	}
	return root
}
