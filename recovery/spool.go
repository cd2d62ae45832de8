package recovery

import (
	"io"
	"os"
	"sync"
)

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
