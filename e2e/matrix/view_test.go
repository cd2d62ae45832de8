//go:build e2e

package matrix

import (
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/matcher"
)

// widths are the columns of the matrix, in an order that narrows and widens.
var widths = []int{80, 24, 200, 40}

// alternate tells whether this release's codex takes the alternate screen unless it is told not to. The test of the plain
// start sends it.
var alternate = make(chan bool, 1)

func TestThePlainStart(t *testing.T) {
	t.Parallel()
	told := false
	defer func() {
		if !told {
			alternate <- false
		}
	}()
	l := newLab(t)
	r := l.cxhook(widths[0])
	r.ready()
	surface := "inline"
	if r.Alternate() {
		surface = "tui"
	}
	told = true
	alternate <- surface == "tui"
	if surface != "tui" {
		for _, width := range widths {
			record(t, result{Surface: "tui", Width: width, Outcome: none})
		}
	}
	r.conversation(t, surface)
}

func TestTheInlineStart(t *testing.T) {
	t.Parallel()
	if !<-alternate {
		return // the plain start is it
	}
	l := newLab(t)
	r := l.cxhook(widths[0], "--no-alt-screen")
	r.ready()
	r.conversation(t, "inline", "--no-alt-screen")
}

// conversation quotes and prints the sentence, then has a turn and a compaction refused on every width, ends, and opens the
// session again.
func (r *run) conversation(t *testing.T, surface string, flags ...string) {
	c := cells{t: t}
	turns, compactions := map[int]*result{}, map[int]*result{}
	for _, width := range widths {
		turns[width], compactions[width] = c.add(surface, width), c.add("compact", width)
		compactions[width].View = surface
	}
	first, full := turns[widths[0]], fakeapi.Answer{Kind: fakeapi.Capacity}
	r.serve()
	r.serve(fakeapi.Answer{Kind: fakeapi.Tool, Text: printed})
	known := r.quiet(0, first, "quoted or printed")
	for _, width := range widths {
		r.Resize(width, rows)
		r.settle()
		known = r.quiet(known, turns[width], "resized")
		r.refuse(turns[width], fakeapi.Turn, full, describe(surface, "turn", matcher.Capacity), func() { r.ask("go on") })
		r.refuse(compactions[width], fakeapi.Compaction, full, describe(surface, "remote_compact", matcher.Capacity), func() { r.command("/compact") })
		known = len(r.incidents())
	}
	last := turns[widths[len(widths)-1]]
	r.Resize(widths[0], rows)
	r.settle()
	r.Type("\x14") // ctrl-t: the transcript
	r.settle()
	r.Type("q")
	r.settle()
	r.quit()
	r.quiet(known, last, "after the last refusal")
	r.compare(last)

	id := r.lab.sessionID()
	if id == "" {
		last.note("no session file")
		return
	}
	again := r.lab.cxhook(widths[0], append([]string{"resume", id}, flags...)...)
	again.ready()
	again.Resize(40, rows)
	again.settle()
	again.quit()
	again.quiet(0, first, "resumed")
	again.compare(first)
}
