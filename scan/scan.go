package scan

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cxhook/cxhook/codex"
)

// Options says where to look and what for.
type Options struct {
	Dirs []string // the trees to walk
	Home string   // CODEX_HOME, looked into wherever it lies; "" for none
	// Projects are single directories to look into besides, such as those that
	// Codex knows; a missing one is no error.
	Projects []string
	Crowded  []string // models to look for
	// Models gives Codex's catalogue, nil if it cannot be had. It is called once,
	// after the walk, so that the two may go on at the same time.
	Models func() []codex.Model
	// Instead gives the model to propose in place of one, "" for none; called after Models.
	Instead func(model string) string
	models  []codex.Model
}

// Result is what a scan found, sorted by file.
type Result struct {
	Pins  []Pin
	Files int // configuration files read
	// Faults are directories below the roots that could not be read; what else
	// there is was found all the same.
	Faults []error
}

// Scan looks for configurations. The error is a root that cannot be read.
func Scan(o Options) (Result, error) {
	roots, err := cleanRoots(o.Dirs)
	if err != nil {
		return Result{}, err
	}
	var mu sync.Mutex
	var result Result
	folders := map[string]bool{}
	w := walker{
		found: func(dir string) {
			mu.Lock()
			defer mu.Unlock()
			folders[dir] = true
		},
		faults: func(err error) {
			mu.Lock()
			defer mu.Unlock()
			result.Faults = append(result.Faults, err)
		},
	}
	w.walk(roots)
	o.models = nil
	if o.Models != nil {
		o.models = o.Models()
	}
	for _, dir := range o.Projects {
		folders[filepath.Join(dir, folder)] = true
	}
	if o.Home != "" {
		folders[o.Home] = true
	}
	seen := map[string]bool{} // by real path: two ways may lead to one file
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		for _, file := range o.files(dir) {
			real, ok := o.allowed(dir, file, roots)
			if !ok || seen[real] {
				continue
			}
			seen[real] = true
			result.Files++
			result.Pins = append(result.Pins, o.pinsIn(file, kindOf(file, o.isHome(dir)))...)
		}
	}
	slices.SortFunc(result.Pins, func(a, b Pin) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line) })
	return result, nil
}

// cleanRoots makes the roots absolute and leaves out those inside others.
func cleanRoots(dirs []string) ([]string, error) {
	var roots []string
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		if abs, err = filepath.EvalSymlinks(abs); err != nil {
			return nil, err
		}
		info, err := os.Stat(abs)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is not a directory", dir)
		}
		roots = append(roots, abs)
	}
	slices.Sort(roots)
	var apart []string
	for _, root := range roots {
		if len(apart) == 0 || !inside(apart[len(apart)-1], root) {
			apart = append(apart, root)
		}
	}
	return apart, nil
}

// inside tells whether b is a or lies below it.
func inside(a, b string) bool {
	return a == b || strings.HasPrefix(b, strings.TrimSuffix(a, "/")+"/")
}

// allowed resolves a file in a .codex directory and tells whether it may be
// read: links are followed only within what was asked for. CODEX_HOME and the
// single projects were asked for wherever their links lead.
func (o Options) allowed(dir, file string, roots []string) (real string, ok bool) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "", false
	}
	if o.isHome(dir) || slices.Contains(o.Projects, filepath.Dir(dir)) {
		return real, true
	}
	return real, slices.ContainsFunc(roots, func(root string) bool { return inside(root, real) })
}

// isHome tells whether a directory is CODEX_HOME.
func (o Options) isHome(dir string) bool {
	if o.Home == "" {
		return false
	}
	home, err := os.Stat(o.Home)
	info, err2 := os.Stat(dir)
	return err == nil && err2 == nil && os.SameFile(home, info)
}

// files are the configurations in a .codex directory: one, and in CODEX_HOME
// the profiles too.
func (o Options) files(dir string) []string {
	files := []string{filepath.Join(dir, "config.toml")}
	if o.isHome(dir) {
		profiles, _ := filepath.Glob(filepath.Join(escape(dir), "*.config.toml"))
		files = append(files, profiles...)
	}
	return slices.DeleteFunc(files, func(file string) bool {
		_, err := os.Lstat(file)
		return errors.Is(err, fs.ErrNotExist)
	})
}

// escape makes a path a pattern that matches only itself.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
