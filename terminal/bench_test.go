package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// plainText is a megabyte of lines of a build log.
func plainText() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "%06d compiling package number %d of the project, nothing to report here\r\n", i, i*7919%1000)
	}
	return b.Bytes()
}

// coloredText is a megabyte of a diff with a colour on every line.
func coloredText() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "\x1b[38;5;%dm%4d\x1b[0m \x1b[32m+\x1b[1mfunc\x1b[22m name%d() error {\x1b[0m\r\n", i%256, i, i)
	}
	return b.Bytes()
}

// tuiStream is a session of Codex 0.171 on the alternate screen, again and again.
func tuiStream(tb testing.TB) []byte {
	one := readRecording(tb, "testdata/recordings/0.171.0/tui-100x30.cast").output()
	return []byte(strings.Repeat(one, 1+(1<<20)/len(one)))
}

// inlineStream is a session of Codex 0.144 with its scroll regions.
func inlineStream(tb testing.TB) []byte {
	one := readRecording(tb, "testdata/recordings/0.144.6/tui-100x30.cast").output()
	return []byte(strings.Repeat(one, 1+(1<<20)/len(one)))
}

// readSize is how much the pump reads at once.
const readSize = 32 << 10

func benchmarkWrites(b *testing.B, data []byte, write func([]byte)) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for rest := data; len(rest) > 0; {
			n := min(readSize, len(rest))
			write(rest[:n])
			rest = rest[n:]
		}
	}
}

func BenchmarkScreen(b *testing.B) {
	b.Run("plain", func(b *testing.B) { benchmarkWrites(b, plainText(), NewScreen(100, 30).Write) })
	b.Run("colored", func(b *testing.B) { benchmarkWrites(b, coloredText(), NewScreen(100, 30).Write) })
	b.Run("tui", func(b *testing.B) { benchmarkWrites(b, tuiStream(b), NewScreen(100, 30).Write) })
	b.Run("inline", func(b *testing.B) { benchmarkWrites(b, inlineStream(b), NewScreen(100, 30).Write) })
	b.Run("cjk", func(b *testing.B) {
		benchmarkWrites(b, bytes.Repeat([]byte("端末は何を表示するか"), 40000), NewScreen(100, 30).Write)
	})
}

func BenchmarkModes(b *testing.B) {
	var m Modes
	write := func(p []byte) {
		m.Write(p)
		m.Version()
	}
	b.Run("plain", func(b *testing.B) { benchmarkWrites(b, plainText(), write) })
	b.Run("colored", func(b *testing.B) { benchmarkWrites(b, coloredText(), write) })
	b.Run("tui", func(b *testing.B) { benchmarkWrites(b, tuiStream(b), write) })
}

func BenchmarkPaintRow(b *testing.B) {
	s := NewScreen(100, 30)
	s.Write([]byte("\x1b[2J\x1b[30;1H\x1b[1;38;2;1;2;3mstatus\x1b[0m and some text\x1b[1;1H"))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := s.Paint(29, 30); !ok {
			b.Fatal("not painted")
		}
	}
}

func BenchmarkInputKey(b *testing.B) {
	var in Input
	for b.Loop() {
		in.Write([]byte("\x1b[97;1:3u"))
	}
}

func BenchmarkRowText(b *testing.B) {
	s := NewScreen(100, 30)
	s.Write([]byte("\x1b[2J\x1b[1;1H■ Selected model is at capacity. Please try a different model."))
	for b.Loop() {
		s.Row(0).Text()
	}
}
