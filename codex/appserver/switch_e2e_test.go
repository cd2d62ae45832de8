//go:build e2e

package appserver

import (
	"errors"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

var refusal = fakeapi.Script{{Kind: fakeapi.Capacity}}

func TestRealTurnGoesOnWithAnotherModelInTheSameTUI(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal, crowd2: refusal})
	before := l.last(fakeapi.Turn)
	l.tui.Type("half a thought")
	l.tui.WaitText("half a thought")
	ctx := testContext(t)
	if _, err := l.api.WaitRequest(ctx, func(r fakeapi.Request) bool { return r.Purpose == fakeapi.Title }); err != nil {
		t.Fatal(err)
	}
	c := l.connect("switch")
	thread := users(t, ctx, c).ID
	last, ok, err := c.last(ctx, thread)
	if err != nil || !ok || last.Status != turnFailed {
		t.Fatalf("last turn %+v %v %v, want the refused one", last, ok, err)
	}
	if model, err := c.Continue(ctx, Request{Thread: thread, Turn: last.ID, Model: crowd2}); err != nil || model != crowd2 {
		t.Fatalf("%q %v", model, err)
	}
	if err := turnEnds(ctx, c, thread); err != nil {
		t.Fatal(err)
	}
	if model, err := c.Continue(ctx, Request{Thread: thread, Model: free}); err != nil || model != free {
		t.Fatalf("%q %v", model, err)
	}
	l.tui.WaitText("Done: the parser now handles empty input.")
	l.tui.WaitText("GPT-6-Sol default")
	l.tui.WaitText("› half a thought")
	after := l.last(fakeapi.Turn)
	if after.Model != free || after.Sandbox != before.Sandbox || after.Sandbox == "" || after.ServiceTier != before.ServiceTier ||
		after.Thread != before.Thread || !after.Says("user", "fix the parser") {
		t.Errorf("on the wire %+v, want the same turn with %s; before %+v", after, free, before)
	}

	l.tui.Type("\r") // the draft is a prompt like any other, and the model stays
	if _, err := l.api.WaitRequest(ctx, func(r fakeapi.Request) bool { return r.Model == free && r.Says("user", "half a thought") }); err != nil {
		t.Error(err)
	}
}

func TestRealTurnIsTriedAgainWithTheSameModelAndChosenEffort(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: {{Kind: fakeapi.Capacity}, {Kind: fakeapi.OK}}})
	ctx, c := testContext(t), l.connect("retry")
	thread := users(t, ctx, c).ID
	if model, err := c.Continue(ctx, Request{Thread: thread, Effort: "high"}); err != nil || model != crowded {
		t.Fatalf("%q %v", model, err)
	}
	if err := turnEnds(ctx, c, thread); err != nil {
		t.Fatal(err)
	}
	if r := l.last(fakeapi.Turn); r.Model != crowded || r.Effort != "high" {
		t.Errorf("on the wire %+v", r)
	}
}

