package terminal

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recording is an asciicast v2 of a real Codex release.
type recording struct {
	name       string
	cols, rows int
	events     []castEvent
}

type castEvent struct {
	kind string // "o" output, "i" input
	data string
}

// recordings reads every recording in testdata.
func recordings(tb testing.TB) []recording {
	tb.Helper()
	paths, err := filepath.Glob("testdata/recordings/*/*.cast")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no recordings: %v", err)
	}
	var all []recording
	for _, path := range paths {
		all = append(all, readRecording(tb, path))
	}
	return all
}

func readRecording(tb testing.TB, path string) recording {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	var header struct{ Width, Height int }
	if err := json.Unmarshal(lines.Bytes(), &header); err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
	name, _ := filepath.Rel("testdata/recordings", strings.TrimSuffix(path, ".cast"))
	r := recording{name: name, cols: header.Width, rows: header.Height}
	for lines.Scan() {
		var fields [3]any
		if err := json.Unmarshal(lines.Bytes(), &fields); err != nil {
			tb.Fatalf("%s: %v", path, err)
		}
		r.events = append(r.events, castEvent{fields[1].(string), fields[2].(string)})
	}
	if lines.Err() != nil {
		tb.Fatalf("%s: %v", path, lines.Err())
	}
	return r
}

// output is all the program wrote.
func (r recording) output() string {
	var b strings.Builder
	for _, e := range r.events {
		if e.kind == "o" {
			b.WriteString(e.data)
		}
	}
	return b.String()
}
