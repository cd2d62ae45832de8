package pacing

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/history/journal"
)

var ten = time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)

func temporary(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "state", "pacing.jsonl")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func names(models map[string]bool) (list []string) {
	for m, is := range models {
		if is {
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}

func TestTheLastWordOfTenMinutesCounts(t *testing.T) {
	path := temporary(t)
	must(t, Open(path).Refused("old", journal.Capacity, ten.Add(-10*time.Minute-time.Second)))
	must(t, Open(path).Refused("sol", journal.Capacity, ten.Add(-10*time.Minute)))
	must(t, Open(path).Refused("luna", journal.Capacity, ten.Add(-3*time.Minute)))
	must(t, Open(path).Worked("luna", ten.Add(-2*time.Minute)))
	must(t, Open(path).Worked("terra", ten.Add(-2*time.Minute)))
	must(t, Open(path).Refused("terra", journal.Capacity, ten.Add(-1*time.Minute)))
	must(t, Open(path).Refused("future", journal.Capacity, ten.Add(time.Hour)))
	Open(path).Reserve(ten, time.Minute)
	if diff := cmp.Diff([]string{"sol", "terra"}, names(Open(path).RecentlyRefused(ten))); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyCapacityMakesAModelCrowded(t *testing.T) {
	path := temporary(t)
	must(t, Open(path).Refused("sol", journal.Capacity, ten.Add(-3*time.Minute)))
	must(t, Open(path).Refused("sol", "network", ten.Add(-2*time.Minute))) // which says nothing of the model
	must(t, Open(path).Refused("luna", "usage_limit", ten.Add(-2*time.Minute)))
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(`{"at":"2026-11-29T09:59:00Z","kind":"refused","model":"terra"}` + "\n") // of a release before classes
	must(t, err)
	must(t, f.Close())
	if diff := cmp.Diff([]string{"sol", "terra"}, names(Open(path).RecentlyRefused(ten))); diff != "" {
		t.Error(diff)
	}
}

func TestALateLineDoesNotOverruleANewerOne(t *testing.T) {
	path := temporary(t)
	must(t, Open(path).Worked("sol", ten))
	must(t, Open(path).Refused("sol", journal.Capacity, ten.Add(-time.Minute)))
	if got := names(Open(path).RecentlyRefused(ten)); got != nil {
		t.Errorf("%q refused", got)
	}
}

// childVariable makes the test binary one of several terminals.
const childVariable = "PACING_TEST_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		fmt.Println(Open(path).Reserve(ten, 30*time.Second).Format(time.RFC3339Nano))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestTenTerminalsNeverRetryTogether(t *testing.T) {
	path := temporary(t)
	var terminals []*exec.Cmd
	var said [10]strings.Builder
	for i := range said {
		c := exec.Command(os.Args[0])
		c.Env, c.Stdout = append(os.Environ(), childVariable+"="+path), &said[i]
		must(t, c.Start())
		terminals = append(terminals, c)
	}
	var due []time.Time
	for i, c := range terminals {
		must(t, c.Wait())
		at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(said[i].String()))
		must(t, err)
		due = append(due, at)
	}
	slices.SortFunc(due, time.Time.Compare)
	if first := due[0].Sub(ten); first != 30*time.Second {
		t.Errorf("the first retries after %v, want its own 30 s", first)
	}
	for i := 1; i < len(due); i++ {
		if gap := due[i].Sub(due[i-1]); gap != spacing {
			t.Errorf("%v between two retries, want %v", gap, spacing)
		}
	}
}

func TestASlotBetweenTwoOthersIsFoundOnlyWhereThereIsRoom(t *testing.T) {
	at := func(seconds ...int) (list []time.Time) {
		for _, s := range seconds {
			list = append(list, ten.Add(time.Duration(s)*time.Second))
		}
		return list
	}
	for _, tt := range []struct {
		due   int
		taken []time.Time
		want  int
	}{
		{30, nil, 30},
		{30, at(20, 40), 30},
		{30, at(40, 26), 31}, // five after 26, nine before 40
		{30, at(34, 26), 39}, // 31 would be three before 34
		{30, at(30, 35, 40), 45},
		{30, at(60), 30},
	} {
		if got := firstFree(at(tt.due)[0], tt.taken); !got.Equal(at(tt.want)[0]) {
			t.Errorf("due %d, taken %v: %v", tt.due, tt.taken, got)
		}
	}
}

func TestAnUnusableFileLeavesATerminalAlone(t *testing.T) {
	dir := t.TempDir()
	file, pipe, link := filepath.Join(dir, "file"), filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	must(t, os.WriteFile(file, nil, 0o600))
	must(t, syscall.Mkfifo(pipe, 0o600))
	must(t, os.Symlink(file, link))
	for _, path := range []string{filepath.Join(file, "x"), dir, pipe, link} {
		l := Open(path)
		if err := l.Refused("sol", journal.Capacity, ten); err == nil {
			t.Errorf("%s: no error", path)
		}
		if got := l.RecentlyRefused(ten); len(got) != 0 {
			t.Errorf("%s: %v", path, got)
		}
		if got := l.Reserve(ten, time.Minute); !got.Equal(ten.Add(time.Minute)) {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestAnotherProcessThatKeepsTheLockDoesNotStopATerminal(t *testing.T) {
	path := temporary(t)
	must(t, Open(path).Refused("sol", journal.Capacity, ten))
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	must(t, syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
	if got := Open(path).Reserve(ten, time.Minute); !got.Equal(ten.Add(time.Minute)) {
		t.Errorf("reserved %v", got)
	}
	if got := names(Open(path).RecentlyRefused(ten)); len(got) != 1 {
		t.Errorf("refused: %q, want what the file says", got)
	}
	if err := Open(path).Worked("sol", ten); err == nil {
		t.Error("written without the lock")
	}
}

func TestDamagedLinesHideNoOthers(t *testing.T) {
	path := temporary(t)
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte("\x00\xff\n{\"kind\":\"from the future\",\"at\":\"2026-11-29T10:00:00Z\",\"model\":\"x\"}\n{\"at\":\"2026-1"), 0o600))
	must(t, Open(path).Refused("sol", journal.Capacity, ten))
	if diff := cmp.Diff([]string{"sol"}, names(Open(path).RecentlyRefused(ten))); diff != "" {
		t.Error(diff)
	}
}

func TestTheFileStaysShortAndKeepsWhatCounts(t *testing.T) {
	path := temporary(t)
	for i := range 1000 {
		must(t, Open(path).Refused("sol", journal.Capacity, ten.Add(time.Duration(i)*time.Second)))
	}
	info, err := os.Stat(path)
	must(t, err)
	if info.Size() > sizeLimit+1024 {
		t.Errorf("%d bytes after 1000 lines", info.Size())
	}
	end := ten.Add(999 * time.Second)
	Open(path).Reserve(end, 30*time.Second)
	if got := Open(path).Reserve(end, 30*time.Second); !got.Equal(end.Add(35 * time.Second)) {
		t.Errorf("second slot %v", got)
	}
	if got := names(Open(path).RecentlyRefused(end)); len(got) != 1 {
		t.Errorf("refused %q", got)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestAModelTheAccountMayNotUseIsKnownForADay(t *testing.T) {
	path := temporary(t)
	must(t, Open(path).Barred("old", ten.Add(-25*time.Hour)))
	must(t, Open(path).Barred("luna", ten.Add(-23*time.Hour)))
	must(t, Open(path).Barred("terra", ten.Add(-2*time.Hour)))
	must(t, Open(path).Worked("terra", ten.Add(-time.Hour)))
	for i := range 1000 { // the file is cut back meanwhile
		must(t, Open(path).Refused("sol", journal.Capacity, ten.Add(time.Duration(i-1000)*time.Second)))
	}
	if diff := cmp.Diff([]string{"luna"}, names(Open(path).MayNotUse(ten))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"sol"}, names(Open(path).RecentlyRefused(ten))); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkReserve(b *testing.B) {
	l := Open(filepath.Join(b.TempDir(), "pacing.jsonl"))
	now := ten
	for b.Loop() {
		now = now.Add(time.Minute)
		l.Reserve(now, 30*time.Second)
	}
}
