package cast_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/cast"
)

func readAll(t *testing.T, text string) (cast.Header, []cast.Event, error) {
	t.Helper()
	r, err := cast.NewReader(strings.NewReader(text))
	if err != nil {
		return cast.Header{}, nil, err
	}
	var events []cast.Event
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r.Header(), events, nil
		}
		if err != nil {
			return r.Header(), events, err
		}
		events = append(events, e)
	}
}

func TestReaderGivesHeaderAndEvents(t *testing.T) {
	status := 1
	header, events, err := readAll(t, `{"version": 2, "width": 100, "height": 30, "command": "codex hi", "exit": 1}
[0.25, "o", "a\u001b[1m■"]

[1, "i", "\r"]
[1.5, "r", "80x24"]
[2, "z", {"any": "shape"}]
[3, "x", "130"]
`)
	if err != nil {
		t.Fatal(err)
	}
	wantHeader := cast.Header{Version: 2, Width: 100, Height: 30, Command: "codex hi", Exit: &status}
	if diff := cmp.Diff(wantHeader, header); diff != "" {
		t.Error(diff)
	}
	want := []cast.Event{
		{At: 250 * time.Millisecond, Kind: cast.Output, Data: "a\x1b[1m■"},
		{At: time.Second, Kind: cast.Input, Data: "\r"},
		{At: 1500 * time.Millisecond, Kind: cast.Resize, Data: "80x24"},
		{At: 2 * time.Second, Kind: "z", Data: `{"any": "shape"}`},
		{At: 3 * time.Second, Kind: cast.Exit, Data: "130"},
	}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
	if cols, rows, err := events[2].Size(); cols != 80 || rows != 24 || err != nil {
		t.Errorf("size %dx%d, %v", cols, rows, err)
	}
	if status, err := events[4].Status(); status != 130 || err != nil {
		t.Errorf("status %d, %v", status, err)
	}
}

func TestReaderErrorsNameTheLine(t *testing.T) {
	const header = `{"version": 2, "width": 80, "height": 24}` + "\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty file":       {"", "line 1: empty file"},
		"not JSON":         {"hello\n", "line 1: not an asciicast header"},
		"other version":    {`{"version": 3}`, "line 1: asciicast version 3, want 2"},
		"no size":          {`{"version": 2}`, "line 1: size 0x0"},
		"cut off":          {header + `[1, "o", "a"]` + "\n" + `[2, "o", "b`, "line 3: not an asciicast event"},
		"too short":        {header + `[1, "o"]`, "line 2: event has 2 members"},
		"time is no time":  {header + `["a", "o", "b"]`, "line 2: time:"},
		"kind is no kind":  {header + `[1, 2, "b"]`, "line 2: kind:"},
		"object, no array": {header + `{}`, "line 2: not an asciicast event"},
		"endless line":     {header + strings.Repeat("x", 17<<20), "line 2: bufio.Scanner: token too long"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := readAll(t, c.text)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestSizeRefusesOtherShapes(t *testing.T) {
	for _, data := range []string{"", "80", "80x", "x24", "0x24", "80x-1", "80x24x2"} {
		if _, _, err := (cast.Event{Data: data}).Size(); err == nil {
			t.Errorf("%q was read as a size", data)
		}
	}
}

func TestWriterKeepsCharactersWholeAndReadsBack(t *testing.T) {
	var b bytes.Buffer
	w, err := cast.NewWriter(&b, cast.Header{Width: 80, Height: 24, Command: "codex 'a & b'"})
	if err != nil {
		t.Fatal(err)
	}
	square := []byte("■")
	for _, err := range []error{
		w.Bytes(0, cast.Output, append([]byte("a"), square[0])),
		w.Bytes(time.Millisecond, cast.Input, []byte("é")),
		w.Bytes(2*time.Millisecond, cast.Output, square[1:2]),
		w.Bytes(3*time.Millisecond, cast.Output, append(square[2:], 0xff, 'z')),
		w.Resize(4*time.Millisecond, 100, 30),
		w.Bytes(5*time.Millisecond, cast.Output, square[:2]),
		w.Exit(6*time.Millisecond, 1),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(b.String(), "a & b") {
		t.Errorf("the command is escaped for HTML: %s", b.String())
	}
	_, events, err := readAll(t, b.String())
	if err != nil {
		t.Fatal(err)
	}
	want := []cast.Event{
		{At: 0, Kind: cast.Output, Data: "a"},
		{At: time.Millisecond, Kind: cast.Input, Data: "é"},
		{At: 3 * time.Millisecond, Kind: cast.Output, Data: "■\ufffdz"},
		{At: 4 * time.Millisecond, Kind: cast.Resize, Data: "100x30"},
		{At: 6 * time.Millisecond, Kind: cast.Output, Data: "\ufffd\ufffd"},
		{At: 6 * time.Millisecond, Kind: cast.Exit, Data: "1"},
	}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
}

func TestCreateKeepsARecordingPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.cast")
	if err := os.WriteFile(path, []byte("older and longer than the header that replaces it "+strings.Repeat(".", 200)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, file, err := cast.Create(path, cast.Header{Width: 80, Height: 24})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o, want 600", info.Mode().Perm())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := readAll(t, string(text)); err != nil {
		t.Errorf("the file does not read back: %v", err)
	}
}

func TestCreateSaysWhatFailed(t *testing.T) {
	_, _, err := cast.Create(filepath.Join(t.TempDir(), "no", "such", "folder"), cast.Header{Width: 80, Height: 24})
	if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "create recording: ") {
		t.Errorf("error %v", err)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(`{"version": 2, "width": 80, "height": 24}` + "\n" + `[1, "o", "a"]` + "\n[2, \"r\", \"80x24\"]\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := cast.NewReader(strings.NewReader(text))
		for err == nil {
			var e cast.Event
			if e, err = r.Next(); err == nil {
				_, _, _ = e.Size()
				_, _ = e.Status()
			}
		}
	})
}
