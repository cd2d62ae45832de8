package ptywrap

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestTheProgramFindsTheEnvironmentAsItWas(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 200})
	env := []string{"A=1", "BAD=\xff\xfe", "A=2", TTYVariable + "=stale"}
	dir := t.TempDir()
	c := startCommand(t, term, Command{
		Path: "/bin/sh", Argv0: "other name", Dir: dir, Env: env,
		Args: []string{"-c", `tr '\0' '\n' < /proc/$$/environ | cat -v; tty; pwd; tr '\0' '|' < /proc/$$/cmdline; echo`, "", "x y"},
	})
	c.Wait()
	con.Settle()
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(con.Output()), "\r\n", "\n")), "\n")
	if len(lines) != 7 {
		t.Fatalf("got %q", lines)
	}
	if want := []string{"A=1", "BAD=M-^?M-~", "A=2", TTYVariable + "=" + lines[4]}; !slices.Equal(lines[:4], want) {
		t.Errorf("environment %q, want %q", lines[:4], want)
	}
	if lines[5] != dir {
		t.Errorf("directory %s, want %s", lines[5], dir)
	}
	if !strings.HasPrefix(lines[6], "other name|-c|") || !strings.HasSuffix(lines[6], "||x y|") {
		t.Errorf("arguments %q", lines[6])
	}
}

func TestSignalsAndUmaskAreAsForADirectChild(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	const ask = `grep -E "^Sig(Blk|Ign)" /proc/self/status; umask`
	direct, err := exec.Command("/bin/sh", "-c", ask).Output()
	if err != nil {
		t.Fatal(err)
	}
	script(t, term, ask).Wait()
	con.Settle()
	if got := strings.ReplaceAll(string(con.Output()), "\r\n", "\n"); got != string(direct) {
		t.Errorf("through the pseudo-terminal\n%s, directly\n%s", got, direct)
	}
}
