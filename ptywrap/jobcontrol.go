package ptywrap

import (
	"syscall"
	"time"
)

const (
	// stopQuiet is how long the output of a stopped program must pause to be
	// complete, and stopLimit bounds the wait for it.
	stopQuiet = 10 * time.Millisecond
	stopLimit = 200 * time.Millisecond
	// stopTimeout is how long a signal to ourselves takes to stop us, at most. If
	// we still run then, our process group is orphaned: the kernel drops stop
	// signals there, as it would for the program alone.
	stopTimeout = 200 * time.Millisecond
	// watchInterval is how often a job in the background looks whether it has the
	// terminal: shells send no signal when they bring a running job back.
	watchInterval = 100 * time.Millisecond
)

// stopped follows the program into the stop: the terminal is as the user had it,
// and our job gets the signal that stopped the program, so the shell reports the
// same as it would for the program alone.
func (c *Child) stopped(sig syscall.Signal) {
	if !c.t.jobControl {
		c.link.send(message{kind: msgForeground}) // there is nobody to stop for
		return
	}
	if c.ending {
		c.link.send(message{kind: msgForeground}) // it may put its terminal right
		return
	}
	c.keys.shut(0, stopLimit)
	c.pump.shut(stopQuiet, stopLimit)
	if c.state == running {
		c.swallowReplies() // keys between them are the program's, when it goes on
		c.t.standDown()
	}
	c.state, c.stoppedBy, c.watchDue = suspended, sig, nil
	c.queue.push(Event{Kind: Stopped, At: time.Now()})
	c.caught = stopGroup(sig)
	c.stopDue = time.After(stopTimeout)
}

// awake goes on after SIGCONT: after a stop of the job, or of ourselves only.
func (c *Child) awake() {
	was := c.state
	if was == suspended {
		restartGroup(c.stoppedBy, c.caught)
	}
	c.stopDue = nil
	if c.t.foreground() {
		c.toForeground()
	} else {
		c.toBackground()
	}
	if was == suspended {
		c.queue.push(Event{Kind: Continued, At: time.Now()})
	}
}

func (c *Child) toForeground() {
	was := c.state
	c.state, c.watchDue = running, nil
	redraw := c.t.standUp()
	if b := c.t.takeTyped(); len(b) > 0 {
		_ = c.Write(b)
	}
	c.resize()
	c.pump.open()
	c.keys.open()
	if was == running {
		return
	}
	c.link.send(message{kind: msgForeground})
	if redraw {
		c.Nudge()
	}
}

// toBackground lets the program run behind the shell. Its group is not in the
// foreground of the pseudo-terminal either, so it is stopped for touching the
// terminal just when it would be without us.
func (c *Child) toBackground() {
	if c.state == background {
		return
	}
	c.keys.shut(0, stopLimit)
	c.t.lose()
	c.state, c.watchDue = background, time.After(watchInterval)
	c.pump.open()
	c.link.send(message{kind: msgBackground})
}

// watch looks whether the shell has given us the terminal.
func (c *Child) watch() {
	c.watchDue = nil
	if c.state != background {
		return
	}
	if _, err := foregroundGroup(c.t.tty); err != nil {
		c.signalled(syscall.SIGHUP) // a hang-up is not signalled to the background
		return
	}
	if c.t.foreground() {
		c.toForeground()
		return
	}
	c.watchDue = time.After(watchInterval)
}

// standDown gives the terminal to the shell.
func (t *Terminal) standDown() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hideCard()
	t.hide()
	t.undoModes()
	_ = t.leaveRaw() // it fails when the terminal has gone, which others notice
	t.tellRaw()
}

// lose notes that the terminal was taken from us while we were stopped alone.
func (t *Terminal) lose() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.leaveRaw() // which changes nothing in the background
	t.tellRaw()
}

// undoModes writes what undoes the program's modes, once.
func (t *Terminal) undoModes() {
	defer t.freeze()
	if undo := t.modes.Undo(); len(undo) > 0 && !t.undone {
		t.out(undo)
		t.undone = true
	}
	if t.child != nil {
		t.child.link.undo(nil)
	}
}

// standUp takes the terminal back and sets the program's modes again. redraw
// tells that the program cannot know that its alternate screen was lost.
func (t *Terminal) standUp() (redraw bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.freeze()
	_ = t.enterRaw()
	t.tellRaw()
	if t.undone {
		t.undone = false
		t.tellMonitor()
		t.out(t.modes.Reassert())
		redraw = t.modes.Alternate()
	}
	return redraw
}
