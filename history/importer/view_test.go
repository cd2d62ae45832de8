package importer

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAViewShowsWhatTheFileHolds(t *testing.T) {
	for _, size := range []int{0, 1, short, short + 1, window, window + 1, 2*window + 3*short + 7} {
		var text []byte
		for i := 0; len(text) < size; i = (i + 997) % 5000 {
			text = append(append(text, strings.Repeat(string(rune('a'+i%26)), i)...), '\n')
		}
		text = text[:size]
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		v := view{file: f, size: int64(size)}
		defer v.close()
		for _, from := range []int{0, bytes.IndexByte(text, '\n') + 1} {
			var got told
			l := lines{src: &v, window: window, offset: int64(from)}
			if done, err := l.run(&got, 1<<40); !done || err != nil {
				t.Fatal(done, err)
			}
			want := text[from : bytes.LastIndexByte(text, '\n')+1]
			if all := strings.Join(append(got, ""), "\n"); all != string(want) || l.offset != int64(from+len(want)) {
				t.Errorf("%d bytes from %d on: ended at %d, %d bytes shown of %d", size, from, l.offset, len(all), len(want))
			}
		}
	}
}

func TestAFileThatBecameShorterEndsEarlier(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	v := view{file: f, size: 1000}
	if text, last, err := v.at(2); string(text) != "b\n" || !last || err != nil {
		t.Errorf("%q, last %v, %v", text, last, err)
	}
}

// cutter cuts the file short at the first line.
type cutter struct {
	told
	file string
}

func (c *cutter) line(text []byte) {
	c.told.line(text)
	if err := os.Truncate(c.file, 0); err != nil {
		panic(err)
	}
}

// cutShort gives a view, and what reads a file through it that is cut short then.
func cutShort(t *testing.T, size int) (v *view, look func() error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, bytes.Repeat([]byte("a line \n"), size/8), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	v = &view{file: f, size: int64(size)}
	t.Cleanup(func() {
		v.close()
		f.Close()
	})
	return v, func() error {
		l := lines{src: v, window: window}
		_, err := l.run(&cutter{file: path}, 1<<40)
		return err
	}
}

func TestAFileThatIsCutShortWhileItIsReadIsAnError(t *testing.T) {
	v, look := cutShort(t, 2*short)
	if err := v.guard(look); !errors.Is(err, errGone) {
		t.Error(err)
	}
}

func TestAFaultOfAnotherKindStaysAPanic(t *testing.T) {
	var nothing *reader
	_, elsewhere := cutShort(t, 2*short)
	for name, look := range map[string]func() error{
		"elsewhere": elsewhere,
		"no fault":  func() error { panic("a mistake") },
		"nil":       func() error { nothing.strange++; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			t.Error((&view{}).guard(look))
		})
	}
}
