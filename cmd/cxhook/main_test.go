package main

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cxhook": main})
}

// TestCommands runs testdata/script: what every command prints, and its exit status.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir+"/home")
			e.Setenv("XDG_CONFIG_HOME", e.WorkDir+"/config")
			bin := e.WorkDir + "/bin" + string(os.PathListSeparator)
			ours, _, _ := strings.Cut(e.Getenv("PATH"), string(os.PathListSeparator))
			e.Setenv("ONLY_OURS", bin+ours)
			e.Setenv("PATH", bin+e.Getenv("PATH"))
			e.Setenv("TERM", "xterm-256color")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": checkStatus},
	})
}

// checkStatus runs a command and compares its exit status: status 127 cxhook run …
func checkStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = ""
		if e, ok := err.(interface{ ExitCode() int }); ok {
			got = strconv.Itoa(e.ExitCode())
		}
	}
	if got != args[0] {
		ts.Fatalf("status %q, want %s (%v)", got, args[0], err)
	}
}
