package recovery

import (
	"io"
	"os"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/launched"
	"github.com/cxhook/cxhook/ptywrap"
)

// unseenLimit is how much of the end of a file is read, in bytes: what codex says last
// is at most one command's output long.
const unseenLimit = 8 << 20

// unseen finds the error of an exec run whose words went to a file: its exit status
// and its session file tell, or the words in the file.
func (s *session) unseen(exit ptywrap.Exit) (i matcher.Incident, ok bool) {
	if s.offer != nil || exit.Code != 1 || s.Stdio.Output == nil && s.Stdio.Errors == nil {
		return i, false
	}
	found := matcher.Incident{At: time.Since(s.started), Offset: s.offset, Surface: launched.Surface(s.args)}
	session, err := s.conversation()
	if err == nil && s.failedIn(session) {
		turn, _ := session.Last()
		if found.Verdict = matcher.Recorded(turn.Message, turn.Info()); found.Class != matcher.Unknown {
			return found, true
		}
	}
	if filed, ok := s.filed(exit); ok { // exec of 0.144.6 and before writes no error into the session file
		found.Verdict = filed.Verdict
		return found, true
	}
	return i, false
}

// words is the file that exec's messages or events go to; nil if it is the terminal.
func (r *run) words(args codex.Args) *os.File {
	if args.JSON() {
		return r.Stdio.Output
	}
	return r.Stdio.Errors
}

// filed looks for the error in what this codex has written to a file.
func (s *session) filed(exit ptywrap.Exit) (i matcher.Incident, ok bool) {
	words := s.words(s.args)
	if words == nil {
		return i, false
	}
	info, err := words.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return i, false
	}
	// Opened anew, since ours may be for writing only.
	name, err := nameOf(words)
	if err != nil {
		return i, false
	}
	f, err := untrusted.Open(name)
	if err != nil {
		return i, false
	}
	defer f.Close()
	if found, err := f.Stat(); err != nil || !os.SameFile(found, info) {
		return i, false // somebody has given the name to another file
	}
	begin := max(s.written, info.Size()-unseenLimit)
	text, err := io.ReadAll(io.NewSectionReader(f, begin, info.Size()-begin))
	if err != nil {
		s.Log.Info("what exec wrote", "err", err)
		return i, false
	}
	w := matcher.NewWatcher(launched.Options(s.args, columns, 24))
	w.Output(0, text)
	w.Exit(0, exit.Code)
	if all := w.Incidents(); len(all) > 0 {
		return all[0], true
	}
	return i, false
}

// sizeOf is the size of a file now, in bytes; 0 for none.
func sizeOf(f *os.File) int64 {
	if f == nil {
		return 0
	}
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}
