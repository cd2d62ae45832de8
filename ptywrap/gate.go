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
	file *os.File

	mu      sync.Mutex
	changed *sync.Cond
	closed  bool
	shuts   int           // how often it was shut
	stopped bool          // closed for good
	quiet   time.Duration // a closed gate lets data through until it paused this long
	limit   time.Time     // but not beyond this
	last    time.Time     // of data
	parked  chan struct{} // closed once the reader is out of the read
}

func newGate(f *os.File) *gate {
	g := &gate{file: f, last: time.Now()}
	g.changed = sync.NewCond(&g.mu)
	return g
}

// read reads like the file does, and waits at a closed gate. It gives io.EOF once
// the gate was stopped.
func (g *gate) read(buf []byte) (int, error) {
	for {
		shuts := g.shutCount()
		n, err := g.file.Read(buf)
		if n > 0 {
			g.data()
			return n, nil
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			g.leave()
			return 0, err
		}
		if g.draining() {
			if n := readNow(g.file, buf); n > 0 {
				g.data()
				return n, nil
			}
		}
		if !g.wait(shuts) {
			return 0, io.EOF
		}
	}
}

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
	g.last = time.Now()
	if g.closed {
		g.setDeadline()
	}
}

// setDeadline makes the read end after the quiet time. A deadline in the past
// makes it end without reading.
func (g *gate) setDeadline() bool {
	d := time.Now().Add(g.quiet)
	if d.After(g.limit) {
		d = g.limit
	}
	if g.quiet == 0 {
		d = time.Unix(1, 0)
	}
	return g.file.SetReadDeadline(d) == nil
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
	deadlines := g.setDeadline()
	g.mu.Unlock()
	if !deadlines { // a blocking file: the reader stays in the read, where nothing comes
		for end := time.Now().Add(limit); time.Now().Before(end) && g.sinceData() < quiet; {
			time.Sleep(quiet / 4)
		}
		return
	}
	select {
	case <-parked:
	case <-time.After(limit + quiet):
	}
}

func (g *gate) sinceData() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Since(g.last)
}

// open lets the reader go on.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = false
	_ = g.file.SetReadDeadline(time.Time{})
	g.changed.Broadcast()
}

// stop makes the reader end.
func (g *gate) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = true
	g.out()
	_ = g.file.SetReadDeadline(time.Unix(1, 0))
	g.changed.Broadcast()
}
