//go:build e2e

package matrix

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// What a cell can come to.
const (
	detected = "detected"
	missed   = "missed"
	notRun   = "not run" // codex did not come so far; the note says why
	none     = "n.a."    // the release has no such surface
)

// The sentence, and what quotes it: a prompt, an answer, a command's output.
const (
	sentence = "Selected model is at capacity. Please try a different model."
	question = "why does it say: ■ " + sentence + " or ERROR: " + sentence
	printed  = `printf '■ ` + sentence + `\nERROR: ` + sentence + `\n'`
)

// answer quotes the sentence in every way that markdown has, and ends with a word to wait for.
func answer(word string) string {
	return "Codex prints \"" + sentence + "\" when it is busy.\n\n■ " + sentence + "\n\n```\n■ " + sentence + "\n⚠ " + sentence +
		"\nERROR: " + sentence + "\n```\n\n- ■ " + sentence + "\n\n> " + sentence + "\n\n" + word
}

// cells are those that one run of codex is to fill, each with its outcome at first.
type cells struct {
	t   *testing.T
	all []*result
}

// add makes a cell. It is written down when the test ends, however it does.
func (c *cells) add(surface string, width int) *result {
	r := &result{Surface: surface, Width: width, Outcome: notRun}
	c.all = append(c.all, r)
	c.t.Cleanup(func() {
		if r.Outcome == missed || r.FalseAlarms > 0 {
			c.t.Errorf("%+v", *r)
		}
		record(c.t, *r)
	})
	return r
}

// note adds to what is said of a cell.
func (r *result) note(format string, args ...any) {
	if r.Note != "" {
		r.Note += "; "
	}
	r.Note += fmt.Sprintf(format, args...)
}

// quiet counts incidents beyond those known as false alarms of a cell, and gives how many there are now.
func (r *run) quiet(known int, cell *result, what string) int {
	found := r.incidents()
	if extra := len(found) - known; extra > 0 {
		cell.FalseAlarms += extra
		r.wrong = true
		cell.note("%s: %v", what, found[known:])
	}
	return len(found)
}

// refuse sends something that the service refuses, and judges what cxhook makes of it.
func (r *run) refuse(cell *result, p fakeapi.Purpose, refusal fakeapi.Answer, want string, send func()) {
	l := r.lab
	known := len(r.incidents())
	r.found = known
	before := l.answers(p, refusal.Kind)
	l.answer(refusal)
	send()
	if !until(func() bool { return l.answers(p, refusal.Kind) > before }) {
		cell.note("codex did not ask the service")
		l.t.Logf("%s %d: codex did not ask the service; %s", cell.Surface, cell.Width, r.picture())
		return
	}
	if !within(late, func() bool { return len(r.incidents()) > known || r.Ended() && r.pause() }) || len(r.incidents()) == known {
		cell.Outcome = missed
		r.wrong = true
		l.t.Logf("%s %d: missed; %s", cell.Surface, cell.Width, r.picture())
		return
	}
	asked := l.answers(p, refusal.Kind)
	time.Sleep(r.after)
	cell.Outcome = detected
	if again := l.answers(p, refusal.Kind) - asked; again > 0 {
		cell.FalseAlarms++
		r.wrong = true
		cell.note("found while codex was still trying, %d times more", again)
	}
	if found := r.incidents()[known]; found != want {
		cell.Outcome = missed
		r.wrong = true
		cell.note("reported as %s", found)
	}
	r.quiet(known+1, cell, "found twice")
	r.settle()
}

// pause lets what has ended be judged.
func (r *run) pause() bool {
	time.Sleep(rest)
	return true
}

// serve has the service answer, and waits for the end of the answer.
func (r *run) serve(script ...fakeapi.Answer) {
	word := fmt.Sprintf("End%dof%d.", r.steps+1, r.number)
	script = append(script, fakeapi.Answer{Kind: fakeapi.OK, Text: answer(word)})
	r.lab.answer(script...)
	r.ask(question)
	r.see(word)
	r.settle()
}

// compare holds the replay of the recording against the run, and keeps it if anything went wrong.
func (r *run) compare(cell *result) {
	got, err := r.replayed()
	if live := r.incidents(); err != nil || !slices.Equal(got, live) {
		cell.note("the replay found %d, the run %d (%v)", len(got), len(live), err)
		r.lab.t.Errorf("replay %v, %v; run %v", got, err, live)
		r.wrong = true
	}
	if r.wrong && keepPath != "" {
		text, err := os.ReadFile(r.file("cast"))
		if err == nil {
			err = os.WriteFile(filepath.Join(keepPath, fmt.Sprintf("%s-%s-%d.cast", release, cell.Surface, r.number)), text, 0o600)
		}
		if err != nil {
			r.lab.t.Errorf("keep the recording: %v", err)
		}
	}
}

// picture is the screen as it is, for the log.
func (r *run) picture() string {
	return "the screen is\n" + strings.TrimRight(strings.Join(r.Text(), "\n"), "\n ")
}
