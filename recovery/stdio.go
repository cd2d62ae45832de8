package recovery

import (
	"fmt"
	"io"
	"os"
)

// Stdio are the standard files that codex has besides its terminal. The zero value
// has all three on the pseudo-terminal, but for exec, which reads the terminal.
type Stdio struct {
	// Input is piped into codex, from its beginning for every codex of the run.
	Input *os.File
	// Output and Errors go to codex as they are; nothing on them is seen by us.
	Output, Errors *os.File
}

// input gives every codex of a run the same standard input. A nil input is none.
type input struct {
	source *os.File
	begin  int64  // where a file stood at first
	spool  *spool // of what is no file
}

func newInput(source *os.File) *input {
	if source == nil {
		return nil
	}
	i := &input{source: source}
	if info, err := source.Stat(); err == nil && info.Mode().IsRegular() {
		if i.begin, err = source.Seek(0, io.SeekCurrent); err == nil {
			return i
		}
	}
	i.spool = newSpool(source)
	return i
}

// stream is the standard input of one codex. A nil stream is none.
type stream struct {
	spool       *spool // nil: read is the source itself
	read, write *os.File
}

// open makes the input ready for one codex: a file is put back to where it stood, and
// what came through a pipe comes through one again.
func (i *input) open() (*stream, error) {
	switch {
	case i == nil:
		return nil, nil
	case i.spool == nil:
		if _, err := i.source.Seek(i.begin, io.SeekStart); err != nil {
			return nil, fmt.Errorf("give codex its input again: %w", err)
		}
		return &stream{read: i.source}, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("pipe for codex's input: %w", err)
	}
	return &stream{i.spool, r, w}, nil
}

// file is what codex reads; nil means that its input is not redirected.
func (s *stream) file() *os.File {
	if s == nil {
		return nil
	}
	return s.read
}

// started is called when codex has been started, or could not be: codex's end is
// closed here, and the input begins to flow, in a goroutine that ends with the spool
// or with codex.
func (s *stream) started(err error) {
	if s == nil || s.spool == nil {
		return
	}
	s.read.Close()
	if err != nil {
		s.write.Close()
		return
	}
	s.spool.fill()
	go func() {
		_, _ = io.Copy(s.write, s.spool.reader()) // an error means that codex reads no more
		s.write.Close()
	}()
}
