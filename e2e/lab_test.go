//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/internal/realcodex"
)

// patience bounds every wait for a condition. Real codex starts in about two seconds on an idle core, and in ten where
// several start at once; for a machine that is busy with other things CXHOOK_E2E_PATIENCE is a longer one.
var patience = time.Minute

func init() {
	if d, err := time.ParseDuration(os.Getenv("CXHOOK_E2E_PATIENCE")); err == nil {
		patience = d
	}
}

// lookAgain is the pause between two looks for something that is about to be, lookAgainLate for what takes codex seconds:
// each look starts a process.
const (
	lookAgain     = 50 * time.Millisecond
	lookAgainLate = 200 * time.Millisecond
)

// labMarker is in the environment of every process of a lab, and of no other.
const labMarker = "CXHOOK_E2E_LAB"

// lab is everything one case needs: a home, a project, a configured codex, and the service.
type lab struct {
	t       *testing.T
	root    string // under the user's cache: codex warns about a CODEX_HOME in the temporary folder
	home    string // HOME; the project is ~/project
	codex   string // CODEX_HOME
	bin     string // the only folder of PATH with codex and cxhook in it
	project string
	cols    int
	rows    int
	api     *fakeapi.Server
	screen  *screen // the one that was opened last, for messages; nil without one
}

// options is what differs from case to case.
type options struct {
	models  map[string]fakeapi.Script // default: crowded is refused, everything else served
	config  string                    // more of codex's config.toml
	builtIn bool                      // Codex's own provider, which compacts remotely, in place of a custom one
	cols    int                       // of the screen; default 100
	rows    int                       // of the screen; default 30
}

var refused = fakeapi.Script{{Kind: fakeapi.Capacity}}

// newLab sets a lab up and takes it down at the end of the test, with every process that was started in it.
func newLab(t *testing.T, o options) *lab {
	t.Helper()
	if o.models == nil {
		o.models = map[string]fakeapi.Script{crowded: refused}
	}
	if o.cols == 0 {
		o.cols, o.rows = 100, 30
	}
	l := &lab{t: t, cols: o.cols, rows: o.rows}
	var err error
	if l.api, err = fakeapi.Start(fakeapi.Options{Models: o.models}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.api.Close() })
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cache = filepath.Join(cache, "cxhook-test")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	if l.root, err = os.MkdirTemp(cache, "e"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if log, err := os.ReadFile(filepath.Join(l.root, "log")); t.Failed() && err == nil {
			t.Logf("cxhook's log:\n%s", log)
		}
		l.endProcesses()
		// The daemon's socket lies elsewhere when its path would be too long.
		if socket, err := os.Readlink(filepath.Join(l.codex, "app-server-control", "app-server-control.sock")); err == nil {
			os.Remove(socket)
		}
		if err := os.RemoveAll(l.root); err != nil {
			t.Errorf("the lab was not taken down: %v", err)
		}
	})
	l.home, l.codex, l.bin = filepath.Join(l.root, "h"), filepath.Join(l.root, "c"), filepath.Join(l.root, "bin")
	l.project = filepath.Join(l.home, "project")
	generated := filepath.Join(l.root, "d", "fish", "generated_completions") // else fish reads all man pages, beside the test and after it
	for _, dir := range []string{l.codex, l.bin, l.project, generated} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(l.root, "r"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := realcodex.InstallDaemon(l.codex, programPath, release); err != nil {
		t.Fatal(err)
	}
	l.link(codexPath, "codex")
	l.link(cxhookPath, "cxhook")
	l.write("c/config.toml", l.codexConfig(o))
	l.write("x/cxhook/config.toml", fmt.Sprintf("models = [%q, %q]\n", firstAlt, otherAlt))
	// With colours of its own tmux answers OSC 10 and 11, upon which codex fills the composer.
	l.write("tmux.conf", "set -g window-style 'fg=#ffffff,bg=#000000'\nset -g history-limit 5000\n")
	if o.builtIn {
		login := l.command("codex", "login", "--with-api-key")
		login.Stdin = strings.NewReader("sk-dummy")
		if out, err := login.CombinedOutput(); err != nil {
			t.Fatalf("codex login: %v\n%s", err, out)
		}
	}
	return l
}