func TestRealRunningTurnIsLeftAlone(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal, free: {{Kind: fakeapi.Hold}}})
	ctx, c := testContext(t), l.connect("running")
	thread := users(t, ctx, c).ID
	if _, err := c.Continue(ctx, Request{Thread: thread, Model: free}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Continue(ctx, Request{Thread: thread, Model: free2}); !errors.Is(err, ErrRunning) {
		t.Fatalf("%v, want ErrRunning", err)
	}
	// The race that Continue's own look cannot win: the daemon refuses by itself.
	raced := map[string]any{"threadId": thread, "model": free2, "input": []any{}}
	if err := c.call(ctx, "turn/start", raced, &struct{}{}); !errors.Is(err, ErrRunning) {
		t.Fatalf("%v, want ErrRunning", err)
	}
	if got := readThread(t, ctx, c, thread); got.Model != free {
		t.Fatalf("%+v, want the model of before", got)
	}
	last, _, err := c.last(ctx, thread)
	if err != nil || last.Status != turnRunning {
		t.Fatalf("%+v %v", last, err)
	}
	if err := c.interrupt(ctx, thread, last.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Continue(ctx, Request{Thread: thread, Model: free2}); !errors.Is(err, ErrMoved) {
		t.Fatalf("%v, want ErrMoved", err)
	}
	if model, err := c.Continue(ctx, Request{Thread: thread, Turn: last.ID, Model: free2}); err != nil || model != free2 {
		t.Fatalf("%q %v", model, err)
	}
	if err := turnEnds(ctx, c, thread); err != nil {
		t.Fatal(err)
	}
	l.tui.WaitText("Conversation interrupted")
	if r := l.last(fakeapi.Turn); r.Model != free2 || !r.Says("user", "fix the parser") {
		t.Errorf("on the wire %+v", r)
	}
}

func TestRealRefusedCompactionIsDoneByAnotherModel(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal})
	l.tui.Type("/compact")
	l.tui.WaitText("/compact")
	l.tui.Type("\r")
	ctx := testContext(t)
	if _, err := l.api.WaitRequest(ctx, func(r fakeapi.Request) bool { return r.Purpose == fakeapi.Compaction }); err != nil {
		t.Fatal(err)
	}
	c := l.connect("compact")
	if model, err := c.Compact(ctx, Request{Thread: users(t, ctx, c).ID, Model: free}); err != nil || model != free {
		t.Fatalf("%q %v", model, err)
	}
	l.tui.WaitText("Context compacted")
	l.tui.WaitText("GPT-6-Sol default")
	if r := l.last(fakeapi.Compaction); r.Model != free {
		t.Errorf("on the wire %+v", r)
	}
}

func TestRealApprovalStaysWithTheTUI(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal, free: {{Kind: fakeapi.Tool, Text: "touch approved"}, {Kind: fakeapi.OK}}})
	ctx, c := testContext(t), l.connect("approval")
	if _, err := c.Continue(ctx, Request{Thread: users(t, ctx, c).ID, Model: free}); err != nil {
		t.Fatal(err)
	}
	l.tui.WaitText("Would you like to run the following command?")
	_ = c.Close()
	answered := func() bool { return l.last(fakeapi.Turn).Answered == fakeapi.OK }
	if !until(func() bool { // the dialog takes no key in its first moments
		if !answered() {
			l.tui.Type("y")
		}
		return answered()
	}) {
		t.Error("the approval given in the TUI did not arrive")
	}
	l.tui.WaitText("Done: the parser now handles empty input.")
}

// Other TUIs leave their threads loaded, so that the session's id is needed.
func TestRealForkedAndResumedThreadsGoOnAsWell(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal})
	first := users(t, testContext(t), dial(t, l.home)).ID
	for _, command := range []string{"fork", "resume"} {
		l.again(command, first, "then the lexer")
		ctx, c := testContext(t), dial(t, l.home)
		threads, id := loaded(t, ctx, c), first
		for _, thread := range threads {
			if command == "fork" && thread.user() && thread.ID != first {
				id = thread.ID
			}
		}
		if (command == "fork") != (id != first) {
			t.Fatalf("%s: %+v", command, threads)
		}
		if _, err := c.Continue(ctx, Request{Thread: id, Model: free}); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		l.tui.WaitText("Worked for") // before that Ctrl-C asks what to do with the task
		r := l.last(fakeapi.Turn)
		if r.Model != free || r.Thread != id || !r.Says("user", "fix the parser") || !r.Says("user", "then the lexer") {
			t.Errorf("%s: on the wire %+v", command, r)
		}
	}
}

