package selftest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

// cxhook is the program under test, built once.
var cxhook string

// asDriver has this binary make all checks, on the terminal that it was started on.
const asDriver = "SELFTEST_TEST_DRIVER"

func TestMain(m *testing.M) {
	if os.Getenv(asDriver) != "" {
		drive()
		return
	}
	os.Exit(build(m))
}

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "selftest")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	cxhook = filepath.Join(dir, "cxhook")
	if out, err := exec.Command("go", "build", "-tags", tags, "-o", cxhook, "../cmd/cxhook").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build cxhook: %v\n%s", err, out)
		return 1
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil { // they wait, most of the time
		panic(err)
	}
	return m.Run()
}

// options try the program at path.
func options(path string, tty *os.File) Options {
	return Options{
		Cxhook:   path,
		Scripted: "CXHOOK_SCRIPTED_CODEX=1 CXHOOK_SCRIPTED_REFUSE=gpt-5.6-sol exec " + quote(os.Getenv("SELFTEST_TEST_SCRIPTED")),
		TTY:      tty,
	}
}

// drive makes the checks named by the arguments, all without any, of the cxhook that the variable names.
func drive() {
	if limit, err := time.ParseDuration(os.Getenv("SELFTEST_TEST_PATIENCE")); err == nil {
		patience = limit
	}
	results, err := run(context.Background(), options(os.Getenv(asDriver), os.Stdin), named(inPlace), named(apart))
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range results {
		fmt.Printf("%s: %s (%s)\n", r.Name, r.State, r.Detail)
	}
	fmt.Println("that was all")
}

// named are the checks that the arguments name, all without any.
func named(all []check) (some []check) {
	for _, c := range all {
		if len(os.Args) == 1 {
			some = append(some, c)
		}
		for _, name := range os.Args[1:] {
			if name == c.name {
				some = append(some, c)
			}
		}
	}
	return some
}

// try has the checks made, of the cxhook at a path, in a terminal that has the options.
func try(t *testing.T, path string, o console.Options, names ...string) *console.Console {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Cols, o.Rows = 200, 50
	o.Cmd = append(append(o.Cmd, self), names...)
	o.Env = append(append(os.Environ(), o.Env...), asDriver+"="+path, "SELFTEST_TEST_SCRIPTED="+cxhook)
	c := console.Start(t, o)
	c.WaitText("that was all")
	return c
}
