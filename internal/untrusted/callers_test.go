package untrusted

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// past are the uses of what goes past this package, each with its reason. Tools of the tests are left out as a whole.
var past = map[string]string{
	"cast/writer.go os.OpenFile":              "a recording, written",
	"cmd/cxhook/log.go os.OpenFile":           "the log, written; a FIFO is allowed",
	"cmd/cxhook/manual.go os.Create":          "made with a release, written",
	"cmd/cxhook/parent_linux.go os.ReadFile":  "/proc",
	"recovery/system_linux.go os.ReadFile":    "/proc",
	"ptywrap/darwinlike_linux.go os.ReadFile": "/proc",
	"ptywrap/link.go os.OpenFile":             "the null device",
	"cmd/cxhook/replay.go os.Open":            "named by the user, who can end it; lines are bounded",
	"ptywrap/device.go unix.Open":             "the terminal",
	"ptywrap/calls_linux.go os.Open":          "/proc",
	"ptywrap/calls_linux.go os.OpenFile":      "the terminal",
	"scan/walk.go os.OpenFile":                "a directory, by O_DIRECTORY",
	"selftest/lab.go os.ReadFile":             "its own file",
	"lang/catalogue.go toml.Unmarshal":        "built in",
	"matcher/rules.go toml.Unmarshal":         "built in",
}

var doors = []string{
	"os.Open", "os.OpenFile", "os.ReadFile", "os.Create", "fs.ReadFile", "ioutil.ReadFile", "ioutil.ReadAll", "syscall.Open", "unix.Open",
	"toml.Unmarshal", "toml.NewDecoder",
}

func TestNobodyGoesPastTheDoor(t *testing.T) {
	root := "../.."
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"scripts", "e2e", ".git", "internal/scriptedcodex", "internal/fakeapi", "internal/console", "internal/untrusted"}, name):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if use := fmt.Sprintf("%s.%s", s.X, s.Sel.Name); slices.Contains(doors, use) {
					found[filepath.ToSlash(name)+" "+use] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for use := range found {
		if past[use] == "" {
			t.Errorf("%s: what others may have written is read with this package", use)
		}
	}
	for _, use := range slices.Sorted(maps.Keys(past)) {
		if !found[use] {
			t.Errorf("%s is no more: take it from the table", use)
		}
	}
}
