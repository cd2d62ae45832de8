package matcher_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/matcher"
)

func benchmark(b *testing.B, data []byte) {
	w := matcher.NewWatcher(size(100, 30))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for piece := data; len(piece) > 0; {
			n := min(len(piece), 32<<10)
			w.Output(0, piece[:n])
			piece = piece[n:]
		}
	}
}

// BenchmarkPlainScrolling is a tool's or exec's output: lines, nothing else.
func BenchmarkPlainScrolling(b *testing.B) {
	var text bytes.Buffer
	for i := range 10000 {
		fmt.Fprintf(&text, "%6d  the quick brown fox jumps over the lazy dog, and the parser accepts empty input now\r\n", i)
	}
	benchmark(b, text.Bytes())
}

// BenchmarkColouredScrolling is the same with colours, as a build's output.
func BenchmarkColouredScrolling(b *testing.B) {
	var text bytes.Buffer
	for i := range 10000 {
		fmt.Fprintf(&text, "\x1b[32m%6d\x1b[0m  the quick brown \x1b[1mfox\x1b[0m jumps over the lazy dog, and the parser accepts it\r\n", i)
	}
	benchmark(b, text.Bytes())
}

// BenchmarkCodexFrames is a session of Codex 0.171 with a failure: many small frames.
func BenchmarkCodexFrames(b *testing.B) {
	file, err := os.Open("testdata/recordings/0.171.0/compact.cast")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	c, err := cast.NewReader(file)
	if err != nil {
		b.Fatal(err)
	}
	var data []byte
	for e, err := c.Next(); err == nil; e, err = c.Next() {
		if e.Kind == cast.Output {
			data = append(data, e.Data...)
		}
	}
	benchmark(b, bytes.Repeat(data, 20))
}
