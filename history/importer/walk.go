package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// found is one session file.
type found struct {
	path     string
	size     int64
	modified int64
}

// walk lists home/sessions/**/rollout-*.jsonl and counts by its reason what
// cannot be one. A home without sessions is empty.
func walk(root string, skipped map[string]int) (files []found, err error) {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("sessions of codex: %w", err)
	}
	for _, e := range entries {
		path := root + string(filepath.Separator) + e.Name()
		if e.IsDir() {
			below, err := walk(path, skipped)
			if err != nil {
				skipped[Unreadable]++ // one unreadable day hides no other
			}
			files = append(files, below...)
			continue
		}
		if !strings.HasPrefix(e.Name(), "rollout-") {
			continue
		}
		switch {
		case strings.HasSuffix(e.Name(), ".jsonl.zst"):
			skipped[Compressed]++
		case !strings.HasSuffix(e.Name(), ".jsonl"):
		case !e.Type().IsRegular():
			skipped[Foreign]++
		default:
			info, err := e.Info()
			if err != nil {
				continue // it has just been removed
			}
			files = append(files, found{path, info.Size(), info.ModTime().UnixNano()})
		}
	}
	return files, nil
}
