//go:build e2e

package appserver

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/terminal"
)

// These tests run the real codex, 0.163 or later, named by CXHOOK_E2E_CODEX,
// where no network but loopback exists:
//
//	CXHOOK_E2E_CODEX=… unshare -n go test -tags e2e ./codex/appserver
//
// With -record they write the recordings that the other tests play.

// The models: what codex is configured with, and those to switch to.
const (
	crowded = "gpt-5.6-sol"
	crowd2  = "gpt-6-astra"
	free    = "gpt-6-sol"
	free2   = "gpt-6-luna"
)

const sentence = "Selected model is at capacity. Please try a different model."

func TestMain(m *testing.M) {
	if err := isolated(); err != nil {
		fmt.Fprintln(os.Stderr, "appserver e2e:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// isolated makes sure that codex reaches nothing but this machine.
func isolated() error {
	if os.Getenv("CXHOOK_E2E_CODEX") == "" {
		return errors.New("CXHOOK_E2E_CODEX must name the codex to test")
	}
	interfaces, err := net.Interfaces()
	if err != nil {
		return err
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagLoopback == 0 && i.Flags&net.FlagUp != 0 {
			return fmt.Errorf("the interface %s is up: run this under unshare -n", i.Name)
		}
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo)
}

func release(t *testing.T) string {
	t.Helper()
	out, err := exec.Command(os.Getenv("CXHOOK_E2E_CODEX"), "--version").Output() // "codex-cli 0.171.0"
	fields := strings.Fields(string(out))
	if err != nil || len(fields) < 2 {
		t.Fatalf("codex --version: %q, %v", out, err)
	}
	return fields[1]
}

// lab is a home, a project and a service for one TUI.
type lab struct {
	t             *testing.T
	root, project string
	home          string // CODEX_HOME
	api           *fakeapi.Server
	tui           *console.Console
}

// startLab starts a TUI whose first prompt is refused, and waits for that.
func startLab(t *testing.T, models map[string]fakeapi.Script) *lab {
	t.Helper()
	api, err := fakeapi.Start(fakeapi.Options{Models: models})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { api.Close() })
	cache, err := os.UserCacheDir() // codex warns about a home in the temporary folder
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.MkdirTemp(cache, "cxhook-appserver-")
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{t: t, root: root, project: filepath.Join(root, "project"), home: filepath.Join(root, ".codex"), api: api}
	t.Cleanup(l.end)
	for _, dir := range []string{l.project, filepath.Join(l.home, "rules")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	l.write("rules/default.rules", `prefix_rule(pattern=["touch"], decision="prompt")`)
	l.write("config.toml", fmt.Sprintf(`model = %q
model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = %q
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects.%q]
trust_level = "trusted"
[notice.model_migrations]
"gpt-5.6-sol" = "gpt-6-sol"
[tui]
show_tooltips = false
`, crowded, api.URL(), l.project))
	l.start("fix the parser")
	l.tui.WaitText(sentence)
	return l
}

func (l *lab) start(args ...string) {
	l.t.Helper()
	l.tui = console.Start(l.t, console.Options{
		Cols: 100, Rows: 40, Answer: true, Dir: l.project,
		Cmd: append([]string{os.Getenv("CXHOOK_E2E_CODEX")}, args...),
		Env: append(os.Environ(), "CODEX_HOME="+l.home, "HOME="+l.root, "TERM=xterm-256color"),
	})
}

// again quits the TUI, starts another on an earlier thread with a prompt, and
// waits until that is refused.
func (l *lab) again(command, thread, prompt string) {
	l.t.Helper()
	l.tui.Type("\x03")
	l.tui.Wait()
	refused := func() (n int) {
		for _, r := range l.api.Requests() {
			if r.Purpose == fakeapi.Turn && r.Says("user", prompt) {
				n++
			}
		}
		return n
	}
	before := refused()
	l.start(command, thread, "-m", crowded, prompt)
	if !until(func() bool { return refused() > before }) {
		l.t.Fatalf("codex %s sent no request", command)
	}
	l.tui.WaitFor(func(s *terminal.Screen) bool {
		text := strings.Join(s.Text(), "\n")
		_, after, ok := strings.Cut(text, prompt)
		return ok && strings.Contains(after, sentence)
	}, "refusal of the prompt")
}

func (l *lab) write(name, content string) {
	l.t.Helper()
	if err := os.WriteFile(filepath.Join(l.home, name), []byte(content), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

// processes gives the processes of this home, by a part of their command line.
func (l *lab) processes(command string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
	for _, file := range files {
		environ, err := os.ReadFile(file)
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline")) // empty once it has ended
		if err != nil || !bytes.Contains(environ, []byte("CODEX_HOME="+l.home+"\x00")) ||
			!strings.Contains(strings.ReplaceAll(string(line), "\x00", " "), command) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// end ends codex and its daemon, by pid, and removes the home.
func (l *lab) end() {
	signal := syscall.SIGTERM
	if !until(func() bool {
		left := l.processes("")
		for _, pid := range left {
			_ = syscall.Kill(pid, signal) // it may have ended by itself
		}
		signal = syscall.SIGKILL
		return len(left) == 0
	}) {
		l.t.Errorf("left running: %v", l.processes(""))
	}
	if err := os.RemoveAll(l.root); err != nil {
		l.t.Error(err)
	}
}

func until(cond func() bool) bool {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if cond() {
			return true
		}
	}
	return false
}

// connect dials the daemon by way of a recorder.
func (l *lab) connect(recording string) *Client {
	l.t.Helper()
	return dial(l.t, relay(l.t, l.home, l.root, recording))
}

// last is the newest request of a purpose on the wire.
func (l *lab) last(purpose fakeapi.Purpose) (last fakeapi.Request) {
	for _, r := range l.api.Requests() {
		if r.Purpose == purpose {
			last = r
		}
	}
	return last
}

// turns counts the turns on the wire that a model was asked for.
func (l *lab) turns(model string) (n int) {
	for _, r := range l.api.Requests() {
		if r.Purpose == fakeapi.Turn && r.Model == model {
			n++
		}
	}
	return n
}
