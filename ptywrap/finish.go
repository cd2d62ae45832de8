package ptywrap

import (
	"time"
)

const (
	// drainQuiet ends the drain when a process of the program, in the background,
	// keeps the pseudo-terminal open: a read that finds nothing after the program
	// was reaped has seen all the program wrote.
	drainQuiet = 50 * time.Millisecond
	// drainLimit ends it when such a process goes on writing.
	drainLimit = 2 * time.Second
)

// finish is the order of the end: what the program wrote is shown, late replies
// are swallowed, its modes are undone, the monitor goes, the observer is told.
func (c *Child) finish(exit Exit) {
	t := c.t
	t.Guard("end of the program", func() {
		c.keys.shut(0, stopLimit)
		c.pump.shut(drainQuiet, drainLimit)
		// Whoever is stuck in a write to a terminal that takes nothing is let go.
		t.tty.SetWriteDeadline(time.Now().Add(drainLimit))
		t.HideCard()
		t.Hide()
		c.swallowReplies()
		t.mu.Lock()
		t.undoModes()
		t.child = nil // the settings stay raw for a next program, until Restore
		t.mu.Unlock()
		t.tty.SetWriteDeadline(time.Time{})
	})
	t.detach()
	c.input.close()
	c.keys.stop()
	c.pump.stop()
	t.tty.SetReadDeadline(time.Time{})
	if c.slave != nil {
		c.slave.Close()
	}
	c.master.Close()
	t.keep(c.link)
	c.exit = exit
	c.queue.push(Event{Kind: Exited, At: time.Now(), Offset: t.written(), Exit: exit})
	close(c.done)
}

// keep lets the monitor of a program that has ended stay until the next one is there
// or the terminal is restored: somebody has to restore the settings if we are killed
// in between, perhaps while a question waits for its answer.
func (t *Terminal) keep(l *link) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keeper = l
}

// takeKeeper tells that monitor that there is nothing left to restore. It is the
// caller's to end; nil if there is none.
func (t *Terminal) takeKeeper() *link {
	l := t.keeper
	t.keeper = nil
	if l != nil {
		l.send(message{kind: msgTermios})
	}
	return l
}

func (t *Terminal) written() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.offset
}
