package matcher_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/matcher"
)

// seeds gives the output of some recordings.
func seeds(f *testing.F) [][]byte {
	f.Helper()
	var all [][]byte
	for _, name := range []string{"0.171.0/tui-40x24", "0.106.0/tui-40x24", "0.144.6/compact", "0.171.0/exec", "0.144.6/exec-tool"} {
		file, err := os.Open(filepath.Join("testdata/recordings", name+".cast"))
		if err != nil {
			f.Fatal(err)
		}
		c, err := cast.NewReader(file)
		if err != nil {
			f.Fatal(err)
		}
		var data []byte
		for e, err := c.Next(); err == nil; e, err = c.Next() {
			if e.Kind == cast.Output {
				data = append(data, e.Data...)
			}
		}
		file.Close()
		all = append(all, data)
	}
	return all
}

// FuzzSplit: however bytes are cut, the same incidents are found at the same offsets.
func FuzzSplit(f *testing.F) {
	for i, data := range seeds(f) {
		f.Add(data, uint16(i*37+1), uint16(i*11+3))
	}
	f.Fuzz(func(t *testing.T, data []byte, first, rest uint16) {
		whole := matcher.NewWatcher(size(40, 24))
		whole.Output(time.Second, data)
		whole.Exit(2*time.Second, 1)

		cut := matcher.NewWatcher(size(40, 24))
		n := min(int(first), len(data))
		cut.Output(time.Second, data[:n])
		for piece := range slices.Chunk(data[n:], int(rest)%97+1) {
			cut.Output(time.Second, piece)
		}
		cut.Exit(2*time.Second, 1)
		if diff := cmp.Diff(whole.Incidents(), cut.Incidents(), cmpopts.IgnoreUnexported(matcher.Rule{})); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(whole.Composer(), cut.Composer()); diff != "" {
			t.Error(diff)
		}
	})
}

// FuzzWatcher: nothing that a terminal or a program sends makes a watcher panic.
func FuzzWatcher(f *testing.F) {
	for _, data := range seeds(f) {
		f.Add(data, []byte("\x1b[200~text\x1b[201~\r"), uint8(40), uint8(24))
	}
	f.Add([]byte("\x1b[?2026l■"), []byte("\x1b["), uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, output, input []byte, cols, rows uint8) {
		w := matcher.NewWatcher(matcher.Options{Cols: int(cols), Rows: int(rows), Prompted: cols%2 == 0, Resumed: rows%2 == 0})
		w.Output(1, output)
		w.Input(2, input)
		w.Composer()
		w.Resize(3, int(rows), int(cols))
		w.Output(4, output)
		w.Lost()
		w.Output(5, output)
		w.Idle(6)
		w.Composer()
		w.Model()
		w.Exit(7, 1)
		w.SessionID()
		w.Incidents()
	})
}

// FuzzClassify: any text has a meaning, if only that it is unknown.
func FuzzClassify(f *testing.F) {
	for _, text := range []string{"", "■ " + sentence, `{"type":"error"}`, "user\ncodex\nERROR: x\ntokens used\n1", "```\n~~~\n", "\x1b[3;4Hx"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range matcher.Classify(text) {
			if v.Class == "" || v.Rule.Says == "" || v.Task == "" {
				t.Errorf("%q: incomplete verdict %+v", text, v)
			}
		}
		if len(matcher.Classify(text)) == 0 {
			t.Errorf("%q: no verdict", text)
		}
	})
}

func TestAFloodTakesNoMemoryAndHidesNothing(t *testing.T) {
	hello := userPrompt("hello")
	for name, flood := range map[string][]byte{
		"lines":                     bytes.Repeat([]byte("the quick brown fox\r\n"), 1<<16),
		"one line":                  bytes.Repeat([]byte("x"), 8<<20),
		"an unfinished command":     append([]byte("\x1b]0;"), bytes.Repeat([]byte("x"), 8<<20)...),
		"an unfinished JSON object": append([]byte(`{"type":"`), bytes.Repeat([]byte("x"), 8<<20)...),
	} {
		t.Run(name, func(t *testing.T) {
			w := matcher.NewWatcher(size(80, 24))
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for piece := range slices.Chunk(flood, 32<<10) {
				w.Output(0, piece)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if after.HeapAlloc > before.HeapAlloc+4<<20 {
				t.Errorf("%d KiB kept after the flood", (after.HeapAlloc-before.HeapAlloc)>>10)
			}
			w.Output(1, []byte("\x1b\\"))
			w.Output(2, working(hello).draw(80, 24))
			w.Output(3, bytes.Repeat([]byte("the quick brown fox\r\n"), 1<<12))
			w.Output(4, resting(hello, errorCell(sentence)).draw(80, 24))
			w.Exit(time.Second, 0)
			if found := w.Incidents(); len(found) != 1 {
				t.Errorf("%d incidents after the flood, want 1", len(found))
			}
		})
	}
}
