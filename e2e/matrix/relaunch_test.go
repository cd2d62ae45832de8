//go:build e2e

package matrix

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/prompt"
)

// A switch by the bar: which way it takes here, and whether the next request really names the other model.
func TestTheSwitch(t *testing.T) {
	t.Parallel()
	r := result{Relaunch: "switch", Outcome: notRun}
	defer func() { record(t, r) }()
	l := newLab(t)
	l.answer(fakeapi.Answer{Kind: fakeapi.OK, Text: "Served once."}, fakeapi.Answer{Kind: fakeapi.Capacity})
	s := l.cxhook(80)
	s.ready()
	s.ask("hello")
	s.see("Served once.")
	s.settle()
	s.ask("go on")
	s.see(" is at capacity   1 ")
	time.Sleep(prompt.Reaction + 2*prompt.UnknownRoundTrip) // a busy terminal answers codex late
	before := len(l.api.Requests())
	s.Type("1")
	r.Outcome = l.taken(before, s.Ended)
	log, err := os.ReadFile(s.file("log"))
	if err != nil {
		t.Fatal(err)
	}
	r.Note = way(string(log))
	if r.Outcome != "new model" {
		for _, q := range l.api.Requests()[before:] {
			t.Logf("%s on %s, thread %s: %s", q.Purpose, q.Model, q.Thread, q.Answered)
		}
		t.Logf("%s\n%s", log, s.picture())
	}
	s.settle()
	s.quit()
}

// way is how the log says that cxhook went on.
func way(log string) string {
	for line := range strings.Lines(log) {
		facts := values(line)
		switch {
		case strings.Contains(line, `msg="in place" `) && facts["model"] != "":
			return "in_place"
		case strings.Contains(line, "msg=plan "):
			return facts["mode"]
		}
	}
	return ""
}

// taken waits for a turn after the first n requests and says which model it is on, and whether it has the conversation so far.
// over says that none can come any more.
func (l *lab) taken(n int, over func() bool) string {
	var turn *fakeapi.Request
	until(func() bool {
		turn = turnAfter(l.api.Requests(), n)
		return turn != nil || over()
	})
	switch {
	case turn == nil:
		return "no request"
	case turn.Model != spare:
		return "old model"
	case !turn.Says("user", "Step1of"):
		return "new model, conversation lost"
	}
	return "new model"
}

// Codex's own ways to go on with a session and another model.
func TestForkAndResume(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.answer(fakeapi.Answer{Kind: fakeapi.Capacity})
	s := l.bare(80)
	s.ready()
	s.ask("hello")
	until(func() bool { return l.answers(fakeapi.Turn, fakeapi.Capacity) > 0 })
	s.settle()
	s.quit()
	id := l.sessionID()
	for _, way := range []string{"resume", "fork"} {
		t.Run(way, func(t *testing.T) {
			r := result{Relaunch: way, Outcome: notRun}
			defer func() { record(t, r) }()
			if id == "" {
				r.Note = "no session file"
				return
			}
			before := len(l.api.Requests())
			s := l.bare(80, way, id, "-m", spare, "go on")
			r.Outcome = l.taken(before, s.Ended)
			switch screen := s.picture(); {
			case r.Outcome == "no request" && strings.Contains(screen, "unexpected argument"):
				r.Outcome = none // fork came after 0.80
			case r.Outcome != "new model":
				t.Log(screen)
			}
			s.settle()
			s.quit()
		})
	}
}

// turnAfter is the first turn after the first n requests, nil if there is none.
func turnAfter(all []fakeapi.Request, n int) *fakeapi.Request {
	for _, r := range all[min(n, len(all)):] {
		if r.Purpose == fakeapi.Turn {
			return &r
		}
	}
	return nil
}
