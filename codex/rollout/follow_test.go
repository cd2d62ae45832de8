package rollout

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const endTen = `{"timestamp":"2026-11-29T10:00:05Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"T1","last_agent_message":"done"}}`

// grow appends to a file.
func grow(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
}

func advance(t *testing.T, f *Follower) Session {
	t.Helper()
	s, err := f.Advance()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ended(s Session) (list []bool) {
	for _, t := range s.Turns {
		list = append(list, !t.Ended.IsZero())
	}
	return list
}

func TestAFollowerReadsOnlyWhatWasAdded(t *testing.T) {
	path := session(t, metaLine, startTen, "")
	f := Follow(path)
	before := advance(t, f)
	grow(t, path, endTen[:50])
	if s := advance(t, f); !cmp.Equal(ended(s), []bool{false}) {
		t.Errorf("a line without its end was taken in: %+v", s.Turns)
	}
	grow(t, path, endTen[50:]+"\n"+strings.ReplaceAll(startTen, `"T1"`, `"T2"`)+"\n")
	after := advance(t, f)
	if !cmp.Equal(ended(after), []bool{true, false}) || !after.Turns[0].Concluded {
		t.Errorf("%+v", after.Turns)
	}
	if !cmp.Equal(ended(before), []bool{false}) {
		t.Error("what was read before has changed")
	}
	info, err := os.Stat(path)
	if err != nil || f.Offset() != info.Size() || f.Lines() != 0 {
		t.Errorf("%d of %d bytes, %d lines", f.Offset(), info.Size(), f.Lines())
	}
}

func TestAFollowerSeesThatAFileIsAnother(t *testing.T) {
	other := strings.ReplaceAll(metaLine, `"ID"`, `"OTHER"`)
	long := strings.Join([]string{other, startTen, endTen, startTen, endTen, ""}, "\n")
	for name, change := range map[string]func(path string) error{
		"cut short":    func(path string) error { return os.WriteFile(path, []byte(other+"\n"), 0o600) },
		"written anew": func(path string) error { return os.WriteFile(path, []byte(long), 0o600) },
		"replaced by name": func(path string) error {
			return errors.Join(os.WriteFile(path+"2", []byte(long), 0o600), os.Rename(path+"2", path))
		},
	} {
		path := session(t, metaLine, startTen, endTen, "")
		f := Follow(path)
		advance(t, f)
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		want, err := Read(path)
		if diff := cmp.Diff(want, advance(t, f)); diff != "" || err != nil || want.ID != "OTHER" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestFollowersReadWhatWasAddedOfEach(t *testing.T) {
	var files Followers
	for range followed + 1 { // after which they begin anew
		path := session(t, metaLine, startTen, "")
		for _, want := range [][]bool{{false}, {true}} {
			s, err := files.Read(path)
			if err != nil || !cmp.Equal(ended(s), want) {
				t.Fatalf("%v, want %v: %v", ended(s), want, err)
			}
			grow(t, path, endTen+"\n")
		}
		if whole := files.files[path].Taken; whole <= int64(len(metaLine)) || len(files.files) > followed {
			t.Fatalf("%d bytes of it, %d files", whole, len(files.files))
		}
	}
	if _, err := files.Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// A replacement that agrees with what was read at its beginning and at the offset is another file all the same.
func TestAFollowerKnowsAnotherFileOfTheSameLooks(t *testing.T) {
	filler := strings.Repeat(`{"timestamp":"2026-11-29T10:00:01Z","type":"compacted","payload":{}}`+"\n", 20)
	text := metaLine + "\n" + startTen + "\n" + filler
	path := session(t, text)
	f := Follow(path)
	advance(t, f)
	if err := errors.Join(os.WriteFile(path+"2", []byte(strings.Replace(text, `"T1"`, `"T9"`, 1)), 0o600), os.Rename(path+"2", path)); err != nil {
		t.Fatal(err)
	}
	if s := advance(t, f); s.Turns[0].ID != "T9" {
		t.Errorf("%+v", s.Turns)
	}
}

// shrinking is a file that is cut short while it is read.
func TestAFileThatIsCutShortWhileItIsReadEndsThere(t *testing.T) {
	line := `{"timestamp":"2026-11-29T10:00:01Z","type":"compacted","payload":{}}` + "\n"
	path := session(t, metaLine, startTen, strings.Repeat(line, 2*window/len(line)))
	f := Follow(path)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	src := newLines(file)
	defer src.close()
	for i := 0; err == nil; i++ {
		if err = f.take(src, false); i == 2 {
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err.Error() != "EOF" || f.ID != "ID" {
		t.Error(err)
	}
}

func TestAFollowerGoesOnWithAState(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	// take adds what a follower tells to turns that have ended and returns those that run.
	take := func(f *Follower, ended map[string]Turn) (running []Turn) {
		for _, turn := range f.Take().Turns {
			turn.Cwd, turn.Sandbox, turn.Review, turn.Limits, turn.Message = "", Sandbox{}, "", Limits{}, "" // which a state does not hold
			if turn.Ended.IsZero() {
				running = append(running, turn)
			} else {
				ended[turn.ID+strconv.Itoa(turn.Number)] = turn
			}
		}
		return running
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		whole := Follow(file)
		if done, err := whole.AdvanceSome(); !done || err != nil {
			t.Fatal(file, done, err)
		}
		want := map[string]Turn{}
		running := take(whole, want)
		path := filepath.Join(t.TempDir(), "rollout.jsonl")
		got := map[string]Turn{}
		var state []byte
		var last []Turn
		for n := 0; n < len(text); {
			n += strings.IndexByte(string(text[n:]), '\n') + 1
			if err := os.WriteFile(path, text[:n], 0o600); err != nil {
				t.Fatal(err)
			}
			f := Resume(path, state)
			if done, err := f.AdvanceSome(); !done || err != nil {
				t.Fatal(file, done, err)
			}
			last = take(f, got)
			state = f.State()
		}
		if diff := cmp.Diff(want, got) + cmp.Diff(running, last); diff != "" {
			t.Errorf("%s: -whole +line by line\n%s", file, diff)
		}
	}
}

func TestAStateHoldsNoText(t *testing.T) {
	const secret = "xyzzy-secret"
	path := session(t, strings.Replace(metaLine, `"/p"`, `"/`+secret+`"`, 1), startTen,
		`{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","model":"m","cwd":"/`+secret+`"}}`,
		`{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"`+secret+`"}}`,
		`{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"entered_review_mode","turn_id":"T1","target":{"instructions":"`+secret+`"}}}`,
		`{"timestamp":"2026-11-29T10:00:03Z","type":"event_msg","payload":{"type":"error","message":"`+secret+`","codex_error_info":"other"}}`, "")
	f := Follow(path)
	if s := advance(t, f); s.Turns[0].Message != secret || !strings.Contains(s.Turns[0].Review, secret) {
		t.Fatalf("%+v", s.Turns)
	}
	if state := string(f.State()); strings.Contains(state, secret) || !strings.Contains(state, `"T1"`) {
		t.Error(state)
	}
}

func TestTurnsThatNeverEndDoNotPileUp(t *testing.T) {
	var text strings.Builder
	for i := range 3 * turnsAtOnce {
		text.WriteString(strings.ReplaceAll(startTen, `"T1"`, strconv.Quote(strconv.Itoa(i))) + "\n")
	}
	f := Follow(session(t, metaLine, text.String()))
	told := map[string]bool{}
	for done := false; !done; {
		var err error
		if done, err = f.AdvanceSome(); err != nil || len(f.Turns) > turnsAtOnce+openLimit {
			t.Fatal(len(f.Turns), err)
		}
		for _, turn := range f.Take().Turns {
			told[turn.ID] = true
		}
		if len(f.Turns) > openLimit {
			t.Fatalf("%d are waited for", len(f.Turns))
		}
	}
	if len(told) != 3*turnsAtOnce {
		t.Errorf("%d turns", len(told))
	}
}

func TestAFileOfAnyFormIsReadInLittleMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rollout.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintln(f, metaLine)
	if err := f.Truncate(128 << 20); err != nil { // a line of zeros
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := Follow(path).Advance()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err != nil || s.ID != "ID" || used > 8<<20 {
		t.Errorf("%d bytes allocated, %v", used, err)
	}
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := f.Truncate(1 << 40); err != nil {
		t.Skip("no file system for a sparse TiB")
	}
	if _, err := Follow(path).Advance(); !errors.Is(err, ErrNoSession) || time.Since(began) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}
