package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/history"
)

// found is one session file.
type found struct {
	path string
	history.Stamp
}

// walk lists root/**/rollout-*.jsonl and counts by its reason what cannot be a
// session. A root that is not there is empty. Names are looked up within their
// folder, which takes half the time of whole paths when there are ten thousands.
func walk(root string, skipped map[string]int) (files []found, err error) {
	dir, err := os.OpenFile(root, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("sessions of codex: %w", err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("sessions of codex: %w", err)
	}
	slices.Sort(names)
	for _, name := range names {
		var info unix.Stat_t
		if unix.Fstatat(int(dir.Fd()), name, &info, unix.AT_SYMLINK_NOFOLLOW) != nil {
			continue // it has just been removed
		}
		path := root + string(filepath.Separator) + name
		isSession := strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, ".jsonl")
		switch kind := info.Mode & unix.S_IFMT; {
		case kind == unix.S_IFDIR:
			below, err := walk(path, skipped)
			if err != nil {
				skipped[Unreadable]++ // one unreadable day hides no other
			}
			files = append(files, below...)
		case isSession && kind == unix.S_IFREG:
			files = append(files, found{path, history.Stamp{Size: info.Size, Modified: info.Mtim.Nano()}})
		case isSession:
			skipped[Foreign]++
		case strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, ".jsonl.zst"):
			skipped[Compressed]++
		}
	}
	return files, nil
}
