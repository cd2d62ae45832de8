//go:build e2e

package matrix

import (
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/matcher"
)

func TestExec(t *testing.T) {
	t.Parallel()
	inExec(t, "exec")
}

func TestExecWithEvents(t *testing.T) {
	t.Parallel()
	inExec(t, "exec_json", "--json")
}

// inExec has a run refused on every width after a tool has printed the sentence, and one served.
func inExec(t *testing.T, surface string, flags ...string) {
	c := cells{t: t}
	l := newLab(t)
	args := append(append([]string{"exec", "--skip-git-repo-check"}, flags...), question)
	for _, width := range widths {
		cell := c.add(surface, width)
		tool := fakeapi.Answer{Kind: fakeapi.Tool, Text: printed}
		if width == widths[0] {
			l.answer(tool, fakeapi.Answer{Kind: fakeapi.OK, Text: answer("ERROR: " + sentence)})
			r := l.cxhook(width, args...)
			r.leave()
			r.quiet(0, cell, "served")
			r.compare(cell)
		}
		before := l.answers(fakeapi.Turn, fakeapi.Capacity)
		l.answer(tool, fakeapi.Answer{Kind: fakeapi.Capacity})
		r := l.cxhook(width, args...)
		r.leave()
		found := r.incidents()
		switch want := describe(surface, "turn", matcher.Capacity); {
		case l.answers(fakeapi.Turn, fakeapi.Capacity) == before:
			cell.note("codex did not ask the service")
			t.Log(r.picture())
		case len(found) == 0 || found[0] != want:
			cell.Outcome = missed
			r.wrong = true
			cell.note("found %v", found)
			t.Log(r.picture())
		default:
			cell.Outcome = detected
			r.quiet(1, cell, "found twice")
		}
		r.compare(cell)
	}
}

// leave waits for the end of an exec run, and answers what cxhook then asks with Ctrl-C.
func (r *run) leave() {
	for deadline := time.Now().Add(patience); !r.endsWithin(200 * time.Millisecond); {
		if len(r.incidents()) > 0 {
			r.Type("\x03")
		}
		if time.Now().After(deadline) {
			r.lab.endProcesses()
			r.endsWithin(patience)
			return
		}
	}
}
