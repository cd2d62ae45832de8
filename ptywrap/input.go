package ptywrap

import (
	"os"
	"sync"
	"time"
)

// inputLimit bounds the input that waits for a program which does not read, and
// that which waits for a decision, in bytes. Then the keyboard is not read.
const inputLimit = 64 << 10

// heldLimit is how long input may wait for an observer to decide about it. One that
// hangs, in a file system say, must not take the keyboard away: the program gets the
// input then, and what follows.
const heldLimit = 3 * time.Second

// fullCheck is how often a keyboard that is not read looks whether it may be again.
const fullCheck = 5 * time.Millisecond

// input is the way from the keyboard to the program. Its lock is never held
// during a write that can wait.
type input struct {
	mu        sync.Mutex
	changed   *sync.Cond // backlog or closed
	intercept bool
	backlog   []byte // for feed: the program did not take it at once
	feeding   bool   // feed has bytes in its hands
	closed    bool
	heldLimit time.Duration
	watched   bool      // heldTooLong is due
	at        time.Time // of last
	last      []byte
}

func (in *input) init() { in.changed, in.heldLimit = sync.NewCond(&in.mu), heldLimit }

// readKeys passes on what is typed. It ends with the program or the terminal.
func (c *Child) readKeys() {
	buf := make([]byte, bufferSize)
	for {
		for c.inputFull() {
			time.Sleep(fullCheck)
		}
		n, err := c.keys.read(buf)
		if err != nil {
			break
		}
		c.t.Guard("keyboard", func() { c.typed(buf[:n]) })
	}
	select {
	case c.hangup <- struct{}{}: // ignored when the program has ended
	default:
	}
}

func (c *Child) inputFull() bool {
	in := &c.input
	in.mu.Lock()
	defer in.mu.Unlock()
	return !in.closed && (len(in.backlog) > inputLimit || in.intercept && c.queue.heldBytes() > inputLimit)
}

func (c *Child) typed(p []byte) {
	in := &c.input
	in.mu.Lock()
	now := time.Now()
	held := in.intercept && c.queue.push(Event{Kind: Input, At: now, Bytes: p, Held: true})
	if held {
		c.watchHeld(in.heldLimit)
	} else {
		c.pass(p)
		c.queue.add(Event{Kind: Input, At: now, Bytes: p})
		c.keys.tellSoon(c.queue.signal, len(p), now)
	}
	in.mu.Unlock()
	if !held {
		c.answered(p)
	}
}

// watchHeld has held input looked at in a while. The caller holds the lock.
func (c *Child) watchHeld(in time.Duration) {
	if !c.input.watched {
		c.input.watched = true
		time.AfterFunc(in, c.heldTooLong)
	}
}

// heldTooLong ends an interception that nobody attends to.
func (c *Child) heldTooLong() {
	in := &c.input
	in.mu.Lock()
	in.watched = false
	since, waits := c.queue.heldSince()
	stuck := waits && time.Since(since) >= in.heldLimit
	if waits && !stuck {
		c.watchHeld(in.heldLimit - time.Since(since))
	}
	in.mu.Unlock()
	if stuck {
		c.Intercept(false)
	}
}

// pass gives bytes to the program, in order. The caller holds the lock.
func (c *Child) pass(p []byte) {
	in := &c.input
	if in.closed {
		return
	}
	rest := p
	if len(in.backlog) == 0 && !in.feeding {
		rest = p[c.master.writeNow(p):]
	}
	if len(rest) > 0 {
		in.backlog = append(in.backlog, rest...)
		in.changed.Broadcast()
	}
	in.at, in.last = time.Now(), append([]byte(nil), p...)
}

// feed writes what the program did not take at once. It ends with the program.
func (c *Child) feed() {
	in := &c.input
	in.mu.Lock()
	defer in.mu.Unlock()
	for {
		for len(in.backlog) == 0 && !in.closed {
			in.changed.Wait()
		}
		if in.closed {
			return
		}
		p := in.backlog
		in.backlog, in.feeding = nil, true
		in.mu.Unlock()
		_, err := c.master.Write(p)
		in.mu.Lock()
		in.feeding = false
		if err != nil {
			return
		}
	}
}

// close ends the way to the program.
func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	in.changed.Broadcast()
}

// Write gives bytes to the program as if they were typed, behind all input passed
// before. It does not wait for the program to read them.
func (c *Child) Write(p []byte) error {
	in := &c.input
	in.mu.Lock()
	ended := in.closed
	if !ended {
		c.pass(p)
		c.queue.push(Event{Kind: Input, At: in.at, Bytes: p})
	}
	in.mu.Unlock()
	if ended {
		return os.ErrProcessDone
	}
	c.answered(p)
	return nil
}

// Intercept starts (on) or ends the interception of what is typed: it then comes
// as Input events with Held set and is not passed. At the end the events nobody
// has taken from the queue are passed first, and come with Held unset, so that
// the order of keys is kept; what the observer has taken is its own to pass,
// before it ends the interception. Input that waits longer than a few seconds for
// the observer ends it too; the observer may begin again.
func (c *Child) Intercept(on bool) {
	in := &c.input
	in.mu.Lock()
	var passed [][]byte
	if in.intercept && !on {
		passed = c.queue.takeHeld()
	}
	for _, p := range passed {
		c.pass(p)
	}
	in.intercept = on
	in.mu.Unlock()
	for _, p := range passed {
		c.answered(p)
	}
}

// LastInput gives the bytes passed to the program last, and when; the zero time
// if there were none.
func (c *Child) LastInput() (at time.Time, b []byte) {
	in := &c.input
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.at, in.last
}
