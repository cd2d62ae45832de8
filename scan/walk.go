package scan

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
)

// skipped are directories that never hold a project of the user's own: what
// version control, package managers and builds make. They are not entered.
var skipped = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".jj": true,
	"node_modules": true, "bower_components": true, "site-packages": true, "__pycache__": true,
	".venv": true, ".tox": true, ".nox": true, ".mypy_cache": true, ".pytest_cache": true,
	".cache": true, ".npm": true, ".cargo": true, ".rustup": true, ".gradle": true, ".m2": true,
	".terraform": true, ".next": true, ".nuxt": true, ".Trash": true,
}

// folder is the name of the directory that holds a project's configuration. No
// rule hides it: Codex reads it whether version control ignores it or not.
const folder = ".codex"

// walker visits directories in parallel.
type walker struct {
	found  func(dir string) // called for each .codex directory, from any goroutine
	faults func(error)

	mu      sync.Mutex
	ready   *sync.Cond
	queue   []place
	pending int // queued or being read
}

// place is one directory to be read, with the rules that come from above it.
type place struct {
	path  string
	rules *rules
}

// walk reads the trees below the roots and returns when all are done.
func (w *walker) walk(roots []string) {
	w.ready = sync.NewCond(&w.mu)
	for _, root := range roots {
		w.queue = append(w.queue, place{path: root})
	}
	w.pending = len(w.queue)
	var done sync.WaitGroup
	// Half of the time goes into the kernel, which a warm cache answers at once:
	// more than two for each core bring nothing.
	for range 2 * runtime.GOMAXPROCS(0) {
		done.Go(w.work)
	}
	done.Wait()
}

// work takes the newest directory first, which keeps the queue short.
func (w *walker) work() {
	for {
		w.mu.Lock()
		for len(w.queue) == 0 && w.pending > 0 {
			w.ready.Wait()
		}
		if w.pending == 0 {
			w.mu.Unlock()
			return
		}
		p := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.mu.Unlock()

		below := w.read(p)

		w.mu.Lock()
		w.queue = append(w.queue, below...)
		w.pending += len(below) - 1
		if w.pending == 0 || len(below) > 1 {
			w.ready.Broadcast()
		}
		w.mu.Unlock()
	}
}

// read lists one directory and gives those below it to go on with.
func (w *walker) read(p place) (below []place) {
	entries, err := list(p.path)
	if err != nil {
		w.faults(err)
		return nil
	}
	here := p.rules
	for _, e := range entries {
		if e.name == ignoreFile && e.kind == 0 {
			here = here.with(p.path)
		}
	}
	for _, e := range entries {
		switch {
		case e.name == folder && (e.kind&fs.ModeDir != 0 || e.kind&fs.ModeSymlink != 0):
			w.found(join(p.path, e.name))
		case e.kind&fs.ModeDir == 0, skipped[e.name]:
		default:
			if path := join(p.path, e.name); !here.hide(path) {
				below = append(below, place{path, here})
			}
		}
	}
	return below
}

// entry is what a directory says of a name in it.
type entry struct {
	name string
	kind fs.FileMode // type bits
}

// list reads a directory: the directories and links in it, and a .gitignore.
func list(path string) ([]entry, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := f.ReadDir(-1)
	entries := make([]entry, 0, 8)
	for _, e := range all {
		if kind := e.Type(); kind != 0 || e.Name() == ignoreFile {
			entries = append(entries, entry{e.Name(), kind})
		}
	}
	return entries, err
}

// join is filepath.Join for a clean path and a name.
func join(dir, name string) string {
	if strings.HasSuffix(dir, string(filepath.Separator)) {
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}
