package recovery

import (
	"bytes"
	"io"
	"testing"
)

func TestEveryReaderOfASpoolGetsTheWholeInput(t *testing.T) {
	input := bytes.Repeat([]byte("0123456789abcdef"), 1<<20/16)
	s := newSpool(bytes.NewReader(input))
	s.fill()
	for range 2 {
		got, err := io.ReadAll(s.reader())
		if err != nil || !bytes.Equal(got, input) {
			t.Fatalf("%d bytes, %v; want %d", len(got), err, len(input))
		}
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
