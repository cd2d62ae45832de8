package ptywrap

import (
	"sync"
	"time"
)

// Kind says what an Event tells.
type Kind uint8

// The kinds of events.
const (
	Output    Kind = iota + 1 // Bytes the program wrote; Offset counts all it wrote up to their end
	Input                     // Bytes for the program: passed on already, or Held
	Resize                    // the terminal has a new Size; the program learns it after this event
	Lost                      // output was dropped here because the observer was too slow
	Stopped                   // the program was stopped (job control)
	Continued                 // the program goes on
	Exited                    // the program has ended with Exit, its output was all shown; the last event
	Posted                    // somebody beside the terminal has something to tell: Value
)

// Event is one thing an observer is told, in the order in which it happened.
type Event struct {
	Kind   Kind
	At     time.Time
	Bytes  []byte // of Output and Input; the receiver may keep them
	Offset int64  // bytes the program had written, after this event
	Held   bool   // Input was not passed to the program: the receiver decides (Child.Write)
	Size   Size   // of Resize
	Exit   Exit   // of Exited
	Value  any    // of Posted
	flood  bool   // of Output: more came than anybody can read
}

const (
	// queueLimit bounds the output, and the input passed, that waits for an
	// observer, in bytes: about a second of the fastest output measured.
	queueLimit = 4 << 20
	// mergeLimit bounds one Output event, in bytes; smaller writes of the
	// program are put together while the observer is busy.
	mergeLimit = 32 << 10
	// floodKept is queueLimit while the program floods, in bytes: a dozen screens in dense colours.
	floodKept = 256 << 10
)

// Queue carries Events from the terminal to one observer. It never makes the
// writer wait: what does not fit becomes one Lost event. Next is for one
// goroutine; all other methods may be called from any.
type Queue struct {
	mu      sync.Mutex
	events  []Event
	waiting int           // bytes in Output events and in Input events passed
	spare   [][]byte      // of dropped events, to be filled again: at most floodKept bytes
	wake    chan struct{} // holds a token when there may be something to read
	closed  bool          // Exited was queued
	dead    bool          // Discard was called
	onDead  func()        // set by Child: nobody decides about held input any more
}

func newQueue() *Queue { return &Queue{wake: make(chan struct{}, 1)} }

// Next returns the next event. ok is false when the deadline has passed (a zero
// deadline never passes), when Exited was returned before, or after Discard.
func (q *Queue) Next(deadline time.Time) (e Event, ok bool) {
	var timeout <-chan time.Time
	for {
		q.mu.Lock()
		if len(q.events) > 0 {
			e = q.events[0]
			q.events[0] = Event{}
			q.events = q.events[1:]
			q.waiting -= counted(e)
			q.mu.Unlock()
			return e, true
		}
		ended := q.closed || q.dead
		q.mu.Unlock()
		if ended {
			return Event{}, false
		}
		if timeout == nil && !deadline.IsZero() {
			timer := time.NewTimer(time.Until(deadline))
			defer timer.Stop()
			timeout = timer.C
		}
		select {
		case <-q.wake:
		case <-timeout:
			return Event{}, false
		}
	}
}

// Discard throws away what waits and all that follows. It is for an observer
// that failed; input held for it goes to the program.
func (q *Queue) Discard() {
	q.mu.Lock()
	onDead := q.onDead
	q.mu.Unlock()
	if onDead != nil {
		onDead()
	}
	q.mu.Lock()
	q.dead, q.events, q.waiting = true, nil, 0
	q.mu.Unlock()
	q.signal()
}

// Post puts something of the observer's own behind what has happened so far, so that one
// place hears of everything in its order. After Exited and Discard nobody hears of it.
func (q *Queue) Post(v any) { q.push(Event{Kind: Posted, At: time.Now(), Value: v}) }

// push adds an event and wakes the observer. Bytes are copied. It reports whether
// somebody may read it.
func (q *Queue) push(e Event) bool {
	added := q.add(e)
	q.signal()
	return added
}

// add is push without waking the observer: signal has to follow.
func (q *Queue) add(e Event) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dead || q.closed {
		return false
	}
	if e.Kind == Exited {
		q.closed = true
	}
	if !q.merge(e) {
		if e.Bytes != nil {
			e.Bytes = append(q.room(len(e.Bytes)), e.Bytes...)
		}
		q.events = append(q.events, e)
	}
	q.waiting += counted(e)
	limit := queueLimit
	if e.flood {
		limit = floodKept
	}
	if q.waiting > limit {
		q.drop(limit / 2)
	}
	return true
}

// room gives an empty slice for n bytes.
func (q *Queue) room(n int) []byte {
	if last := len(q.spare) - 1; last >= 0 && n <= cap(q.spare[last]) {
		b := q.spare[last]
		q.spare = q.spare[:last]
		return b[:0]
	}
	return make([]byte, 0, n)
}

// merge puts output behind output and replaces a size nobody has seen.
func (q *Queue) merge(e Event) bool {
	if len(q.events) == 0 {
		return false
	}
	last := &q.events[len(q.events)-1]
	switch {
	case e.Kind == Output && last.Kind == Output && len(last.Bytes)+len(e.Bytes) <= mergeLimit:
		last.Bytes = append(last.Bytes, e.Bytes...)
		last.At, last.Offset = e.At, e.Offset
		return true
	case e.Kind == Resize && last.Kind == Resize:
		*last = e
		return true
	}
	return false
}

// drop turns waiting output into one Lost event, at the place of the first of it, but for the newest bytes, of
// which it keeps at most so many. Held input stays: it is the user's, and bounded by its sender.
func (q *Queue) drop(keep int) {
	newest := len(q.events)
	for n := 0; newest > 0; newest-- {
		if n += counted(q.events[newest-1]); n > keep {
			break
		}
	}
	kept := q.events[:0:0]
	lost := -1
	for i, e := range q.events {
		if i >= newest || counted(e) == 0 && e.Kind != Lost {
			kept = append(kept, e)
			continue
		}
		if lost < 0 {
			lost = len(kept)
			kept = append(kept, Event{Kind: Lost, At: e.At})
		}
		kept[lost].Offset = max(kept[lost].Offset, e.Offset)
		q.waiting -= counted(e)
		if e.Kind == Output && len(q.spare) < floodKept/mergeLimit {
			q.spare = append(q.spare, e.Bytes)
		}
	}
	q.events = kept
}

// takeHeld gives the input that waits for a decision and marks it as passed.
func (q *Queue) takeHeld() (held [][]byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range q.events {
		if e := &q.events[i]; e.Kind == Input && e.Held {
			e.Held = false
			q.waiting += len(e.Bytes)
			held = append(held, e.Bytes)
		}
	}
	return held
}

// heldBytes is how much input waits for a decision.
func (q *Queue) heldBytes() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.events {
		if e.Held {
			n += len(e.Bytes)
		}
	}
	return n
}

// heldSince is when the oldest of it came.
func (q *Queue) heldSince() (at time.Time, waits bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.events {
		if e.Held {
			return e.At, true
		}
	}
	return time.Time{}, false
}

func (q *Queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func counted(e Event) int {
	if e.Kind == Output || e.Kind == Input && !e.Held {
		return len(e.Bytes)
	}
	return 0
}
