package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/cxhook/cxhook/internal/folders"
	"github.com/cxhook/cxhook/internal/untrusted"
)

// nameLimit bounds a name that was read off a screen, in bytes.
const nameLimit = 200

// Journal is the file of one user. It holds no descriptor between calls; any
// goroutine may call it, and so may several processes at once.
type Journal struct {
	path string
}

// Open names the file. It is created, with its folder, by the first record.
func Open(path string) *Journal { return &Journal{path: path} }

// Append writes one record. The error says that it is not in the journal;
// nothing else depends on it.
func (j *Journal) Append(r Record) error {
	r.At = r.At.UTC()
	for _, name := range []*string{&r.Model, &r.Session, &r.Turn, &r.Class, &r.Mode} {
		*name = (*name)[:min(len(*name), nameLimit)]
	}
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if j.path == "" {
		return fmt.Errorf("journal: %w", folders.ErrNone)
	}
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	f, err := untrusted.OpenFile(j.path, os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := errors.Join(untrusted.Append(f, append(line, '\n')), f.Close()); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}
