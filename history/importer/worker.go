package importer

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"os"
	"syscall"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/internal/untrusted"
)

// markSize is how much of a file's beginning, and of what lies before an offset,
// is remembered to tell a file that grew from one that was written anew.
const markSize = 256

// worker reads one file after the other.
type worker struct {
	view view
}

// read reads what is new in a file, as far as it is written now, and sends it in
// pieces.
func (w *worker) read(ctx context.Context, store *history.Store, j job, out chan<- piece) {
	f, err := untrusted.OpenFile(j.path, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		if !errors.Is(err, os.ErrNotExist) {
			out <- piece{err: err}
		}
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		out <- piece{err: err}
		return
	}
	r := &reader{}
	w.view.file, w.view.size = f, info.Size()
	defer w.view.close()
	l := &lines{src: &w.view, window: window}
	before := history.File{Offset: -1}
	if j.known {
		if before, err = store.File(j.path); err != nil {
			out <- piece{err: err}
			return
		}
	}
	from := before.Offset
	file := history.File{Path: j.path, Size: info.Size(), Modified: info.ModTime().UnixNano()}
	if goOn(f, r, l, before) {
		file.Lines = before.Lines
	}
	for done := false; !done && ctx.Err() == nil; {
		start := l.offset
		err = w.view.guard(func() (err error) {
			done, err = l.run(r, stretch)
			return err
		})
		if err != nil {
			out <- piece{err: err}
			return
		}
		file.Offset, file.Lines = l.offset, file.Lines+r.strange
		if r.strange = 0; r.Foreign || r.Session == "" && l.skip {
			file.Skipped, file.Lines, done = Foreign, 0, true
		}
		r.Mark, _ = mark(f, l.offset) // without it the file is read from its beginning
		file.State = r.save()
		p := piece{Import: history.Import{File: file, From: from}, read: l.offset - start, last: done}
		if r.Session != "" {
			p.Turns = r.collect()
		}
		out <- p
		from = l.offset
	}
}

// goOn sets a reader to where the last one has stopped, if the file is still the
// same up to there.
func goOn(f *os.File, r *reader, l *lines, before history.File) bool {
	var s state
	if before.Offset < 0 || json.Unmarshal(before.State, &s) != nil {
		return false
	}
	if m, err := mark(f, before.Offset); err != nil || m != s.Mark {
		return false
	}
	r.state, l.offset = s, before.Offset
	return true
}

// mark is a checksum of the file's first bytes and of those before the offset.
func mark(f *os.File, offset int64) (uint64, error) {
	var b [2 * markSize]byte
	first := b[:min(markSize, offset)]
	last := b[len(first) : len(first)+int(min(markSize, offset))]
	if _, err := f.ReadAt(first, 0); err != nil && len(first) > 0 {
		return 0, err
	}
	if _, err := f.ReadAt(last, offset-int64(len(last))); err != nil && len(last) > 0 {
		return 0, err
	}
	h := fnv.New64a()
	h.Write(b[:len(first)+len(last)])
	return h.Sum64(), nil
}
