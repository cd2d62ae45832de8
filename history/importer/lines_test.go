package importer

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shown is a file in memory, given in windows of some bytes.
type shown struct {
	text   []byte
	window int
}

func (s shown) at(offset int64) ([]byte, bool, error) {
	rest := s.text[offset:]
	return rest[:min(s.window, len(rest))], len(rest) <= s.window, nil
}

// readIn reads a text from an offset on, in windows, and gives where the last whole
// line ended.
func readIn(t *testing.T, r visitor, text []byte, from int64, window int) int64 {
	t.Helper()
	l := lines{src: shown{text, window}, window: window, offset: from}
	if done, err := l.run(r, 1<<40); !done || err != nil {
		t.Fatal(done, err)
	}
	return l.offset
}

// zeros is a file without end and without lines.
type zeros struct{ read int }

func (z *zeros) at(int64) ([]byte, bool, error) {
	z.read += window
	return make([]byte, window), z.read > 1<<30, nil
}

func TestAFileWithoutLinesIsGivenUpEarly(t *testing.T) {
	z := &zeros{}
	l := lines{src: z, window: window}
	if done, err := l.run(&reader{}, 1<<40); !done || err != nil || z.read > 2*window {
		t.Errorf("%d bytes read, done %v, %v", z.read, done, err)
	}
}

// told keeps what it is told of lines; it wants those that do not begin with x.
type told []string

func (w *told) wants(head []byte) bool { return head[0] != 'x' }
func (w *told) line(text []byte)       { *w = append(*w, string(text)) }
func (w *told) long(head []byte)       { *w = append(*w, string(head)+"…") }

// Whatever falls across the border of two windows, the same lines are told as of a
// text that is cut at once, but for those that nobody wants or that fill a window.
func TestLinesAreTheSameInAnyWindow(t *testing.T) {
	const small = 2 * headSize
	wanted, unwanted, endless := strings.Repeat("w", headSize+20), strings.Repeat("x", 7*small), strings.Repeat("w", 3*small)
	for name, text := range map[string]string{
		"nothing":              "",
		"empty lines":          "\n\n\n",
		"no end":               "a\nb",
		"returns":              "a\r\n\r\nb\r\n",
		"zeros":                "a\x00b\n\x00\n\x00\x00",
		"across a border":      strings.Repeat(wanted+"\n", 9),
		"unwanted":             "a\n" + unwanted + "\nb\n" + unwanted + "\n" + unwanted + "\n\nc\n",
		"filling a window":     "a\n" + endless + "\nb\n",
		"unwanted, without":    "a\n" + unwanted,
		"a window and no more": wanted[:small/2] + "\n" + wanted[:small/2-2] + "\n",
	} {
		for shift := range small {
			text := strings.Repeat("s", shift) + "\n" + text
			var got, want told
			end := readIn(t, &got, []byte(text), 0, small)
			whole := text[:strings.LastIndexByte(text, '\n')+1]
			for line := range strings.Lines(whole) {
				want.line([]byte(strings.TrimSuffix(line, "\n")))
			}
			for i := range min(len(got), len(want)) {
				if strings.HasSuffix(got[i], "…") && (want[i][0] == 'x' || len(want[i]) >= small) {
					want[i] = want[i][:headSize] + "…"
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || end != int64(len(whole)) {
				t.Fatalf("%s, shifted by %d: ended at %d of %d\n%s", name, shift, end, len(whole), diff)
			}
		}
	}
}

func FuzzReader(f *testing.F) {
	files, err := filepath.Glob("../../codex/rollout/testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		f.Fatal("no samples", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, 100, 1<<14)
	}
	// Any split of a file into two readings gives the same turns, and so does any window
	// that no line of interest fills.
	f.Fuzz(func(t *testing.T, text []byte, at, size int) {
		longest := headSize
		for line := range bytes.Lines(text) {
			longest = max(longest, len(line))
		}
		whole := &reader{}
		end := readIn(t, whole, text, 0, len(text)+1)
		part := &reader{}
		size = longest + max(size, 0)%(1<<20)
		middle := readIn(t, part, text[:min(max(at, 0), len(text))], 0, size)
		if again := readIn(t, part, text, middle, size); again != end && whole.Session != "" {
			t.Errorf("ended at %d and %d", end, again)
		}
		if whole.Session == "" && part.Session == "" {
			return // nothing is kept of it
		}
		if diff := cmp.Diff(whole.collect(), part.collect()); diff != "" || whole.strange != part.strange {
			t.Error(whole.strange, part.strange, diff)
		}
	})
}