func (l *lab) codexConfig(o options) string {
	provider := fmt.Sprintf(`model_provider = "mock"
[model_providers.mock]
name = "mock"
base_url = %q
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`, l.api.URL())
	if o.builtIn {
		provider = fmt.Sprintf("openai_base_url = %q\nchatgpt_base_url = %q\n", l.api.URL(), strings.TrimSuffix(l.api.URL(), "v1"))
	}
	return fmt.Sprintf(`model = %q
%s
check_for_update_on_startup = false
%s
[analytics]
enabled = false
[projects.%q]
trust_level = "trusted"
[notice.model_migrations]
"gpt-5.6-sol" = "gpt-6-sol"
[tui]
show_tooltips = false
`, crowded, o.config, provider, l.project)
}

func (l *lab) link(target, name string) {
	l.t.Helper()
	if err := os.Symlink(target, filepath.Join(l.bin, name)); err != nil {
		l.t.Fatal(err)
	}
}

// withoutLauncher has npm's launcher, which passes its arguments on, left out where codex is started often.
func (l *lab) withoutLauncher() {
	l.t.Helper()
	if err := os.Remove(filepath.Join(l.bin, "codex")); err != nil {
		l.t.Fatal(err)
	}
	l.link(programPath, "codex")
}

// slowCatalogue makes codex debug models take some seconds longer.
func (l *lab) slowCatalogue(seconds string) {
	l.t.Helper()
	if err := os.Remove(filepath.Join(l.bin, "codex")); err != nil {
		l.t.Fatal(err)
	}
	l.write("bin/codex", fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = debug ]; then sleep %s; fi\nexec %q \"$@\"\n", seconds, codexPath))
	if err := os.Chmod(filepath.Join(l.bin, "codex"), 0o755); err != nil {
		l.t.Fatal(err)
	}
}

func (l *lab) write(name, content string) {
	l.t.Helper()
	path := filepath.Join(l.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		l.t.Fatal(err)
	}
}

// env is the whole environment of the lab's processes.
func (l *lab) env() []string {
	return []string{
		labMarker + "=" + l.root,
		"CXHOOK_LOG=" + filepath.Join(l.root, "log"),
		"HOME=" + l.home,
		"CODEX_HOME=" + l.codex,
		"XDG_CONFIG_HOME=" + filepath.Join(l.root, "x"),
		"XDG_RUNTIME_DIR=" + filepath.Join(l.root, "r"),
		"XDG_STATE_HOME=" + filepath.Join(l.root, "s"),
		"XDG_CACHE_HOME=" + filepath.Join(l.root, "k"),
		"XDG_DATA_HOME=" + filepath.Join(l.root, "d"),
		"OPENAI_BASE_URL=" + l.api.URL(), // 0.106 reads it, later releases openai_base_url
		"PATH=" + l.bin + ":" + os.Getenv("PATH"),
		"LANG=C.UTF-8",
		"COLORTERM=truecolor",
		"SHELL=/bin/bash",
	}
}

// command is a process of the lab without a terminal.
func (l *lab) command(name string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	l.t.Cleanup(cancel)
	if path := filepath.Join(l.bin, name); !strings.Contains(name, "/") {
		if _, err := os.Stat(path); err == nil {
			name = path
		}
	}
	c := exec.CommandContext(ctx, name, args...)
	c.Env, c.Dir = append(l.env(), "TERM=xterm-256color"), l.project
	return c
}

// request waits until the wire has carried a request for which cond holds.
func (l *lab) request(what string, cond func(fakeapi.Request) bool) fakeapi.Request {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := l.api.WaitRequest(ctx, cond)
	if err != nil {
		var seen string
		if l.screen != nil {
			seen = "; the screen:\n" + strings.TrimRight(strings.Join(l.screen.rows(), "\n"), "\n")
		}
		l.t.Fatalf("%s: %v%s", what, err, seen)
	}
	return r
}

// turnOn waits for a turn of the user that a model was asked for.
func (l *lab) turnOn(model string) fakeapi.Request {
	l.t.Helper()
	return l.request("a turn on "+model, func(r fakeapi.Request) bool { return r.Purpose == fakeapi.Turn && r.Model == model })
}

// turns counts the user's turns that a model was asked for.
func (l *lab) turns(model string) (n int) {
	for _, r := range l.api.Requests() {
		if r.Purpose == fakeapi.Turn && r.Model == model {
			n++
		}
	}
	return n
}

// until waits for a condition.
func until(t *testing.T, cond func() bool) bool {
	t.Helper()
	begun := time.Now()
	for !cond() {
		waited := time.Since(begun)
		if waited > patience {
			return false
		}
		time.Sleep(min(max(waited/8, lookAgain), lookAgainLate))
	}
	return true
}
