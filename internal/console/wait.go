package console

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/terminal"
)

// WaitAnswers waits until n queries have been answered since the start.
func (c *Console) WaitAnswers(n int) {
	c.t.Helper()
	c.WaitFor(func(*terminal.Screen) bool { return c.answers >= n }, fmt.Sprintf("%d answers", n))
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
