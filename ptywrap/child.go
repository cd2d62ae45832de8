package ptywrap

import (
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// bufferSize is that of one read of the pseudo-terminal, in bytes.
const bufferSize = 32 << 10

// Exit tells how the program ended: its exit status, or the signal and 128 + its
// number, as shells report it. When the monitor was killed, and the status is
// lost with it, it is that of SIGHUP, which the program got from it.
type Exit struct {
	Code   int
	Signal syscall.Signal // 0 if it ended by itself
}

func exitOf(ws syscall.WaitStatus) Exit {
	if ws.Signaled() {
		return Exit{Code: 128 + int(ws.Signal()), Signal: ws.Signal()}
	}
	return Exit{Code: ws.ExitStatus()}
}

// Child is a program on a pseudo-terminal, with its monitor. Its methods may be
// called from any goroutine, and after its end, when they do nothing.
type Child struct {
	t       *Terminal
	link    *link
	master  *device
	slave   *os.File // nil unless holdSlave
	pid     int
	queue   *Queue
	input   input
	queries queries
	keys    *gate // of the goroutine that reads the keyboard
	pump    *gate // of the goroutine that reads the program's output

	reports chan message  // from the monitor; closed when it has gone
	hangup  chan struct{} // the terminal has gone
	nudges  chan struct{}
	done    chan struct{} // closed after the end
	exit    Exit          // valid after done
	told    atomic.Int32  // the last signal sent to us to end the program

	director
}

// readOutput is the pump: what the program writes goes to the terminal, then to
// the observer. It ends with the pseudo-terminal.
func (c *Child) readOutput() {
	buf := make([]byte, bufferSize)
	for {
		n, err := c.pump.read(buf)
		if err != nil {
			return // EIO is how Linux says that the slave was closed
		}
		if !c.t.Guard("pump", func() { c.output(buf[:n]) }) {
			continue
		}
	}
}

func (c *Child) output(p []byte) {
	t := c.t
	t.mu.Lock()
	defer t.mu.Unlock()
	t.offset += int64(len(p))
	t.put(p)
	c.noteQueries()
	now := time.Now()
	c.pump.tellSoon(c.queue.signal, len(p), now)
	c.queue.add(Event{Kind: Output, At: now, Bytes: p, Offset: t.offset, flood: c.pump.flooded()})
}

// Events is the queue for the observer.
func (c *Child) Events() *Queue { return c.queue }

// Wait returns after the program has ended, its output was shown and its modes were
// undone. The monitor stays until the next program is there, or Terminal.Restore.
func (c *Child) Wait() Exit {
	<-c.done
	return c.exit
}

// Signal sends a signal to the program's process group.
func (c *Child) Signal(sig syscall.Signal) error {
	select {
	case <-c.done:
		return os.ErrProcessDone
	default:
	}
	if !c.link.send(numberMessage(msgSignal, int(sig))) {
		return os.ErrProcessDone
	}
	return nil
}

// Ending gives the last signal that was sent to this process to end the program
// (SIGHUP, SIGINT, SIGQUIT or SIGTERM), 0 for none: after one no other should follow.
func (c *Child) Ending() syscall.Signal { return syscall.Signal(c.told.Load()) }

// Nudge makes the program draw everything again: it is told that the terminal has
// one row less, and after 150 ms the real size. No Resize event comes of it.
func (c *Child) Nudge() {
	select {
	case c.nudges <- struct{}{}:
	default:
	}
}

// Raw tells whether the program has its terminal in raw mode (no line editing), as a
// full-screen program has from its start to where it gives the terminal back. False
// when that cannot be known.
func (c *Child) Raw() bool {
	t, err := getTermios(c.master)
	return err == nil && t.Lflag&unix.ICANON == 0
}

// PID is the program's process id, which is also that of its process group.
func (c *Child) PID() int { return c.pid }
