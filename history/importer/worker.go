package importer

import (
	"context"
	"errors"
	"os"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history"
)

// read reads what is new in a file, as far as it is written now, and sends it in pieces.
func read(ctx context.Context, store *history.Store, j job, out chan<- piece) {
	before := history.File{Offset: -1}
	if j.known {
		var err error
		if before, err = store.File(j.path); err != nil {
			out <- piece{err: err}
			return
		}
	}
	f, from := rollout.Resume(j.path, before.State), before.Offset
	for done := false; !done && ctx.Err() == nil; {
		start := f.Offset()
		var err error
		done, err = f.AdvanceSome()
		// The file may have grown since it was found; then it is looked at again the next time.
		p := piece{last: done, Import: history.Import{From: from, File: history.File{Path: j.path, Size: j.Size, Modified: j.Modified}}}
		switch {
		case errors.Is(err, os.ErrNotExist):
			return
		case errors.Is(err, rollout.ErrNoSession):
			done, p.last, p.File.Skipped = true, true, Foreign
		case err != nil:
			out <- piece{err: err}
			return
		default:
			session := f.Take()
			for _, t := range session.Turns {
				p.Turns = append(p.Turns, turn(session, t))
			}
			p.read, p.File.Offset, p.File.Lines, p.File.State = max(0, f.Offset()-start), f.Offset(), f.Lines(), f.State()
		}
		out <- p
		from = f.Offset()
	}
}
