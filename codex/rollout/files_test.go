package rollout

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestHomeIsTheOneCodexUses(t *testing.T) {
	user, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	for want, env := range map[string][]string{
		"/c":             {"HOME=/home/dev", "CODEX_HOME=/b", "CODEX_HOME=/c"},
		"/d/.codex":      {"CODEX_HOME=", "HOME=/d"},
		"/home/.codex":   {"HOME=/home", "XCODEX_HOME=/x"},
		"/srv/codex dir": {"CODEX_HOME=/srv/codex dir"},

		user.HomeDir + "/.codex": {"PATH=/bin"},
	} {
		if got := Home(env); got != want {
			t.Errorf("%q: %q, want %q", env, got, want)
		}
	}
}

var epoch = time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)

// add writes a session that began minutes after epoch and was last written
// at the time given.
func add(t *testing.T, home, id, cwd, source string, minutes int, written time.Time) {
	t.Helper()
	started := epoch.Add(time.Duration(minutes) * time.Minute)
	dir := filepath.Join(home, "sessions", started.Format("2006/01/02"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf(`{"timestamp":%q,"type":"session_meta","payload":{"id":%q,"timestamp":%q,"cwd":%q,"source":%s}}`+"\nnot read\n",
		started.Format(time.RFC3339), id, started.Format(time.RFC3339), cwd, source)
	path := filepath.Join(dir, "rollout-"+started.Format("2006-01-02T15-04-05")+"-"+id+".jsonl")
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, written, written); err != nil {
		t.Fatal(err)
	}
}

func ids(files []File) []string {
	var list []string
	for _, f := range files {
		list = append(list, f.ID)
	}
	return list
}

func TestSessionsListsThoseOfADirectoryYoungestFirst(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(project, link); err != nil {
		t.Fatal(err)
	}
	later := epoch.Add(time.Hour)
	add(t, home, "old", project, `"cli"`, -100, epoch.Add(-time.Hour))
	add(t, home, "resumed", project, `"cli"`, -2000, later)
	add(t, home, "first", project, `"vscode"`, 1, later)
	add(t, home, "second", link, `"exec"`, 2, later)
	add(t, home, "elsewhere", "/else", `"cli"`, 3, later)
	add(t, home, "child", project, `{"subagent":{"thread_spawn":{}}}`, 4, later)
	for _, name := range []string{"rollout-x.jsonl", "rollout-y.jsonl.zst", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(home, "sessions", name), []byte("junk"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(home, "sessions", "rollout-pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err) // whoever opens it waits
	}
	files, err := Sessions(home, project, epoch)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"child", "second", "first", "resumed"}, ids(files)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if !files[0].SubAgent || files[1].SubAgent {
		t.Errorf("%+v", files[:2])
	}
	all, err := Sessions(home, "", time.Time{})
	if err != nil || len(all) != 6 {
		t.Errorf("every directory: %q, %v", ids(all), err)
	}
}

func TestAHomeWithoutSessionsIsEmpty(t *testing.T) {
	files, err := Sessions(filepath.Join(t.TempDir(), "none"), "/p", time.Time{})
	if err != nil || len(files) != 0 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestFindGivesTheFileOfAnID(t *testing.T) {
	home := t.TempDir()
	add(t, home, "01a2", "/p", `"cli"`, 0, epoch)
	path, err := Find(home, "01a2")
	if err != nil || filepath.Base(path) != "rollout-2026-11-29T10-00-00-01a2.jsonl" {
		t.Errorf("%q, %v", path, err)
	}
	for _, id := range []string{"a2", "01a", ""} {
		if _, err := Find(home, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestTheLatestIsTheOneWrittenToLast(t *testing.T) {
	home := t.TempDir()
	for i, source := range []string{`"cli"`, `"vscode"`, `"exec"`, `{"subagent":"review"}`} {
		add(t, home, fmt.Sprint("here", i), "/p", source, -i, epoch.Add(time.Duration(i)*time.Minute))
	}
	add(t, home, "there", "/q", `"cli"`, 9, epoch.Add(time.Hour))
	for _, c := range []struct {
		cwd  string
		exec bool
		want string
	}{{"/p", false, "here1"}, {"/p", true, "here2"}, {"", false, "there"}, {"/none", true, ""}} {
		path, err := Latest(home, c.cwd, c.exec)
		if c.want == "" {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%+v: %q, %v", c, path, err)
			}
		} else if err != nil || !strings.HasSuffix(path, "-"+c.want+".jsonl") {
			t.Errorf("%+v: %q, %v", c, path, err)
		}
	}
}
