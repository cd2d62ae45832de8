package logged

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestNoSentenceGetsIntoTheLog(t *testing.T) {
	const secret = "hunter2"
	var b bytes.Buffer
	log := New(&b).With("before", secret).WithGroup("g")
	path := &fs.PathError{Op: "open", Path: secret, Err: syscall.EACCES}
	log.Info("notice", "text", "no switch: "+secret, "err", fmt.Errorf("%s: %w", secret, errors.Join(path, errors.New(secret))),
		"argv", []string{secret}, "bytes", []byte(secret), "panic", any(secret), "stringer", time.March, "n", 7, "mode", Name("fork\x1b[2J"))
	got := b.String()
	if strings.Contains(got, secret) {
		t.Error(got)
	}
	for _, want := range []string{"notice", "g.n=7", "permission denied", "*fs.PathError", "fork?[2J", `g.text="(18 bytes)"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
}

// names are the expressions that code makes a Name of; none of them holds what a user wrote.
var names = []string{
	"i.Surface", "i.Class", "i.Task", // words of the matcher
	"made.plan.Mode", "step.name", "way", // words of ours
	"args.Subcommand()",            // one of those that Codex has
	"w.to.Model", "e.answer.model", // a model's name
	"bin.Path",                 // where codex lies
	"e.stack", "debug.Stack()", // functions and lines, no values
}

// TestOnlyWordsOfOursAreLogged holds that a message is written out where it is logged, and that a new Name is thought over.
func TestOnlyWordsOfOursAreLogged(t *testing.T) {
	root, seen := "../..", 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"scripts", "e2e", ".git", "internal"}, name):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) == 0 {
				return true
			}
			called, first := types.ExprString(c.Fun), types.ExprString(c.Args[0])
			receiver, method, _ := cutLast(called)
			_, last, _ := cutLast(receiver)
			switch {
			case called == "logged.Name" && !slices.Contains(names, first):
				t.Errorf("%s: logged.Name(%s) is not in the table", name, first)
			case called == "slog.New" && first != "slog.DiscardHandler", strings.HasPrefix(called, "slog.New") && called != "slog.New":
				t.Errorf("%s: %s writes past this package", name, called)
			case strings.EqualFold(last, "log") && slices.Contains([]string{"Debug", "Info", "Warn", "Error"}, method):
				seen++
				if _, literal := c.Args[0].(*ast.BasicLit); !literal {
					t.Errorf("%s: %s(%s) is not a word written out", name, called, first)
				}
			case receiver == "slog" && slices.Contains([]string{"Debug", "Info", "Warn", "Error", "Default", "SetDefault"}, method):
				t.Errorf("%s: %s logs past this package", name, called)
			}
			return true
		})
		return nil
	})
	if err != nil || seen < 20 {
		t.Errorf("%d calls, %v", seen, err)
	}
}

func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return s, s, false
	}
	return s[:i], s[i+1:], true
}
