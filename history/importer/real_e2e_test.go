//go:build e2e

package importer

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/internal/fakeapi"
)

// This test runs the real codex named by CXHOOK_E2E_CODEX, where no network but
// loopback exists and is up:
//
//	CXHOOK_E2E_CODEX=… unshare -n sh -c 'ip link set lo up; go test -tags e2e -run Schedule ./history/importer'

func onlyLoopback(t *testing.T) {
	t.Helper()
	interfaces, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagLoopback == 0 && i.Flags&net.FlagUp != 0 {
			t.Fatalf("the interface %s is up: run this under unshare -n", i.Name)
		}
	}
}

// lived is a home that a real codex uses, with a model API of its own.
func lived(t *testing.T, schedule string) (h *home, api *fakeapi.Server, run func(dir string, args ...string)) {
	t.Helper()
	onlyLoopback(t)
	codex := os.Getenv("CXHOOK_E2E_CODEX")
	if codex == "" {
		t.Fatal("CXHOOK_E2E_CODEX must name the codex to test")
	}
	scripts, err := fakeapi.ParseScripts(schedule)
	if err != nil {
		t.Fatal(err)
	}
	if api, err = fakeapi.Start(fakeapi.Options{Models: scripts}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { api.Close() })
	h = newHome(t)
	cache, err := os.UserCacheDir() // codex warns about a home in the temporary folder
	h.must(err)
	h.must(os.MkdirAll(filepath.Join(cache, "cxhook-test"), 0o700))
	h.dir, err = os.MkdirTemp(filepath.Join(cache, "cxhook-test"), "i")
	h.must(err)
	t.Cleanup(func() { os.RemoveAll(h.dir) })
	h.must(os.WriteFile(filepath.Join(h.dir, "config.toml"), fmt.Appendf(nil, `model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = %q
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
`, api.URL()), 0o600))
	return h, api, func(dir string, args ...string) {
		c := exec.Command(codex, append([]string{"exec", "--skip-git-repo-check"}, args...)...)
		c.Dir, c.Env = dir, append(os.Environ(), "CODEX_HOME="+h.dir)
		if out, err := c.CombinedOutput(); err != nil && c.ProcessState == nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

func TestAReviewOfRealCodexCountsOnceAndForItsModel(t *testing.T) {
	h, _, run := lived(t, "gpt-5.6-sol=ok*2")
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	h.must(os.WriteFile(filepath.Join(dir, "new"), []byte("x\n"), 0o600))
	run(dir, "-m", "gpt-5.6-sol", "review", "--uncommitted")
	h.importAll()
	h.must(h.store.Witness())
	got := map[bool][]string{}
	for _, turn := range h.turns() {
		got[turn.Hidden] = append(got[turn.Hidden], turn.Model+" "+string(turn.Outcome))
	}
	once := []string{"gpt-5.6-sol answered"} // the reviewer's own turn is not counted with the user's
	if diff := cmp.Diff(map[bool][]string{false: once, true: once}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheCountsOfAKnownScheduleAreExact(t *testing.T) {
	h, api, run := lived(t, "gpt-5.6-sol=capacity*2,ok,capacity_http,usage_limit,ok*2,capacity; gpt-6-luna=ok")
	for range 8 {
		run(t.TempDir(), "-m", "gpt-5.6-sol", "say something")
		h.importAll() // beside and between
	}
	newest := slices.Max(h.sessions())
	run(t.TempDir(), "-m", "gpt-6-luna", "resume", newest, "go on")
	report := h.importAll()
	got := map[string]int{}
	for _, o := range h.outcomes() {
		got[o]++
	}
	want := map[string]int{"gpt-5.6-sol refused": 4, "gpt-5.6-sol failed": 1, "gpt-5.6-sol answered": 3, "gpt-6-luna answered": 1}
	if got["gpt-5.6-sol unanswered"] > 0 { // a release that writes no error down
		want = map[string]int{"gpt-5.6-sol unanswered": 5, "gpt-5.6-sol answered": 3, "gpt-6-luna answered": 1}
	}
	for _, turn := range h.turns() {
		if turn.Outcome == history.Failed && turn.Class != "usage_limit" || turn.Outcome == history.Refused && turn.Class != "capacity" {
			t.Errorf("%+v", turn)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || report.Lines != 0 || len(report.Skipped) != 0 {
		t.Errorf("%+v: -want +got\n%s", report, diff)
	}
	turns := 0
	for _, r := range api.Requests() {
		if r.Purpose == fakeapi.Turn {
			turns++
		}
	}
	t.Logf("%d requests for turns, %d turns", turns, len(h.turns()))
}

// sessions gives the ids of all sessions; they are in the order of their times.
func (h *home) sessions() (ids []string) {
	for _, t := range h.turns() {
		ids = append(ids, t.Session)
	}
	return ids
}
