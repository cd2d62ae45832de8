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
		// An orderly end: the settings stay raw for a next program, until Restore.
		c.link.send(message{kind: msgTermios})
		t.child = nil
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
	c.link.end()
	c.exit = exit
	c.queue.push(Event{Kind: Exited, At: time.Now(), Offset: t.written(), Exit: exit})
	close(c.done)
}

func (t *Terminal) written() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.offset
}
