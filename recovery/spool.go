package recovery

import (
	"io"
	"sync"
)

// spool keeps what is piped into codex, so that a codex that is started again can
// have it again from the beginning. Codex reads its input to the end, into its memory,
// before it asks its model, and so the source is read to the end at once and kept in
// ours.
type spool struct {
	source io.Reader
	once   sync.Once

	mu   sync.Mutex
	more *sync.Cond
	kept []byte
	err  error // io.EOF at the end of the source
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
	s.kept, s.err = append(s.kept, b...), err
	s.more.Broadcast()
}

// reader gives a reader from the beginning.
func (s *spool) reader() io.Reader { return &spoolReader{spool: s} }

type spoolReader struct {
	spool *spool
	at    int
}

// Read gives what is kept and waits for more.
func (r *spoolReader) Read(p []byte) (int, error) {
	s := r.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	for r.at == len(s.kept) && s.err == nil {
		s.more.Wait()
	}
	if r.at == len(s.kept) {
		return 0, s.err
	}
	n := copy(p, s.kept[r.at:])
	r.at += n
	return n, nil
}
