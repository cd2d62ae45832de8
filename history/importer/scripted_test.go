package importer

import (
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/internal/scriptedcodex"
)

// scriptVariable makes the test binary a scripted codex.
const scriptVariable = "IMPORTER_TEST_CODEX"

func TestMain(m *testing.M) {
	if os.Getenv(scriptVariable) != "" {
		os.Exit(scriptedcodex.Main(os.Args[1:], os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

func TestTheCountsOfAScriptedCodexAreExact(t *testing.T) {
	h := newHome(t)
	run := func(args ...string) {
		t.Helper()
		c := exec.Command(os.Args[0], append([]string{"exec"}, args...)...)
		c.Env = append(os.Environ(), scriptVariable+"=1", "CODEX_HOME="+h.dir, scriptedcodex.TurnVariable+"=1ms", scriptedcodex.RefuseVariable+"=gpt-5.6-sol*3")
		if out, err := c.CombinedOutput(); err != nil && c.ProcessState.ExitCode() != 1 {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for range 5 {
		run("-m", "gpt-5.6-sol", "say something")
		h.importAll()
	}
	run("resume", "--last", "-m", "gpt-6-sol", "go on")
	h.importAll()
	got := map[string]int{}
	for _, o := range h.outcomes() {
		got[o]++
	}
	if diff := cmp.Diff(map[string]int{"gpt-5.6-sol refused": 3, "gpt-5.6-sol answered": 2, "gpt-6-sol answered": 1}, got); diff != "" {
		t.Error(diff)
	}
}
