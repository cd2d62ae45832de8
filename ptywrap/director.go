package ptywrap

import (
	"errors"
	"syscall"
	"time"
)

var errBusy = errors.New("another program is running on it")

const (
	// resizeInterval is the least time between two sizes given to the program,
	// which draws everything again for each. The first of a storm goes at once.
	resizeInterval = 30 * time.Millisecond
	// nudgeTime is how long a nudge lasts: real codex redraws within it.
	nudgeTime = 150 * time.Millisecond
	// killDelay is how long the program may take to end after SIGTERM or SIGHUP
	// was sent to us; real codex takes about 60 ms.
	killDelay = 2 * time.Second
	// maxFaults bounds the failures of our own that the director outlives.
	maxFaults = 10
)

// director is the state of the goroutine that reacts to everything that is not a
// byte: signals, sizes, what the monitor reports. Only that goroutine uses it.
type director struct {
	state     state
	size      Size // as the program knows it, but for a nudge
	sizedAt   time.Time
	stoppedBy syscall.Signal
	caught    disposition // of it, while suspended
	ending    bool        // it was told to end and is not to be stopped any more
	faults    int

	resizeDue <-chan time.Time
	nudgeEnd  <-chan time.Time
	killDue   <-chan time.Time
	stopDue   <-chan time.Time // we should have been stopped by now
	watchDue  <-chan time.Time // look whether we have the terminal again
}

type state uint8

const (
	running    state = iota // in the foreground
	background              // running, the terminal is somebody else's
	suspended               // the program is stopped, and so are we, or will be
)

// direct runs until the program has ended.
func (c *Child) direct(inBackground bool) {
	if inBackground {
		c.state, c.watchDue = background, time.After(watchInterval)
	}
	c.resize() // it may have changed before the handler was there
	var ended bool
	for !ended {
		if !c.t.Guard("director", func() { ended = c.step() }) {
			if c.faults++; c.faults > maxFaults {
				c.monitorLost()
				return
			}
		}
	}
}

// step handles one event; true means that the program has ended.
func (c *Child) step() (ended bool) {
	select {
	case m, ok := <-c.reports:
		return c.reported(m, ok)
	case s := <-c.t.signals:
		c.signalled(s.(syscall.Signal))
	case <-c.hangup:
		c.hangup = nil
		c.signalled(syscall.SIGHUP) // as the kernel would send to the program alone
	case <-c.t.winch:
		c.resizeSoon()
	case <-c.resizeDue:
		c.resizeDue = nil
		c.resize()
	case <-c.nudges:
		c.nudge()
	case <-c.nudgeEnd:
		c.nudgeEnd = nil
		_ = setSize(c.master, c.size)
	case <-c.killDue:
		_ = c.Signal(syscall.SIGKILL)
	case <-c.t.cont:
		c.awake()
	case <-c.stopDue:
		c.awake()
	case <-c.watchDue:
		c.watch()
	}
	return false
}

// readReports ends with the monitor.
func (c *Child) readReports() {
	defer close(c.reports)
	for {
		m, err := readMessage(c.link.conn)
		if err != nil {
			return
		}
		select {
		case c.reports <- m:
		case <-c.done:
			return
		}
	}
}

func (c *Child) reported(m message, ok bool) (ended bool) {
	if !ok {
		c.monitorLost()
		return true
	}
	switch m.kind {
	case msgStopped:
		c.stopped(syscall.Signal(m.number()))
	case msgExited:
		c.finish(exitOf(syscall.WaitStatus(m.number())))
		return true
	}
	return false
}

// monitorLost ends the program, which has lost its terminal with the monitor.
func (c *Child) monitorLost() {
	endGroup(c.pid)
	c.finish(Exit{Code: 128 + int(syscall.SIGHUP), Signal: syscall.SIGHUP})
}

// signalled passes a signal that was sent to us on to the program. The keys that
// cause signals arrive as bytes, not here.
func (c *Child) signalled(sig syscall.Signal) {
	if sig != syscall.SIGTSTP {
		c.told.Store(int32(sig))
	}
	_ = c.Signal(sig)
	if sig != syscall.SIGHUP && sig != syscall.SIGTERM {
		return
	}
	c.ending = true
	_ = syscall.Kill(c.link.pid, syscall.SIGCONT) // a monitor that was stopped from outside obeys nobody
	if c.state == suspended {
		c.link.send(message{kind: msgForeground}) // a stopped program cannot end
	}
	if c.killDue == nil {
		c.killDue = time.After(killDelay)
	}
}

func (c *Child) resizeSoon() {
	if wait := resizeInterval - time.Since(c.sizedAt); wait <= 0 {
		c.resize()
	} else if c.resizeDue == nil {
		c.resizeDue = time.After(wait)
	}
}

// resize gives the program a new size. The observer is told first: all output for
// the new size comes behind the event.
func (c *Child) resize() {
	s, err := c.t.Size()
	if err != nil || !s.usable() || s == c.size {
		return
	}
	c.size, c.sizedAt, c.nudgeEnd = s, time.Now(), nil
	c.t.mu.Lock()
	c.t.drop()
	c.queue.push(Event{Kind: Resize, At: c.sizedAt, Offset: c.t.offset, Size: s})
	c.t.redrawCard()
	c.t.mu.Unlock()
	_ = setSize(c.master, s)
}

func (c *Child) nudge() {
	if c.state != running || c.size.Rows < 2 || c.nudgeEnd != nil {
		return
	}
	less := c.size
	less.Rows--
	if setSize(c.master, less) == nil {
		c.nudgeEnd = time.After(nudgeTime)
	}
}
