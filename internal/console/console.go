// Package console is a terminal for tests: a program, or the test itself, on a
// pseudo-terminal whose other end keeps all that is written, models the screen,
// and answers queries as a terminal does. It must never decide anything by time
// alone: every wait is for a condition, and a test that waits in vain fails with
// the screen in its message.
package console

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/terminal"
)

// Patience is how long a wait lasts before the test fails: far more than anything
// takes on a busy machine.
const Patience = 20 * time.Second

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

// WaitAnswers waits until n queries have been answered since the start.
func (c *Console) WaitAnswers(n int) {
	c.t.Helper()
	c.WaitFor(func(*terminal.Screen) bool { return c.answers >= n }, fmt.Sprintf("%d answers", n))
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

// WaitText waits until a row of the screen contains s.
func (c *Console) WaitText(s string) {
	c.t.Helper()
	c.WaitFor(func(screen *terminal.Screen) bool {
		return strings.Contains(strings.Join(screen.Text(), "\n"), s)
	}, fmt.Sprintf("%q on the screen", s))
}

// WaitOutput waits until the output contains s.
func (c *Console) WaitOutput(s string) {
	c.t.Helper()
	c.WaitForOutput(func(out string) bool { return strings.Contains(out, s) }, fmt.Sprintf("%q in the output", s))
}

// WaitForOutput waits until cond holds for all that was written.
func (c *Console) WaitForOutput(cond func(out string) bool, what string) {
	c.t.Helper()
	c.WaitFor(func(*terminal.Screen) bool { return cond(string(c.out)) }, what)
}

// WaitFor waits until cond holds; what says what was awaited. cond is called
// whenever something was written, and must only read the screen.
func (c *Console) WaitFor(cond func(*terminal.Screen) bool, what string) {
	c.t.Helper()
	late := false
	timer := time.AfterFunc(Patience, func() {
		c.mu.Lock()
		late = true
		c.changed.Broadcast()
		c.mu.Unlock()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !cond(c.screen) {
		if late || c.ended {
			c.t.Fatalf("no %s; %s", what, c.describe())
		}
		c.changed.Wait()
	}
}

// describe is the state for the message of a failing test.
func (c *Console) describe() string {
	tail := c.out[max(0, len(c.out)-2000):]
	return fmt.Sprintf("the screen is\n%s\nand the output ends with\n%q", strings.Join(c.screen.Text(), "\n"), tail)
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

// Wait waits for the end of the program, and until all it wrote was read. It gives
// the exit status, 128 + n for signal n.
func (c *Console) Wait() int {
	c.t.Helper()
	select {
	case <-c.leader.done:
	case <-time.After(Patience):
		c.mu.Lock()
		defer c.mu.Unlock()
		c.t.Fatalf("the program does not end; %s", c.describe())
	}
	c.Settle()
	return c.leader.status
}

// Settle returns when all that was written before has been read: the mark is a
// string no program writes, taken out again.
func (c *Console) Settle() {
	c.t.Helper()
	const mark = "\x1b_console\x1b\\" // an APC string, which shows nothing
	if _, err := c.slave.WriteString(mark); err != nil {
		return // the terminal was closed
	}
	c.WaitOutput(mark)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = []byte(strings.Replace(string(c.out), mark, "", 1))
}