func TestRealDaemonThatDiesIsNoticed(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal, free: {{Kind: fakeapi.Hold}}})
	ctx := testContext(t)
	c := dial(t, l.home)
	thread := users(t, ctx, c).ID
	if _, err := c.Continue(ctx, Request{Thread: thread, Model: free}); err != nil {
		t.Fatal(err)
	}
	daemon := l.processes("app-server --listen")
	if len(daemon) != 1 {
		t.Fatalf("daemons %v, want one", daemon)
	}
	if err := syscall.Kill(daemon[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := turnEnds(ctx, c, thread); !errors.Is(err, ErrLost) {
		t.Errorf("%v, want ErrLost", err)
	}
	if _, err := c.Continue(ctx, Request{Thread: thread, Model: free}); !errors.Is(err, ErrLost) {
		t.Errorf("%v, want ErrLost", err)
	}
	if !until(func() bool { // while the kernel takes the daemon apart the connection may still be made, and is lost
		_, err := Dial(ctx, l.home)
		return errors.Is(err, ErrNoDaemon)
	}) {
		t.Error("the socket that is left behind does not say that there is no daemon")
	}
}

func TestRealDaemonDoesNotKnowEveryThread(t *testing.T) {
	l := startLab(t, map[string]fakeapi.Script{crowded: refusal})
	c := l.connect("unknown")
	_, err := c.Continue(testContext(t), Request{Thread: nobody, Model: free})
	if !errors.Is(err, ErrNotLoaded) {
		t.Errorf("%v, want ErrNotLoaded", err)
	}
}

// refusedBehind starts a TUI whose first prompt is answered at last, and gives it a command that is refused.
func refusedBehind(t *testing.T, command string) *lab {
	t.Helper()
	l := startLab(t, map[string]fakeapi.Script{crowded: {{Kind: fakeapi.Capacity}, {Kind: fakeapi.OK}, {Kind: fakeapi.Capacity}}, free: {{Kind: fakeapi.OK}, {Kind: fakeapi.OK}, {Kind: fakeapi.Hold}}})
	ctx, c := testContext(t), dial(t, l.home)
	thread := users(t, ctx, c).ID
	if _, err := c.Continue(ctx, Request{Thread: thread}); err != nil {
		t.Fatal(err)
	}
	if err := turnEnds(ctx, c, thread); err != nil {
		t.Fatal(err)
	}
	before := l.turns(crowded)
	l.tui.Type(command)
	l.tui.WaitText(command)
	if !until(func() bool { // codex takes Enter right after text for a part of a paste
		if l.turns(crowded) == before {
			l.tui.Type("\r")
		}
		return l.turns(crowded) > before
	}) {
		t.Fatalf("%s was not refused", command)
	}
	if !until(func() bool { last, _, err := c.last(ctx, thread); return err == nil && last.Status == turnFailed }) {
		t.Fatal("the refused turn has not ended")
	}
	return l
}

func TestRealGoalIsPursuedByAnotherModel(t *testing.T) {
	l := refusedBehind(t, "/goal make every test pass")
	ctx, c := testContext(t), l.connect("goal")
	model, err := c.Again(ctx, Request{Thread: users(t, ctx, c).ID, Model: free, Goal: true})
	if err != nil || model != free {
		t.Fatalf("%q %v", model, err)
	}
	if !until(func() bool { return l.turns(free) > 2 }) {
		t.Errorf("%d steps, want more than the refused one and the next", l.turns(free))
	}
}

func TestRealPausedGoalStaysPaused(t *testing.T) {
	l := refusedBehind(t, "/goal make every test pass")
	ctx, c := testContext(t), dial(t, l.home)
	thread := users(t, ctx, c).ID
	var nothing struct{}
	if err := c.call(ctx, "thread/goal/set", map[string]any{"threadId": thread, "status": "paused", "origin": "user"}, &nothing); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Again(ctx, Request{Thread: thread, Model: free, Goal: true}); err != nil {
		t.Fatal(err)
	}
	if err := turnEnds(ctx, c, thread); err != nil {
		t.Fatal(err)
	}
	var now struct{ Goal struct{ Status string } }
	if err := c.call(ctx, "thread/goal/get", map[string]any{"threadId": thread}, &now); err != nil || now.Goal.Status != "paused" {
		t.Errorf("%+v %v, want paused", now, err)
	}
}

func TestRealRefusedReviewIsDoneByAnotherModel(t *testing.T) {
	l := refusedBehind(t, "/review look at the parser")
	ctx, c := testContext(t), l.connect("review")
	thread := users(t, ctx, c).ID
	model, err := c.Again(ctx, Request{Thread: thread, Model: free, Review: `{"type":"custom","instructions":"look at the parser"}`})
	if err != nil || model != free {
		t.Fatalf("%q %v", model, err)
	}
	other := dial(t, l.home) // the recording ends with the answer
	if !until(func() bool { last, _, err := other.last(ctx, thread); return err == nil && last.Status == "completed" }) {
		t.Fatal("the review has not ended")
	}
	if r := l.last(fakeapi.Turn); r.Model != free || !r.Says("user", "look at the parser") || r.Says("user", "fix the parser") {
		t.Errorf("on the wire %+v", r)
	}
}
