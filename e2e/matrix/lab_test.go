//go:build e2e

package matrix

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/internal/realcodex"
)

// labMarker is in the environment of every process of a lab, and of no other.
const labMarker = "CXHOOK_MATRIX_LAB"

// The models: the one that codex is configured with, and the one that cxhook offers instead.
const (
	crowded = "gpt-5.6-sol"
	spare   = "gpt-6-sol"
)

// lab is a home with a configured codex, and the service.
type lab struct {
	t       *testing.T
	root    string
	project string
	api     *fakeapi.Server
}

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{t: t}
	var err error
	if l.api, err = fakeapi.Start(fakeapi.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.api.Close() })
	if l.root, err = os.MkdirTemp(labsPath, "m"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.endProcesses()
		if socket, err := os.Readlink(l.path("c/app-server-control/app-server-control.sock")); err == nil {
			os.Remove(socket)
		}
		if err := os.RemoveAll(l.root); err != nil {
			t.Logf("the lab was not taken down: %v", err)
		}
	})
	l.project = l.path("h/project")
	for _, dir := range []string{l.path("c"), l.project} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(l.path("r"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := realcodex.InstallDaemon(l.path("c"), codexPath, release); err != nil {
		t.Fatal(err)
	}
	l.write("c/config.toml", l.codexConfig())
	l.write("x/cxhook/config.toml", fmt.Sprintf("models = [%q]\n", spare))
	return l
}

// codexConfig names the provider "OpenAI", for which Codex compacts remotely, and lets tools run unasked.
func (l *lab) codexConfig() string {
	return fmt.Sprintf(`model = %q
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_provider = "mock"
[model_providers.mock]
name = "OpenAI"
base_url = %q
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects.%q]
trust_level = "trusted"
[notice]
hide_full_access_warning = true
hide_rate_limit_model_nudge = true
hide_gpt5_1_migration_prompt = true
"hide_gpt-5.1-codex-max_migration_prompt" = true
[notice.model_migrations]
%q = %q
[tui]
show_tooltips = false
`, crowded, l.api.URL(), l.project, crowded, spare)
}

// answer tells how the service answers every model but the spare one: 0.99 asks for a model of its own.
func (l *lab) answer(script ...fakeapi.Answer) {
	l.api.Script(map[string]fakeapi.Script{fakeapi.AnyModel: script, spare: {{Kind: fakeapi.OK}}})
}

func (l *lab) path(name string) string { return filepath.Join(l.root, name) }

func (l *lab) write(name, content string) {
	l.t.Helper()
	if err := os.MkdirAll(filepath.Dir(l.path(name)), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(l.path(name), []byte(content), 0o644); err != nil {
		l.t.Fatal(err)
	}
}

// env is the whole environment of the lab's processes.
func (l *lab) env() []string {
	return []string{
		labMarker + "=" + l.root,
		"HOME=" + l.path("h"),
		"CODEX_HOME=" + l.path("c"),
		"XDG_CONFIG_HOME=" + l.path("x"),
		"XDG_RUNTIME_DIR=" + l.path("r"),
		"XDG_STATE_HOME=" + l.path("s"),
		"XDG_CACHE_HOME=" + l.path("k"),
		"XDG_DATA_HOME=" + l.path("d"),
		"PATH=" + os.Getenv("PATH"),
		"LANG=C.UTF-8",
		"TERM=xterm-256color",
		"COLORTERM=truecolor",
		"SHELL=/bin/bash",
	}
}

// daemonIsUp tells whether Codex's shared daemon takes connections.
func (l *lab) daemonIsUp() bool {
	_, err := os.Lstat(l.path("c/app-server-control/app-server-control.sock"))
	return err == nil
}

// sessionID is the id of the newest session file that codex has written, "" without one.
func (l *lab) sessionID() string {
	paths, _ := filepath.Glob(l.path("c/sessions/*/*/*/rollout-*.jsonl")) // the pattern is well formed
	if len(paths) == 0 {
		return ""
	}
	const idLength = 36
	name := strings.TrimSuffix(filepath.Base(paths[len(paths)-1]), ".jsonl")
	return name[max(0, len(name)-idLength):]
}

// endProcesses ends what is left of the lab, Codex's daemon above all, by pid.
func (l *lab) endProcesses() {
	signal := syscall.SIGTERM
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		left := 0
		files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
		for _, file := range files {
			environ, err := os.ReadFile(file)
			if err != nil || !bytes.Contains(environ, []byte(labMarker+"="+l.root+"\x00")) {
				continue // gone, or not ours
			}
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil && pid != os.Getpid() {
				left++
				_ = syscall.Kill(pid, signal) // it may have ended by itself
			}
		}
		if left == 0 {
			return
		}
		signal = syscall.SIGKILL
	}
	l.t.Error("processes were left running")
}
