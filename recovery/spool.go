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
	memory []byte
	file   *os.File // holds what is beyond memory, without a name; nil until needed
	size   int64
	err    error // io.EOF at the end of the source
}

// newSpool makes a spool that has read nothing yet; without a source there is none.
func newSpool(source io.Reader) *spool {
	if source == nil {
		return nil
	}
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
				if !s.add(buf[:n], err) {
					return
				}
			}
		}()
	})
}

// add keeps what was read and tells whether to read on.
func (s *spool) add(b []byte, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.more.Broadcast()
	if kept := s.keep(b); kept != nil {
		err = kept
	}
	s.err = err
	return err == nil
}

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
	for r.at == s.size && s.err == nil {
		s.more.Wait()
	}
	if r.at == s.size {
		return 0, s.err
	}
	n, err := s.readAt(p, r.at)
	r.at += int64(n)
	return n, err
}

func (s *spool) keep(b []byte) error {
	if room := spoolMemory - len(s.memory); s.file == nil && len(b) <= room {
		s.memory = append(s.memory, b...)
		s.size += int64(len(b))
		return nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "cxhook-input-") // 0600
		if err != nil {
			return err
		}
		if err := os.Remove(f.Name()); err != nil {
			f.Close()
			return err
		}
		s.file = f
	}
	n, err := s.file.Write(b)
	s.size += int64(n)
	return err
}

func (s *spool) readAt(p []byte, at int64) (int, error) {
	if at < int64(len(s.memory)) {
		return copy(p, s.memory[at:]), nil
	}
	left := s.size - at
	if int64(len(p)) > left {
		p = p[:left]
	}
	return s.file.ReadAt(p, at-int64(len(s.memory)))
}
