package recovery

import (
	"bytes"
	"io"
	"testing"
)

func TestEveryReaderOfASpoolGetsTheWholeInput(t *testing.T) {
	input := bytes.Repeat([]byte("0123456789abcdef"), (spoolMemory+1<<20)/16)
	for _, c := range []struct {
		name  string
		where string // of temporary files
		right func(*spool) bool
	}{
		{"beyond memory on disk", t.TempDir(), func(s *spool) bool { return s.filed == 1<<20 && len(s.rest) == 0 }},
		{"without a disk", "/nowhere", func(s *spool) bool { return s.filed == 0 && len(s.rest) == 1<<20 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TMPDIR", c.where)
			s := newSpool(bytes.NewReader(input))
			s.fill()
			for range 2 {
				got, err := io.ReadAll(s.reader())
				if err != nil || !bytes.Equal(got, input) {
					t.Fatalf("%d bytes, %v; want %d", len(got), err, len(input))
				}
			}
			if !c.right(s) {
				t.Errorf("%d bytes in memory, %d on disk, %d behind", len(s.memory), s.filed, len(s.rest))
			}
		})
	}
}

func TestAReaderThatComesLaterNeedsNoNewInput(t *testing.T) {
	r, w := io.Pipe()
	s := newSpool(r)
	s.fill()
	first, second := s.reader(), s.reader()
	if _, err := w.Write([]byte("typed")); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 16)
	if n, err := first.Read(buf); string(buf[:n]) != "typed" || err != nil {
		t.Fatalf("%q, %v", buf[:n], err)
	}
	if n, err := second.Read(buf); string(buf[:n]) != "typed" || err != nil {
		t.Fatalf("%q, %v", buf[:n], err)
	}
	w.Close()
	if n, err := second.Read(buf); n != 0 || err != io.EOF {
		t.Fatalf("%q, %v", buf[:n], err)
	}
}
