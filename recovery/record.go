package recovery

import (
	"fmt"
	"os"
	"time"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/ptywrap"
)

// recorder writes what passes between the terminal and codex to the file that
// CXHOOK_RECORD names, all launches of a run into one, so that a replay of it shows the
// watcher what the run showed it. It stands behind the queue like the watcher: what is
// dropped there is lost here too, and said so. After its first fault it writes nothing
// more. The zero value records nothing.
type recorder struct {
	path   string
	writer *cast.Writer
	file   *os.File
	begun  time.Time // of the first launch
	fault  error     // the first thing that went wrong
}

// launch notes the start of a codex: the first makes the file.
func (r *recorder) launch(args codex.Args, size ptywrap.Size, at time.Time) {
	command := codex.Quote(append([]string{"codex"}, args.Argv()...))
	switch {
	case r.path == "" || r.fault != nil:
	case r.writer != nil:
		r.keep(r.writer.Mark(at.Sub(r.begun), cast.LaunchMark+command))
	default:
		r.begun = at
		var err error
		r.writer, r.file, err = cast.Create(r.path, cast.Header{
			Width: int(size.Cols), Height: int(size.Rows),
			Timestamp: at.Unix(),
			Env:       map[string]string{"TERM": os.Getenv("TERM")},
			Command:   command,
		})
		r.keep(err)
	}
}

// event records what the watcher is told of.
func (r *recorder) event(e ptywrap.Event) {
	if r.writer == nil || r.fault != nil {
		return
	}
	at := e.At.Sub(r.begun)
	switch e.Kind {
	case ptywrap.Output:
		r.keep(r.writer.Bytes(at, cast.Output, e.Bytes))
	case ptywrap.Input:
		if !e.Held {
			r.keep(r.writer.Bytes(at, cast.Input, e.Bytes))
		}
	case ptywrap.Resize:
		r.keep(r.writer.Resize(at, int(e.Size.Cols), int(e.Size.Rows)))
	case ptywrap.Lost:
		r.keep(r.writer.Mark(at, cast.LostMark))
	case ptywrap.Exited:
		r.keep(r.writer.Exit(at, e.Exit.Code))
	}
}

func (r *recorder) keep(err error) {
	if r.fault == nil {
		r.fault = err
	}
}

// close ends the recording and says in one line what came of it where that is not what
// the user asked for.
func (r *recorder) close() string {
	if r.file != nil {
		r.keep(r.file.Close())
	}
	if r.fault != nil {
		return fmt.Sprintf("CXHOOK_RECORD: %s is no whole recording: %v", r.path, r.fault)
	}
	return ""
}
