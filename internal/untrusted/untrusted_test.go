package untrusted

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestOnlyARegularFileOfBoundedSizeIsRead(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, make := range map[string]func(path string) error{
		"small":  func(p string) error { return os.WriteFile(p, []byte("text"), 0o600) },
		"large":  func(p string) error { return os.WriteFile(p, make([]byte, 2001), 0o600) },
		"sparse": func(p string) error { return errors.Join(os.WriteFile(p, nil, 0o600), os.Truncate(p, 8<<30)) },
		"fifo":   func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"dir":    func(p string) error { return os.Mkdir(p, 0o700) },
		"loop":   func(p string) error { return os.Symlink(p, p) },
		"zero":   func(p string) error { return os.Symlink("/dev/zero", p) },
		"link":   func(p string) error { return os.Symlink(in("small"), p) },
	} {
		if err := make(in(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"small": "", "link": "", "missing": "no such file or directory",
		"large": "larger than 1 kB", "sparse": "larger than 1 kB",
		"fifo": "not a regular file", "zero": "not a regular file", "dir": "is a directory", "loop": "too many levels of symbolic links",
	} {
		text, err := ReadFile(in(name), 2000)
		var path *os.PathError
		switch {
		case want == "" && (err != nil || string(text) != "text"):
			t.Errorf("%s: %q, %v", name, text, err)
		case want != "" && (!errors.As(err, &path) || path.Err.Error() != want):
			t.Errorf("%s: %v, not %q", name, err, want)
		}
	}
}

func TestAFIFOIsNotOpenedForWritingEither(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []int{os.O_RDONLY, os.O_WRONLY | os.O_APPEND, os.O_RDWR | os.O_CREATE | os.O_APPEND} {
		if _, err := OpenFile(path, flag, 0o600); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%#x: %v", flag, err)
		}
	}
}

func TestTOMLThatWouldTakeLongIsRefusedBeforeItIsParsed(t *testing.T) {
	var many strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&many, "a%d=1\n", i)
	}
	for name, c := range map[string]struct{ text, want string }{
		"dotted key":     {"\n" + strings.Repeat("a.", 1_000_000) + "a=1\n", "line 2 is nested deeper than 80 levels"},
		"quoted parts":   {strings.Repeat(`"a" . 'b'.`, 50) + "a=1\n", "line 1 is nested deeper than 80 levels"},
		"header":         {"[" + strings.Repeat("a.", 90) + "a]\n", "line 1 is nested deeper than 80 levels"},
		"arrays":         {"a='''\n\n'''\nb=" + strings.Repeat("[\n", 500_000), "line 84 is nested deeper than 80 levels"},
		"inline tables":  {"a=" + strings.Repeat("{a=", 200_000), "line 1 is nested deeper than 80 levels"},
		"keys":           {many.String(), "more than 8192 keys"},
		"tables":         {strings.ReplaceAll(strings.ReplaceAll(many.String(), "a", "[a"), "=1", "]"), "more than 8192 keys"},
		"after a string": {`a="""x""""` + "\n" + strings.Repeat("b.", 90) + "b=1\n", "line 2 is nested deeper than 80 levels"},
	} {
		var v map[string]any
		if err := UnmarshalTOML([]byte(c.text), &v); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, not %q", name, err, c.want)
		}
	}
	for _, text := range []string{
		"a = '" + strings.Repeat("[.", 200) + "'\n", "a = \"\\\"" + strings.Repeat("[.", 200) + "\"\n", "# " + strings.Repeat("[.", 200) + "\n",
		"a = \"\"\"\n" + strings.Repeat("[.", 200) + "\\\"\"\"\"\"\"\n", "a = '''" + strings.Repeat("[.", 200) + "'''''\n",
		"a = [" + strings.Repeat("1.5, ", 200) + "]\n",
	} {
		var v map[string]any
		if err := UnmarshalTOML([]byte(text), &v); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// depth is how deep a value is nested in one key's value and name.
func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			deepest = max(deepest, 1+depth(inner))
		}
	case []any:
		for _, inner := range v {
			deepest = max(deepest, 1+depth(inner))
		}
	}
	return deepest
}

// FuzzNothingDeepGetsPast compares the count with what the parser makes of the text.
func FuzzNothingDeepGetsPast(f *testing.F) {
	f.Add([]byte("a.b = [[1, {c.d = 2}], '''x''', \"\"\"y\\\"\"\"\"]\n[t.u]\nv = 1.5 # [\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		// Each pair of brackets in the input stands for many.
		deep := bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("["), bytes.Repeat([]byte("["), tomlDepth)), []byte("]"), bytes.Repeat([]byte("]"), tomlDepth))
		for _, text := range [][]byte{text, deep} {
			var v map[string]any
			if fits(text) != nil || len(text) > 4096 || toml.Unmarshal(text, &v) != nil {
				continue
			}
			if d := depth(v); d > 2*tomlDepth+tomlDepth*bytes.Count(text, []byte("=")) {
				t.Errorf("%q is %d deep", text, d)
			}
		}
	})
}
