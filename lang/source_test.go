package lang_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/cxhook/cxhook/lang"
)

// source is a Go file of the module, tests apart.
type source struct {
	path string // from the module's root
	file *ast.File
	at   *token.FileSet
}

func (s source) place(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.at.Position(n.Pos()).Line)
}

var sources = sync.OnceValues(func() (all []source, err error) {
	root := ".."
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || path != root && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		path, _ = filepath.Rel(root, path)
		all = append(all, source{filepath.ToSlash(path), file, set})
		return err
	})
	return all, err
})

// eachCall visits the calls in the module's code with the name of what is called, as it is written.
func eachCall(t *testing.T, visit func(s source, name string, call *ast.CallExpr)) {
	t.Helper()
	all, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				switch f := call.Fun.(type) {
				case *ast.Ident:
					visit(s, f.Name, call)
				case *ast.SelectorExpr:
					name := f.Sel.Name
					if x, ok := f.X.(*ast.Ident); ok {
						name = x.Name + "." + name
					}
					visit(s, name, call)
				}
			}
			return true
		})
	}
}

// format is the text of an expression, with %s for what is not written there; "" without any text.
func format(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.ParenExpr:
		return format(e.X)
	case *ast.BinaryExpr:
		left, right := format(e.X), format(e.Y)
		switch {
		case left == "" && right == "":
			return ""
		case left == "":
			return "%s" + right
		case right == "":
			return left + "%s"
		}
		return left + right
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"Sprintf", "Errorf", "New"}, f.Sel.Name) && len(e.Args) > 0 {
			return format(e.Args[0])
		}
	}
	return ""
}

// Text's first argument names a key, or begins one, as in lang.Text("doctor.state." + state).
func TestEveryKeyIsUsedAndEveryUsedKeyIsThere(t *testing.T) {
	used := map[string]bool{}
	eachCall(t, func(s source, name string, call *ast.CallExpr) {
		if name != "lang.Text" && name != "lang.Say" && name != "lang.Errorf" || len(call.Args) == 0 {
			return
		}
		key := format(call.Args[0])
		begins, open := strings.CutSuffix(key, "%s")
		found := false
		for k, text := range english() {
			switch {
			case open && strings.HasPrefix(k, begins):
				used[k], found = true, true
			case k == key:
				used[k], found = true, true
				if n := len(placeholders(text)); n != len(call.Args)-1 {
					t.Errorf("%s: %s takes %d arguments and gets %d", s.place(call), key, n, len(call.Args)-1)
				}
			}
		}
		if !found {
			t.Errorf("%s: en.toml has no %s", s.place(call), key)
		}
	})
	for key := range english() {
		elsewhere := strings.HasPrefix(key, "heard.") || strings.HasPrefix(key, "help.") || strings.HasPrefix(key, "separator.") || strings.HasPrefix(key, "system.")
		if !used[key] && !elsewhere {
			t.Errorf("nothing says %s", key)
		}
	}
}

// Every sentence that the catalogues recognise is still made: all that is fixed in it stands in texts of the code.
func TestEveryHeardSentenceIsSaidSomewhere(t *testing.T) {
	all, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value)
				code.WriteString(text + "\x00")
			}
			return true
		})
	}
	for key, sentence := range english() {
		ofOthers := strings.HasPrefix(key, "heard.cobra.")
		if !strings.HasPrefix(key, "heard.") || ofOthers {
			continue
		}
		for _, fixed := range verb.Split(sentence, -1) {
			if !strings.Contains(code.String(), fixed) {
				t.Errorf("%s: no text of the code has %q", key, fixed)
			}
		}
	}
}

// tellers are the functions through which English sentences go to a user, and which of their arguments those are.
var tellers = []struct {
	dir      string
	names    []string
	argument []int
}{
	{"recovery", []string{"s.notify", "s.tell", "a.tell", "r.say"}, []int{0}},
	{"cmd/cxhook", []string{"fmt.Errorf", "errors.New"}, []int{0}},
	{"cmd/cxhook", []string{"add"}, []int{1}},
}

func TestEverySentenceThatIsToldIsKnownToTheCatalogues(t *testing.T) {
	sample := strings.NewReplacer("%w", "X", "%v", "X", "%s", "X", "%q", `"X"`, "%d", "7", "%.0f", "7", "%[1]s", "X", "%[2]s", "X")
	told := 0
	eachCall(t, func(s source, name string, call *ast.CallExpr) {
		for _, teller := range tellers {
			if s.path == "cmd/cxhook/manual.go" { // not part of the program that users get
				return
			}
			if !strings.HasPrefix(s.path, teller.dir+"/") || strings.Contains(s.path[len(teller.dir)+1:], "/") || !slices.Contains(teller.names, name) {
				continue
			}
			for _, i := range teller.argument {
				sentence := ""
				if i < len(call.Args) {
					sentence = sample.Replace(format(call.Args[i]))
				}
				if !strings.Contains(sentence, " ") || strings.HasPrefix(sentence, "cxhook ") || strings.HasPrefix(sentence, "-m ") || strings.HasPrefix(sentence, "unset ") {
					continue // no sentence, but a command or what stands elsewhere
				}
				told++
				if strings.Trim(sentence, "X:; ") != "" && lang.Of(lang.Chinese).Heard(sentence) == sentence {
					t.Errorf("%s: no heard. text of the catalogues fits %q", s.place(call), sentence)
				}
			}
		}
	})
	if told < 20 {
		t.Errorf("only %d sentences were found: does a teller have another name now?", told)
	}
}
