// Package realcodex knows how npm lays out a release of Codex, for the tests that run one.
package realcodex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Program is a release's own program, given what PATH would find: that program itself, or npm's launcher, which needs node
// and a tenth of a second.
func Program(codex string) (string, error) {
	path, err := filepath.EvalSymlinks(codex)
	if err != nil || filepath.Ext(path) != ".js" {
		return path, err
	}
	found, _ := filepath.Glob(filepath.Join(path, "../../../codex-*/vendor/*/*/codex")) // @openai/codex/bin/codex.js; the pattern is well formed
	for _, program := range found {
		if info, err := os.Stat(program); err == nil && info.Mode().IsRegular() {
			return program, nil
		}
	}
	return "", fmt.Errorf("no program of this machine's beside %s", path)
}

// InstallDaemon puts into the codex home what Codex (0.157 and later) installs there for its daemon, by hard links to the
// release of which program is one: Codex itself copies 400 MB into every new home. It does nothing for a release that has no
// such package, or where a link cannot be made to the home's disk.
func InstallDaemon(home, program, release string) error {
	from := filepath.Dir(filepath.Dir(program)) // vendor/x86_64-unknown-linux-musl/bin/codex
	if _, err := os.Stat(filepath.Join(from, "codex-package.json")); err != nil {
		return nil
	}
	root := filepath.Join(home, "packages/app-server-daemon")
	to := filepath.Join(root, "releases", release+"-"+filepath.Base(from))
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		}
		return os.Link(path, target)
	})
	if errors.Is(err, syscall.EXDEV) {
		return os.RemoveAll(root)
	}
	if err != nil {
		return err
	}
	if err := os.Symlink("bin/codex", filepath.Join(to, "codex")); err != nil {
		return err
	}
	return os.Symlink(to, filepath.Join(root, "current"))
}
