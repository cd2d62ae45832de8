package ptywrap

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// gate stands between a goroutine and the file it reads, so that another one can
// have it out of the read: no key is taken from the shell while the job is
// stopped, and output is complete before modes are undone.
type gate struct {
	file *device

	mu      sync.Mutex
	changed *sync.Cond
	closed  bool
	shuts   int           // how often it was shut
	stopped bool          // closed for good
	quiet   time.Duration // a closed gate lets data through until it paused this long
	limit   time.Time     // but not beyond this
	parked  chan struct{} // closed once the reader is out of the read

	// Of the reader alone: what it has to tell somebody who is not to be woken
	// while bytes are on their way.
	tell   func()    // nil: nothing
	tellBy time.Time // also if there is no pause
	full   int       // bytes, of which floodRate runs out
	fullAt time.Time // when full was true
}

func newGate(f *device) *gate {
	g := &gate{file: f}
	g.changed = sync.NewCond(&g.mu)
	return g
}

// read reads like the file does, and waits at a closed gate. It gives io.EOF once
// the gate was stopped.
func (g *gate) read(buf []byte) (int, error) {
	for {
		shuts := g.shutCount()
		n, err := g.take(buf)
		if n > 0 {
			g.data()
			return n, nil
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			g.leave()
			return 0, err
		}
		if g.draining() {
			if n := g.file.readNow(buf); n > 0 {
				g.data()
				return n, nil
			}
		}
		if !g.wait(shuts) {
			return 0, io.EOF
		}
	}
}

const (
	// tellPause is how long nothing must come before an observer is woken: it would
	// compete with the program for the processor just when the program answers.
	tellPause = time.Millisecond
	// tellLimit is how long it can be put off: a tenth of what an eye notices.
	tellLimit = 5 * time.Millisecond
	// A flood is floodSize bytes more than floodRate, in bytes a second, which is 12,000 lines of text. Nobody can
	// read more of it than the last screens, so an observer is told at the times of floodLimit, or in a pause that is
	// not for want of the processor alone, and the Queue keeps floodKept for it.
	floodSize  = 1 << 20
	floodRate  = 1 << 20
	floodPause = 30 * time.Millisecond
	floodLimit = time.Second
)

// take reads the file, and tells what there is to tell in a pause.
func (g *gate) take(buf []byte) (n int, err error) {
	if g.tell != nil {
		pause := tellPause
		if g.flooded() {
			pause = floodPause
		}
		n, err = g.file.read(buf, pause)
		if err == nil && time.Now().Before(g.tellBy) {
			return n, nil
		}
		g.tell()
		g.tell = nil
		if err != errPause {
			return n, err
		}
	}
	return g.file.Read(buf)
}

// tellSoon has f called in the next pause, after n bytes were read. It is for the goroutine that reads.
func (g *gate) tellSoon(f func(), n int, now time.Time) {
	g.full = n + max(0, g.full-int(floodRate*now.Sub(g.fullAt).Seconds()))
	g.fullAt = now
	if g.tell == nil {
		limit := tellLimit
		if g.flooded() {
			limit = floodLimit
		}
		g.tell, g.tellBy = f, now.Add(limit)
	}
}

// flooded reports whether a flood comes through. It is for the goroutine that reads.
func (g *gate) flooded() bool { return g.full > floodSize }

func (g *gate) shutCount() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shuts
}

// draining reports whether what is there must be read before the reader parks: on
// a busy machine a deadline can pass before the first attempt to read.
func (g *gate) draining() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed && !g.stopped && g.quiet > 0 && time.Now().Before(g.limit)
}

// data gives a closing gate more time.
func (g *gate) data() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		g.setDeadline()
	}
}

// setDeadline makes the read end after the quiet time. A deadline in the past
// makes it end without reading.
func (g *gate) setDeadline() {
	d := time.Now().Add(g.quiet)
	if d.After(g.limit) {
		d = g.limit
	}
	if g.quiet == 0 {
		d = time.Unix(1, 0)
	}
	g.file.SetReadDeadline(d)
}

// wait parks the reader until the gate opens, or is shut anew, which may ask for
// more to be read. False means that the gate was stopped.
func (g *gate) wait(shuts int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.closed && !g.stopped && g.shuts == shuts {
		g.out()
		g.changed.Wait()
	}
	return !g.stopped
}

// leave marks a reader that reads no more.
func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = true
	g.out()
}

func (g *gate) out() {
	if g.parked != nil {
		close(g.parked)
		g.parked = nil
	}
}

// shut closes the gate and returns when the reader is out of the read: after no
// data for the quiet time, or after limit at the latest.
func (g *gate) shut(quiet, limit time.Duration) {
	g.mu.Lock()
	if g.stopped {
		g.mu.Unlock()
		return
	}
	parked := make(chan struct{})
	g.closed, g.quiet, g.limit, g.parked = true, quiet, time.Now().Add(limit), parked
	g.shuts++
	g.changed.Broadcast()
	g.setDeadline()
	g.mu.Unlock()
	select {
	case <-parked:
	case <-time.After(limit + quiet):
	}
}

// open lets the reader go on.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = false
	g.file.SetReadDeadline(time.Time{})
	g.changed.Broadcast()
}

// stop makes the reader end.
func (g *gate) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = true
	g.out()
	g.file.SetReadDeadline(time.Unix(1, 0))
	g.changed.Broadcast()
}
