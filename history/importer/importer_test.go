package importer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/history"
)

func TestOnlyWhatWasAddedIsRead(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol"))
	h.importAll()
	if diff := cmp.Diff([]string{"sol running"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
	if again := h.importAll(); again.Changed != 0 || again.Bytes != 0 || again.Files != 1 {
		t.Errorf("unchanged: %+v", again)
	}
	added := end("t1", "null", overload) + start("t2", "luna") + end("t2", `"done"`, "null")
	h.add("a.jsonl", added)
	if grown := h.importAll(); grown.Bytes != int64(len(added)) {
		t.Errorf("%d bytes read of the %d added", grown.Bytes, len(added))
	}
	if diff := cmp.Diff([]string{"sol refused", "luna answered"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestEveryOutcomeHasItsName(t *testing.T) {
	other := `{"message":"m","codex_error_info":{"usage_limit_exceeded":{}}}`
	abort := `{"timestamp":"2026-11-29T10:00:05Z","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"4","reason":"interrupted"}}` + "\n"
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("1", "one")+end("1", `"x"`, "null")+start("2", "two")+end("2", "null", overload)+start("3", "three")+end("3", "null", other)+
		start("4", "four")+abort+start("5", "five")+end("5", "null", "null")+start("6", "six")+end("6", `""`, "null")+start("7", "seven"))
	h.importAll()
	want := []string{"one answered", "two refused", "three failed", "four aborted", "five unanswered", "six unanswered", "seven running"}
	if diff := cmp.Diff(want, h.outcomes()); diff != "" {
		t.Error(diff)
	}
	if turn := h.turns()[2]; turn.Error != "usage_limit_exceeded" || turn.Class != "usage_limit" {
		t.Errorf("%+v", turn)
	}
}

func TestWhatFollowsATurnsEndDoesNotOpenItAgain(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("1", "sol")+end("1", "null", overload)+
		`{"timestamp":"2026-11-29T10:00:06Z","type":"turn_context","payload":{"turn_id":"1","model":"luna"}}`+"\n")
	h.importAll()
	h.add("a.jsonl", end("1", `"x"`, "null")) // told twice, in another import
	h.importAll()
	if diff := cmp.Diff([]string{"sol refused"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestALineIsTakenOnceItIsWhole(t *testing.T) {
	h := newHome(t)
	last := end("t1", `"done"`, "null")
	h.write("a.jsonl", begun("A")+start("t1", "sol")+last[:40])
	if r := h.importAll(); r.Lines != 0 {
		t.Errorf("a line being written counts as damaged: %+v", r)
	}
	h.add("a.jsonl", last[40:])
	h.importAll()
	if diff := cmp.Diff([]string{"sol answered"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestAFileThatWasWrittenAnewIsReadAnew(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol")+end("t1", `"done"`, "null"))
	h.importAll()
	h.write("a.jsonl", begun("A")+start("t1", "terra")+big(300)+end("t1", "null", overload)+start("t2", "luna")+end("t2", "null", overload))
	if r := h.importAll(); r.Lines != 0 {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff([]string{"terra refused", "luna refused"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeReadIsSkippedAndCounted(t *testing.T) {
	h := newHome(t)
	h.write("good.jsonl", begun("A")+"{\"broken\n"+"\x00\xff\n[]\n"+`{"timestamp":"x","type":"event_msg","payload":{"type":"task_started"}}`+"\n"+
		`{"timestamp":"2026-11-29T10:00:01Z","type":"from_the_future","payload":7}`+"\n"+
		start("t1", "sol")+end("t1", `"done"`, "null"))
	h.write("old.jsonl", `{"id":"x","timestamp":"2025-06-01T10:00:00Z","instructions":null}`+"\n")
	h.write("headless.jsonl", start("t2", "sol")+end("t2", `"done"`, "null"))
	h.write("binary.jsonl", strings.Repeat("\x00", 5<<20))
	h.write("packed.jsonl.zst", "\x28\xb5\x2f\xfd")
	h.write("empty.jsonl", "")
	h.write("notes.txt", "mine")
	h.must(syscall.Mkfifo(h.path("pipe.jsonl"), 0o600))
	h.must(os.Symlink("/dev/zero", h.path("link.jsonl")))
	want := Report{Files: 5, Lines: 4, Skipped: map[string]int{Foreign: 5, Compressed: 1}}
	for range 2 { // the second time it is known from the first
		got := h.importAll()
		got.Changed, got.Bytes, got.Turns = 0, 0, 0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	if diff := cmp.Diff([]string{"sol answered"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestAHugeLineIsPassedOverInLittleMemory(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol")+big(50<<20)+end("t1", "null", overload)+big(200<<10)+start("t2", "luna")+big(10)+end("t2", `"done"`, "null"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := h.importAll()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
		t.Errorf("%d bytes allocated for a line of 50 MiB", used)
	}
	if diff := cmp.Diff([]string{"sol refused", "luna answered"}, h.outcomes()); diff != "" || r.Lines != 0 {
		t.Errorf("%+v\n%s", r, diff)
	}
}

func TestALongLineOfInterestIsReadWhole(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol")+end("t1", `"`+strings.Repeat(`\"`, 1<<20)+`"`, "null")+start("t2", "sol")+end("t2", "null", overload))
	h.importAll()
	if diff := cmp.Diff([]string{"sol answered", "sol refused"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestMembersInAnotherOrderAreUnderstood(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol")+
		`{ "type": "event_msg", "payload": {"error":`+overload+`, "turn_id":"t1", "type":"task_complete"}, "timestamp":"2026-11-29T10:00:05Z" }`+"\n")
	if r := h.importAll(); r.Lines != 0 {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff([]string{"sol refused"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestTextThatLooksLikeARecordIsNone(t *testing.T) {
	h := newHome(t)
	quoted := strings.ReplaceAll(strings.TrimSpace(end("t1", "null", overload)), `"`, `\"`)
	h.write("a.jsonl", begun("A")+start("t1", "sol")+
		`{"timestamp":"2026-11-29T10:00:02Z","type":"response_item","payload":{"type":"function_call_output","output":"`+quoted+`"}}`+"\n"+
		end("t1", `"`+quoted+`"`, "null"))
	h.importAll()
	if diff := cmp.Diff([]string{"sol answered"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

// codex archive moves a session's file to another folder (0.171.0): what it tells is neither lost nor counted twice.
func TestAnArchivedSessionCountsOnce(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol")+end("t1", `"x"`, "null"))
	h.write("b.jsonl", begun("B")+start("t2", "luna")+end("t2", `"x"`, "null"))
	archive := func(name string) {
		to := filepath.Join(h.dir, "archived_sessions", filepath.Base(h.path(name)))
		h.must(os.MkdirAll(filepath.Dir(to), 0o700))
		h.must(os.Rename(h.path(name), to))
	}
	archive("a.jsonl") // before it was ever read
	if report := h.importAll(); report.Files != 2 {
		t.Errorf("%+v", report)
	}
	archive("b.jsonl") // after it was
	h.importAll()
	if report := h.importAll(); report.Files != 2 || report.Changed != 0 {
		t.Errorf("nothing is new: %+v", report)
	}
	if diff := cmp.Diff([]string{"sol answered", "luna answered"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestHiddenThreadsAreToldApart(t *testing.T) {
	h := newHome(t)
	for name, source := range map[string]string{
		"user": `"source":"cli"`, "daemon": `"source":"vscode","thread_source":"user"`,
		"sub": `"source":{"subagent":{"thread_spawn":{}}}`, "review": `"source":"cli","thread_source":"subagent"`, "title": `"source":"internal"`, "kind": `"source":{"of the future":{}}`,
	} {
		h.write(name+".jsonl", `{"timestamp":"2026-11-29T10:00:00Z","type":"session_meta","payload":{"id":"`+name+`",`+source+"}}\n"+start("t1", "sol")+end("t1", `"x"`, "null"))
	}
	h.importAll()
	hidden := map[string]bool{}
	for _, turn := range h.turns() {
		hidden[turn.Session] = turn.Hidden
	}
	if diff := cmp.Diff(map[string]bool{"user": false, "daemon": false, "sub": true, "review": true, "title": true, "kind": true}, hidden); diff != "" {
		t.Error(diff)
	}
}

// Files of 2025 have neither ids nor ends of turns.
func TestTurnsWithoutMarksBeginWithAPrompt(t *testing.T) {
	at := func(second, kind, payload string) string {
		return `{"timestamp":"2025-10-01T10:00:` + second + `Z","type":"` + kind + `","payload":` + payload + "}\n"
	}
	h := newHome(t)
	h.write("a.jsonl", begun("A")+
		at("01", "turn_context", `{"model":"gpt-5-codex","effort":"high"}`)+at("02", "event_msg", `{"type":"user_message","message":"x"}`)+
		at("03", "event_msg", `{"type":"agent_message","message":"x"}`)+at("09", "event_msg", `{"type":"agent_message","message":"y"}`)+
		at("20", "turn_context", `{"model":"gpt-5","effort":"low"}`)+at("21", "event_msg", `{"type":"user_message","message":"x"}`)+
		at("30", "event_msg", `{"type":"user_message","message":"x"}`)+at("31", "event_msg", `{"type":"turn_aborted","reason":"interrupted"}`))
	h.importAll()
	if diff := cmp.Diff([]string{"gpt-5-codex answered", "gpt-5 running", "gpt-5 aborted"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
	if first := h.turns()[0]; first.Duration != 7*time.Second || first.ID != "A#1" || first.Effort != "high" {
		t.Errorf("%+v", first)
	}
}

func TestImportsSideBySideLeaveWhatOneWould(t *testing.T) {
	h := newHome(t)
	write := func(from, to string) {
		for i := range 60 {
			name := string(rune('A'+i/10)) + string(rune('a'+i%10))
			text := begun(name) + start("t1", "sol")
			if to != "" {
				text += end("t1", "null", overload) + start("t2", "luna")
			}
			h.write(name+".jsonl", text)
			_ = from
		}
	}
	write("", "")
	for _, to := range []string{"", "more"} {
		write("", to)
		var group sync.WaitGroup
		for range 4 {
			store := h.open()
			group.Go(func() {
				if _, err := Import(context.Background(), store, Options{Home: h.dir}); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	count := map[string]int{}
	for _, o := range h.outcomes() {
		count[o]++
	}
	if diff := cmp.Diff(map[string]int{"sol refused": 60, "luna running": 60}, count); diff != "" {
		t.Error(diff)
	}
}

func TestAnImportThatFellBehindChangesNothing(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+start("t1", "sol"))
	h.importAll()
	late := history.Import{
		File: history.File{Path: h.path("a.jsonl"), Offset: 7}, From: -1,
		Turns: []history.Turn{{ID: "A#t1", Session: "A", Model: "wrong"}},
	}
	if taken, err := h.store.Save([]history.Import{late}); err != nil || taken != 0 {
		t.Errorf("%d taken, %v", taken, err)
	}
	if diff := cmp.Diff([]string{"sol running"}, h.outcomes()); diff != "" {
		t.Error(diff)
	}
}

func TestAnInterruptedImportGoesOnWhereItWas(t *testing.T) {
	h := newHome(t)
	const files = 4 * (piecesAhead + mostWorkers) // more than can be on their way when it is stopped
	for i := range files {
		name := fmt.Sprintf("f%d", i)
		h.write(name+".jsonl", begun(name)+start("t1", "sol")+end("t1", `"x"`, "null"))
	}
	ctx, stop := context.WithCancel(t.Context())
	first, err := Import(ctx, h.store, Options{Home: h.dir, Progress: func(int64, int64) { stop() }})
	if !errors.Is(err, context.Canceled) || first.Turns == files {
		t.Fatalf("%+v, %v", first, err)
	}
	second := h.importAll()
	if first.Turns+second.Turns != files || len(h.turns()) != files {
		t.Errorf("%d and %d turns, %d in all", first.Turns, second.Turns, len(h.turns()))
	}
}

func TestProgressReachesItsEnd(t *testing.T) {
	h := newHome(t)
	h.write("a.jsonl", begun("A")+big(1<<20)+start("t1", "sol"))
	var done, total int64
	_, err := Import(t.Context(), h.store, Options{Home: h.dir, Progress: func(d, n int64) { done, total = d, n }})
	h.must(err)
	if info, err := os.Stat(h.path("a.jsonl")); err != nil || done != total || done != info.Size() {
		t.Errorf("%d of %d", done, total)
	}
}

func TestAHomeWithoutSessionsIsEmpty(t *testing.T) {
	h := newHome(t)
	if r := h.importAll(); r.Files != 0 || len(h.turns()) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestNoTextOfTheUserIsKept(t *testing.T) {
	h := newHome(t)
	const secret = "xyzzy-secret"
	h.write("a.jsonl", begun("A")+start("t1", "sol")+
		`{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"`+secret+`"}}`+"\n"+
		end("t1", `"`+secret+`"`, `{"message":"`+secret+`","codex_error_info":"other"}`)+start("t2", "sol"))
	h.importAll()
	h.store.Close()
	files, err := filepath.Glob(h.db + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		h.must(err)
		if strings.Contains(string(text), secret) {
			t.Errorf("%s holds it", file)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", file, info.Mode())
		}
	}
}

// The file of the session repeats the beginning of the reviewer's turn, whose own file has it with its model and its end.
// It counts once, in whatever order the files are read.
func TestAReviewCountsOnceAndForTheReviewersModel(t *testing.T) {
	for _, release := range []string{"0.106.0", "0.144.6", "0.171.0"} {
		main, reviewer := release+"-review-answered", release+"-review-answered-reviewer"
		for _, order := range [][]string{{main, reviewer}, {reviewer, main}} {
			h := newHome(t)
			for _, name := range order {
				h.real(name)
				h.importAll()
				h.must(h.store.Witness())
			}
			got := map[bool][]string{}
			for _, turn := range h.turns() {
				got[turn.Hidden] = append(got[turn.Hidden], turn.Model+" "+string(turn.Outcome))
			}
			want := []string{"gpt-5.6-sol answered"}
			if diff := cmp.Diff(map[bool][]string{false: want, true: want}, got); diff != "" {
				t.Errorf("%v: -want +got\n%s", order, diff)
			}
		}
	}
}
