package recovery

import (
	"fmt"
	"io"
	"os"
	"sync"
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

// spoolMemory is how much piped input is kept in memory, in bytes; what is beyond it
// goes to a file without a name.
const spoolMemory = 64 << 20

// spool keeps what is piped into codex, so that a codex that is started again can
// have it again from the beginning. Codex reads its input to the end before it asks
// its model, and so the source is read to the end at once.
type spool struct {
	source io.Reader
	once   sync.Once

	mu     sync.Mutex
	more   *sync.Cond
	memory []byte   // the beginning
	file   *os.File // what follows, without a name; nil until needed
	filed  int64    // bytes in it
	rest   []byte   // what follows where the file could take no more
	full   bool     // there can be no file, or it can take no more
	err    error    // io.EOF at the end of the source
}

// newSpool makes a spool that has read nothing yet.
func newSpool(source io.Reader) *spool {
	s := &spool{source: source}
	s.more = sync.NewCond(&s.mu)
	return s
}

// fill reads the source to its end, in a goroutine that ends with it. It is called
// once a codex has started: one that cannot be started leaves the input untouched.
func (s *spool) fill() {
	s.once.Do(func() {
		go func() {
			buf := make([]byte, 32<<10)
			for {
				n, err := s.source.Read(buf)
				s.add(buf[:n], err)
				if err != nil {
					return
				}
			}
		}()
	})
}

func (s *spool) add(b []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(b)
	s.err = err
	s.more.Broadcast()
}

func (s *spool) keep(b []byte) {
	switch {
	case s.filed == 0 && !s.full && len(s.memory)+len(b) <= spoolMemory:
		s.memory = append(s.memory, b...)
		return
	case s.file == nil && !s.full:
		s.file = unnamedFile()
		s.full = s.file == nil
	}
	if !s.full {
		n, err := s.file.Write(b)
		s.filed += int64(n)
		b, s.full = b[n:], err != nil
	}
	s.rest = append(s.rest, b...) // nothing unless the disk is full
}

// unnamedFile gives a file that nobody else can open (0600), nil if there can be none.
func unnamedFile() *os.File {
	f, err := os.CreateTemp("", "cxhook-input-")
	if err != nil {
		return nil
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil
	}
	return f
}

func (s *spool) size() int64 { return int64(len(s.memory)) + s.filed + int64(len(s.rest)) }

// reader gives a reader from the beginning.
func (s *spool) reader() io.Reader { return &spoolReader{spool: s} }

type spoolReader struct {
	spool *spool
	at    int64
}

// Read gives what is kept and waits for more.
func (r *spoolReader) Read(p []byte) (int, error) {
	s := r.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	for r.at == s.size() && s.err == nil {
		s.more.Wait()
	}
	if r.at == s.size() {
		return 0, s.err
	}
	n, err := s.readAt(p, r.at)
	r.at += int64(n)
	return n, err
}

func (s *spool) readAt(p []byte, at int64) (int, error) {
	if at < int64(len(s.memory)) {
		return copy(p, s.memory[at:]), nil
	}
	at -= int64(len(s.memory))
	if at >= s.filed {
		return copy(p, s.rest[at-s.filed:]), nil
	}
	return s.file.ReadAt(p[:min(int64(len(p)), s.filed-at)], at)
}
