package selftest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/lang"
)

func TestEverythingIsOkHere(t *testing.T) {
	t.Parallel()
	c := try(t, cxhook, console.Options{Answer: true, Env: []string{"SELFTEST_TEST_PATIENCE=18s"}}) // for a busy machine
	rows := 0
	for _, row := range c.Text() {
		if name, rest, found := strings.Cut(row, ": "); found && name != "" {
			rows++
			if !strings.HasPrefix(rest, "ok (") {
				t.Error(row)
			}
		}
	}
	if want := len(inPlace) + len(apart); rows != want {
		t.Errorf("%d rows, want %d:\n%s", rows, want, strings.Join(c.Text(), "\n"))
	}
}

// broken are programs in the place of cxhook, each with the fault that a check is for. They are called as
// shim run --codex PATH -- ARGUMENT…, and have $codex for the path and $real for a cxhook without a fault.
var broken = []struct{ check, shim, want string }{
	{"own", `"$real" run --codex "$codex" -- "$@"; status=$?; stty raw -echo; exit $status`, "settings are not as before"},
	{"own", `"$real" run --codex "$codex" -- "$@"; exit 0`, "the status is 0, not 7"},
	{"own-killed", `"$real" run --codex "$codex" -- "$@"; exit`, "the program did not end"},
	{"own-killed", `exec "$codex" "$@"`, "settings are not as before"},
	{"name", `bash -c 'exec -a cxhook-monitor sleep 60' </dev/tty >/dev/tty 2>&1 & exec "$codex" "$@"`, "the monitor has not opened /dev/"},
	{"name", `exec "$codex" "$@"`, "no cxhook-monitor runs"},
	{"bytes", `PATH=${0%/*}:$PATH exec "$codex" "$@"`, "has not got the bytes"},
	{"output", `"$real" run --codex "$codex" -- "$@" | head -c 2000`, " of 5000 is missing"},
	{"output", `"$codex" "$@" | sed 's/the last output//'`, "the last output is missing"},
	{"status", `"$real" run --codex "$codex" -- "$@"; exit 0`, "the status is 0, not 7"},
	{"end", `exec "$codex" "$@"`, "never showed \"\\x1b[?1000l\""},
	{"end", `"$real" run --codex "$codex" -- "$@"; status=$?; stty raw -echo; exit $status`, "settings are not as before"},
	{"killed", `"$real" run --codex "$codex" -- "$@"; exit`, "the program did not end"},
	{"killed", `exec "$codex" "$@"`, "never showed \"\\x1b[?1000l\""},
	{"stop", `trap '' TSTP; exec "$codex" "$@"`, "after Ctrl-Z"},
	{"orphan", `exec 3<&0; trap 'kill -STOP 0' TSTP; "$codex" "$@" <&3 & while ! wait; do :; done`, "after Ctrl-Z"},
	{"paste", `"$real" run --codex "$codex" -- "$@"; sleep 60`, "never showed \"selftest> \""},
	{"relaunch", `exec "$codex" "$@"`, "never showed \"1 gpt-6-sol\""},
	{"question", `exec "$codex" "$@"`, "never showed \"1 gpt-6-sol\""},
}

func TestEachFaultOfAShimIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("it is about the checks, not about the cxhook under test")
	}
	covered := map[string]bool{"foreground": true, "answers": true, "kitty": true, "synchronized": true, "focus": true, "settings": true} // below
	for _, b := range broken {
		covered[b.check] = true
		t.Run(b.check, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			shim := filepath.Join(dir, "shim")
			for path, text := range map[string]string{
				shim:                       "codex=$3 real=" + quote(cxhook) + "; shift 4\n" + b.shim,
				filepath.Join(dir, "stty"): "PATH=${PATH#*:}; exec stty \"$@\" icrnl", // for a shim that takes it
			} {
				if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			c := try(t, shim, console.Options{Answer: true, Env: []string{"SELFTEST_TEST_PATIENCE=3s"}}, b.check)
			if text := strings.Join(c.Text(), ""); !strings.Contains(text, b.check+": not ok") || !strings.Contains(text, b.want) {
				t.Errorf("want %q of %q:\n%s", b.want, b.shim, text)
			}
			if now, err := termiosOf(c.TTY()); err != nil || now.Lflag&unix.ICANON == 0 || now.Lflag&unix.ECHO == 0 {
				t.Errorf("the terminal is not as it was: local modes %#x, %v", now.Lflag, err)
			}
		})
	}
	for _, c := range append(inPlace, apart...) {
		if !covered[c.name] {
			t.Errorf("no shim is broken in %s", c.name)
		}
	}
}

func TestEveryCheckHasItsRowInEveryLanguage(t *testing.T) {
	for _, l := range lang.Languages() {
		for _, c := range append(inPlace, apart...) {
			if !lang.Of(l).Has("selftest.check." + c.name) {
				t.Errorf("%s has no selftest.check.%s", l, c.name)
			}
		}
	}
}

func TestATerminalThatAnswersNothingIsToldSo(t *testing.T) {
	t.Parallel()
	c := try(t, cxhook, console.Options{}, "answers", "kitty", "synchronized", "focus")
	for _, want := range []string{"answers: not ok (the terminal has not told", "kitty: skipped", "synchronized: skipped", "focus: skipped"} {
		if text := strings.Join(c.Text(), "\n"); !strings.Contains(text, want) {
			t.Errorf("want %q:\n%s", want, text)
		}
	}
}

func TestATerminalThatIsAnotherJobsIsToldSo(t *testing.T) {
	t.Parallel()
	c := try(t, cxhook, console.Options{Cmd: []string{"bash", "-c", `set -m; "$@" & wait`, "bash"}}, "foreground")
	c.WaitText("foreground: not ok (the terminal is the process group")
}

func TestWhatAKernelKeepsInTheSettingsIsNoDifference(t *testing.T) {
	var before unix.Termios
	now := before
	now.Lflag |= unix.PENDIN
	if err := same(before, now); err != nil {
		t.Error(err)
	}
	now.Lflag |= unix.ECHO
	if same(before, now) == nil {
		t.Error("a difference in ECHO is not told")
	}
}

// The command as a whole, in a terminal that people use.
func TestInTmuxTheCommandEndsWell(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, status := filepath.Join(dir, "out"), filepath.Join(dir, "status")
	socket := filepath.Join(dir, "s")
	tmux := exec.Command("tmux", "-S", socket, "-f", "/dev/null", "new-session", "-x", "120", "-y", "40", "-d",
		quote(cxhook)+" selftest --json >"+quote(out)+"; echo $? >"+quote(status)+"; tmux -S "+quote(socket)+" wait-for -S done")
	if said, err := tmux.CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v\n%s", err, said)
	}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", socket, "kill-server").Run() })
	_ = exec.Command("tmux", "-S", socket, "wait-for", "done").Run() // the session may have ended by now, and the server
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		OK     bool     `json:"ok"`
		Checks []Result `json:"checks"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if code, err := os.ReadFile(status); err != nil || strings.TrimSpace(string(code)) != "0" || !report.OK || len(report.Checks) != len(inPlace)+len(apart) {
		t.Errorf("status %q, %v\n%s", code, err, text)
	}
}
