package journal

import (
	"encoding/json"
	"fmt"
	"github.com/cxhook/cxhook/internal/untrusted"
	"os"
	"path/filepath"
	"syscall"
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
	if err := os.MkdirAll(filepath.Dir(j.path), 0o700); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	f, err := untrusted.OpenFile(j.path, os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err = f.Write(append(unfinished(f), append(line, '\n')...)); err != nil {
		f.Close()
		return fmt.Errorf("journal: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// unfinished gives the end of line that is missing when a full disk has cut the
// last record short, so that it spoils no other.
func unfinished(f *os.File) []byte {
	var last [1]byte
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil
	}
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil || last[0] == '\n' {
		return nil
	}
	return []byte("\n")
}
