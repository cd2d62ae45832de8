// Package console is a terminal for tests: a program, or the test itself, on a
// pseudo-terminal whose other end keeps all that is written, models the screen,
// and answers queries as a terminal does. It must never decide anything by time
// alone: every wait is for a condition, and a test that waits in vain fails with
// the screen in its message.
package console

import (
	"os"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/terminal"
)

// Patience is how long a wait lasts before the test fails: far more than anything
// takes on a busy machine.
const Patience = time.Minute

// Options says what to start and on what kind of terminal.
type Options struct {
	Cols, Rows     int // cells; 0 means 80 and 24
	XPixel, YPixel int // of the whole text area

	Cmd []string // the program and its arguments; empty opens the terminal only
	Env []string // nil means the test's
	Dir string   // "" means the test's

	Answer bool          // answer queries like a modern xterm with the kitty keyboard
	Delay  time.Duration // before each answer
}

// Console is a terminal with at most one program on it. Its methods are for the
// goroutine of the test.
type Console struct {
	t      testing.TB
	master *os.File
	slave  *os.File
	leader *leader // nil without a program

	mu      sync.Mutex
	changed *sync.Cond
	out     []byte
	screen  *terminal.Screen
	answers int
	ended   bool // nothing more can come
}

// Start opens the terminal and starts the program of the options on it, in a
// session of its own. The test's cleanup ends both.
func Start(t testing.TB, o Options) *Console {
	t.Helper()
	if o.Cols == 0 {
		o.Cols = 80
	}
	if o.Rows == 0 {
		o.Rows = 24
	}
	master, slave, err := open()
	if err != nil {
		t.Fatalf("open a pseudo-terminal: %v", err)
	}
	c := &Console{t: t, master: master, slave: slave, screen: terminal.NewScreen(o.Cols, o.Rows)}
	c.changed = sync.NewCond(&c.mu)
	t.Cleanup(c.close)
	c.setSize(unix.Winsize{Col: uint16(o.Cols), Row: uint16(o.Rows), Xpixel: uint16(o.XPixel), Ypixel: uint16(o.YPixel)})
	var answer *answerer
	if o.Answer {
		answer = newAnswerer(c.screen, o.Delay)
		go answer.send(master, c.countAnswer)
	}
	go c.read(answer)
	if len(o.Cmd) > 0 {
		if c.leader, err = startLeader(slave, o); err != nil {
			t.Fatalf("start %s: %v", o.Cmd[0], err)
		}
	}
	return c
}

// read keeps what is written. It ends when the terminal is closed.
func (c *Console) read(answer *answerer) {
	buf := make([]byte, 32<<10)
	for {
		n, err := c.master.Read(buf)
		c.mu.Lock()
		c.out = append(c.out, buf[:n]...)
		if answer != nil {
			answer.write(buf[:n])
		} else {
			c.screen.Write(buf[:n])
		}
		c.ended = err != nil
		c.changed.Broadcast()
		c.mu.Unlock()
		if err != nil {
			if answer != nil {
				close(answer.replies)
			}
			return
		}
	}
}

func (c *Console) countAnswer() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answers++
	c.changed.Broadcast()
}

// close ends the program and the terminal.
func (c *Console) close() {
	if c.leader != nil {
		c.leader.kill()
	}
	c.master.Close()
	c.slave.Close()
}

// Hangup closes the terminal, as a window does.
func (c *Console) Hangup() {
	c.master.Close()
	c.slave.Close()
}

// TTY is the end for a program: what it writes there is shown. It stays the
// Console's to close.
func (c *Console) TTY() *os.File { return c.slave }

// Type sends what a user types, or the terminal itself.
func (c *Console) Type(s string) {
	c.t.Helper()
	if _, err := c.master.WriteString(s); err != nil {
		c.t.Fatalf("type %q: %v", s, err)
	}
}

// Output is everything written so far.
func (c *Console) Output() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]byte(nil), c.out...)
}

// Text is the rows of the screen as it is now.
func (c *Console) Text() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.Text()
}

// Alternate tells whether the alternate screen is shown now.
func (c *Console) Alternate() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.screen.Alternate()
}

// Forget drops the output so far, so that WaitOutput finds only what comes.
func (c *Console) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = nil
}

// Resize changes the size of the terminal.
func (c *Console) Resize(cols, rows int) {
	c.mu.Lock()
	c.screen.Resize(cols, rows)
	c.mu.Unlock()
	c.setSize(unix.Winsize{Col: uint16(cols), Row: uint16(rows)})
}

func (c *Console) setSize(ws unix.Winsize) {
	if err := setSize(c.master, &ws); err != nil {
		c.t.Errorf("set the size of the terminal: %v", err)
	}
}

// PID is the process id of the program.
func (c *Console) PID() int { return c.leader.pid }

// Ended tells whether the program has ended.
func (c *Console) Ended() bool {
	select {
	case <-c.leader.done:
		return true
	default:
		return false
	}
}
