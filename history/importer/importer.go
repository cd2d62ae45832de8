package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history"
)

// The reasons for which a file is skipped.
const (
	Compressed = "compressed" // .jsonl.zst, which Codex makes of old sessions
	Foreign    = "foreign"    // no session, or one of a release before session_meta
	Unreadable = "unreadable"
)

const (
	// batchTurns and batchTime say when what was read is saved. A save costs a
	// write-ahead log's write; a second is what an interrupted import may lose. Reading
	// goes on beside a save of this size; one of 4096 turns takes so long that what may
	// wait is full before its end, and is itself waited for when all is read.
	batchTurns = 1024
	batchTime  = time.Second
	// progressTime is how often progress is told.
	progressTime = 100 * time.Millisecond
	// piecesAhead is how many pieces may wait while others are saved, so that
	// reading goes on; a piece of a 64 MiB stretch has some seven hundred turns.
	piecesAhead = 64
	// mostWorkers bounds the memory: each holds a line and the turns of a piece.
	mostWorkers = 4
)

// Options say what to import.
type Options struct {
	Home string // CODEX_HOME, whose sessions and archived sessions are read
	// Progress, if set, is told some times a second how many bytes of those to
	// be read are done. All calls come from one goroutine.
	Progress func(done, total int64)
}

// Report is what an import did. Skipped counts files by the reason, of this
// import and of those before.
type Report struct {
	Files   int            `json:"files"`   // there are
	Changed int            `json:"changed"` // that had to be read
	Bytes   int64          `json:"bytes"`   // read
	Turns   int            `json:"turns"`   // taken in
	Lines   int            `json:"lines_skipped"`
	Skipped map[string]int `json:"files_skipped"`
}

// Import reads into the store what was added to Codex's session files since the
// last time. It may run beside codex and beside other imports. When ctx ends it
// keeps what it has and gives the context's error.
func Import(ctx context.Context, store *history.Store, o Options) (Report, error) {
	report := Report{Skipped: map[string]int{}}
	files, err := find(o.Home, report.Skipped)
	if err != nil {
		return report, err
	}
	stamps, flawed, err := store.Stamps()
	if err != nil {
		return report, err
	}
	report.Files = len(files)
	i := importing{store: store, options: o, report: &report}
	var jobs []job
	for _, f := range files {
		stamp, known := stamps[f.path]
		if known && stamp == f.Stamp {
			report.count(flawed[f.path])
			continue
		}
		// A file that grows was read up to its size, or nearly; see read.
		i.total += max(f.Size-max(stamp.Size, 0), 0)
		jobs = append(jobs, job{f, known})
	}
	report.Changed = len(jobs)
	return report, i.run(ctx, jobs)
}

// found is one session file.
type found struct {
	path string
	history.Stamp
}

// find lists the session files below a CODEX_HOME, and counts by its reason what cannot be one.
func find(home string, skipped map[string]int) (files []found, err error) {
	if home, err = filepath.Abs(home); err != nil {
		return nil, fmt.Errorf("sessions of codex: %w", err)
	}
	for _, folder := range rollout.Folders {
		unreadable, failed := rollout.Walk(home, folder, func(path string, info fs.FileInfo) {
			switch session := strings.HasSuffix(path, ".jsonl"); {
			case session && info.Mode().IsRegular():
				files = append(files, found{path, history.Stamp{Size: info.Size(), Modified: info.ModTime().UnixNano()}})
			case session:
				skipped[Foreign]++
			case strings.HasSuffix(path, ".jsonl.zst"):
				skipped[Compressed]++
			}
		})
		if err = errors.Join(err, failed); unreadable > 0 {
			skipped[Unreadable] += unreadable
		}
	}
	return files, err
}

func (r *Report) count(f history.File) {
	if f.Skipped != "" {
		r.Skipped[f.Skipped]++
	}
	r.Lines += f.Lines
}

// job is a file to be read; known, if something of it was read before.
type job struct {
	found
	known bool
}

// piece is what a worker has read of a file.
type piece struct {
	history.Import
	read int64
	last bool // of this file
	err  error
}

// importing is one import under way. Workers read, one goroutine saves.
type importing struct {
	store   *history.Store
	options Options
	report  *Report
	total   int64
	pending []history.Import
	turns   int // in pending
}

func (i *importing) run(ctx context.Context, jobs []job) error {
	if len(jobs) == 0 {
		return nil
	}
	queue, pieces := make(chan job), make(chan piece, piecesAhead)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer close(queue)
		for _, j := range jobs {
			select {
			case queue <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), mostWorkers, len(jobs)) {
		workers.Go(func() {
			for j := range queue {
				read(ctx, i.store, j, pieces)
			}
		})
	}
	go func() {
		workers.Wait()
		close(pieces)
	}()
	var failed error
	saved, told := time.Now(), time.Time{}
	for p := range pieces {
		if failed != nil {
			continue // the workers are on their way out
		}
		i.add(p)
		now := time.Now()
		if i.options.Progress != nil && now.Sub(told) >= progressTime {
			i.options.Progress(i.report.Bytes, i.total)
			told = now
		}
		if i.turns >= batchTurns || now.Sub(saved) >= batchTime {
			if failed = i.save(); failed != nil {
				stop()
			}
			saved = time.Now()
		}
	}
	if failed == nil {
		failed = i.save()
	}
	if failed == nil && i.options.Progress != nil {
		i.options.Progress(i.report.Bytes, i.total)
	}
	if failed != nil {
		return failed
	}
	return context.Cause(ctx)
}

func (i *importing) add(p piece) {
	i.report.Bytes += p.read
	if p.err != nil {
		i.report.Skipped[Unreadable]++
		return
	}
	if p.last {
		i.report.count(p.File)
	}
	i.pending = append(i.pending, p.Import)
	i.turns += len(p.Turns)
}

func (i *importing) save() error {
	if len(i.pending) == 0 {
		return nil
	}
	taken, err := i.store.Save(i.pending)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	i.report.Turns += taken
	i.pending, i.turns = i.pending[:0], 0
	return nil
}
