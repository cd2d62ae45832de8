package matcher

import (
	"bytes"
	"time"

	"github.com/cxhook/cxhook/terminal"
)

// Options is what the caller of NewWatcher knows about the program it watches.
type Options struct {
	Cols, Rows int
	Surface    Surface // Exec or ExecJSON where codex was started so, else "" and the bytes decide
	Prompted   bool    // a prompt stood on the command line: a turn begins by itself
	Resumed    bool    // resume or fork: the old conversation, errors and all, is drawn first
	Errors     bool    // this release reports a failed turn with OSC 7501, as 0.168 and later do where they report at all
	// RoundTrip goes on with what was measured on this terminal before; nil begins anew.
	RoundTrip *terminal.RoundTrip
}

// StatusUnknown is for Exit where nobody knows how the program ended, as in the replay of a bare log.
const StatusUnknown = -1

// A synchronized update: the terminal interface draws in nothing else.
var (
	frameStart = []byte("\x1b[?2026h")
	frameEnd   = []byte("\x1b[?2026l")
)

// Watcher finds incidents in the bytes between a terminal and codex. Feed it everything in order; at is the time
// since it was made. It does no I/O, holds a bounded amount of memory and is for one goroutine. However the bytes are
// split into calls, the same incidents are found at the same offsets.
type Watcher struct {
	options Options
	screen  *terminal.Screen
	keys    terminal.Input
	trips   *terminal.RoundTrip

	now    time.Duration
	offset int64
	tail   []byte // the last bytes of output: a frame end may be split between two calls
	framed bool   // a frame has ended in the bytes being written
	within bool   // a frame has begun and not ended: the screen is half drawn
	tui    bool   // frames have been seen: this is the terminal interface
	colour bool   // something was drawn in a colour: NO_COLOR is not set

	turn  turn
	rest  Composer // as the last frame left it
	slash bool     // the last frame showed the command that compacts in the composer
	log   execWatch
	endings
	typed
	facts

	pending   *Incident     // found, not yet settled
	since     time.Duration // when pending was found
	overtaken bool          // a turn has run since then: a queued prompt, or the user was quicker
	found     []Incident
}

// NewWatcher returns a watcher that has seen nothing.
func NewWatcher(o Options) *Watcher {
	w := &Watcher{options: o, screen: terminal.NewScreen(o.Cols, o.Rows), endings: endings{}}
	if w.trips = o.RoundTrip; w.trips == nil {
		w.trips = &terminal.RoundTrip{}
	}
	w.trips.Reset()
	w.screen.SetHooks(terminal.Hooks{
		Frame: func() { w.framed = true },
		OSC:   w.osc,
		Query: func(q terminal.Sequence) { w.trips.Asked(q, w.now) },
	})
	w.log.form = o.Surface
	w.turn.replays, w.turn.errors = o.Resumed, o.Errors
	if o.Prompted && !o.Resumed {
		w.turn.submit()
	}
	return w
}

// Output takes what codex wrote.
func (w *Watcher) Output(at time.Duration, b []byte) {
	w.now = at
	w.release(false)
	for len(b) > 0 {
		n := w.cut(b)
		w.write(b[:n])
		b = b[n:]
	}
}

// cut gives the length of the part of b that ends with a frame, or of all of it.
func (w *Watcher) cut(b []byte) int {
	if n := begun(w.tail, b, frameEnd); n > 0 {
		return n
	}
	if i := bytes.Index(b, frameEnd); i >= 0 {
		return i + len(frameEnd)
	}
	return len(b)
}

// begun gives how many bytes of b complete a sequence that began at the end of tail, or 0.
func begun(tail, b, sequence []byte) int {
	for k := min(len(tail), len(sequence)-1); k > 0; k-- {
		if bytes.HasSuffix(tail, sequence[:k]) && bytes.HasPrefix(b, sequence[k:]) {
			return len(sequence) - k
		}
	}
	return 0
}

func (w *Watcher) write(b []byte) {
	w.framed = false
	w.screen.Write(b)
	w.offset += int64(len(b))
	w.within = w.within || bytes.Contains(b, frameStart) || begun(w.tail, b, frameStart) > 0
	w.tail = append(w.tail, b[max(0, len(b)-len(frameEnd)):]...)
	w.tail = append(w.tail[:0], w.tail[max(0, len(w.tail)-len(frameEnd)):]...)
	if !w.tui {
		w.log.write(b)
	}
	if w.framed {
		w.tui = w.tui || w.options.Surface != Exec && w.options.Surface != ExecJSON
		w.within = false
		w.readCommand()
		w.judge()
		w.rest = w.readComposer()
	}
}

// Input takes what codex got: keys, pastes and the terminal's replies.
func (w *Watcher) Input(at time.Duration, b []byte) {
	w.now = at
	w.release(false)
	for _, e := range w.keys.Write(b) {
		w.event(e)
	}
}

// Resize says that the terminal has a new size.
func (w *Watcher) Resize(at time.Duration, cols, rows int) {
	w.now = at
	w.release(false)
	w.screen.Resize(cols, rows)
}

// Lost says that output was dropped before it came here: the screen is unknown until it is drawn again.
func (w *Watcher) Lost() {
	w.screen.Reset()
	w.log.lost()
	w.tail, w.within = w.tail[:0], false
}

// Idle says that for a while, 50 ms or more, codex has written nothing. Call it again at the time Due gives.
func (w *Watcher) Idle(at time.Duration) {
	w.now = at
	for _, e := range w.keys.Flush() {
		w.event(e)
	}
	if w.tui && !w.within {
		w.judge()
	}
	w.release(true)
}

// Exit says that codex has ended, with its exit status or StatusUnknown.
func (w *Watcher) Exit(at time.Duration, status int) {
	w.now = at
	if w.tui {
		w.judge()
		w.turn.queued = false
		w.release(true)
		w.readHint()
		return
	}
	w.log.end()
	if failure := w.log.failed(status); failure != nil {
		w.found = append(w.found, Incident{Verdict: failure.verdict, At: at, Offset: w.offset, Surface: w.log.form, Unconfirmed: !failure.exact})
	}
}

// RoundTrip returns the longest of the latest round trips to the user's terminal, an overdue answer at the time at
// included; ok is false while the terminal has answered no query of codex.
func (w *Watcher) RoundTrip(at time.Duration) (longest time.Duration, ok bool) {
	return w.trips.Longest(at)
}

// Screen is the model of the terminal. The caller may read it between calls.
func (w *Watcher) Screen() *terminal.Screen { return w.screen }
