package recovery

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// The graces of these tests are hours, or the codex would stay for one: what is shown
// makes the next step due.

func TestADraftTakesTheFirstCtrlCAndTheSecondFollowsAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, grace: "steps"})
	s.draft("hello")
	s.press("1")
	s.WaitText("now on gpt-6-sol")
}

func TestATurnThatRunsIsInterruptedBeforeCodexQuits(t *testing.T) {
	working, stopped := sight{raw: true, working: true}, sight{raw: true, draft: true}
	now := time.Now()
	q := newQuitting(working, now)
	if name := q.left[0].name; name != "interrupt" {
		t.Fatalf("the first step is %q", name)
	}
	q.left, q.due = q.left[1:], now.Add(time.Hour)
	if q.hurry(working, now); !q.due.After(now) {
		t.Error("the next step is due while the turn still runs")
	}
	if q.hurry(stopped, now); q.due.After(now) {
		t.Errorf("the turn has stopped, and %q is due only in %v", q.left[0].name, q.due.Sub(now))
	}
}

func TestACodexThatStaysWhenItHasLeftTheTerminalIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, grace: "steps", linger: "1h"})
	s.press("1")
	s.WaitText("now on gpt-6-sol")
	if strings.Contains(string(s.Output()), "^C") {
		t.Error("a key that we pressed for it is on the screen")
	}
}

// Whoever ends cxhook while it switches does not want the next codex either.
func TestASignalToEndWhileCodexQuitsStartsNoOther(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, grace: "all", linger: "1h"})
	s.press("1")
	s.WaitText("To continue this session, run:")
	if err := syscall.Kill(s.PID(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := s.Wait(); status != 128+int(syscall.SIGTERM) {
		t.Errorf("status %d", status)
	}
	if models := s.models(); models != "gpt-5.6-sol" {
		t.Errorf("turns on %s", models)
	}
}
