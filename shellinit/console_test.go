package shellinit

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// promptMark is how every shell on a console says that it waits for a line.
const promptMark = "READY> "

// console is a shell that a person types to.
type console struct {
	t      testing.TB
	tty    *os.File
	output chan string // Closed when the shell has gone.
	seen   string      // What has been printed since the last expect.
	before string      // What was printed before the first prompt.
}

// open starts the session's shell on a terminal, with setup as its start-up
// file, and waits for its first prompt.
func (s *session) open(setup string) *console {
	s.t.Helper()
	switch s.shell {
	case "zsh":
		s.write("home/.zshrc", setup)
	case "bash":
		// The machine's own start-up file may have set another prompt.
		s.write("home/.bashrc", "PS1='"+promptMark+"'\n"+setup)
	case "fish":
		setup += "\nfunction fish_prompt; printf '%s' '" + promptMark + "'; end\n"
		s.mkdir(s.file("home/fish"))
		s.write("home/fish/config.fish", setup+"\nset fish_greeting\n")
	}
	cmd := exec.Command(s.path, map[string][]string{
		"zsh":  {"--no-global-rcs", "-i"},
		"bash": {"-i"},
		"fish": {"-i"},
	}[s.shell]...)
	cmd.Dir = s.dir
	cmd.Env = append(s.env, "PS1="+promptMark)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 200, Rows: 50})
	if err != nil {
		s.t.Fatal(err)
	}
	c := &console{t: s.t, tty: tty, output: make(chan string, 64)}
	go func() { // Ends with EIO when the terminal has gone.
		defer close(c.output)
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			c.output <- string(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	s.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = tty.Close() // Hangs up whatever is still in the session.
		for range c.output {
		}
		_ = cmd.Wait()
	})
	c.before = c.until(promptMark)
	return c
}

// typeKeys sends keys as the terminal would.
func (c *console) typeKeys(keys string) {
	c.t.Helper()
	if _, err := c.tty.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// enter types a line.
func (c *console) enter(line string) {
	c.t.Helper()
	c.typeKeys(line + "\r")
}

// expect waits until the shell has printed text, and forgets all before it.
func (c *console) expect(text string) {
	c.t.Helper()
	c.until(text)
}

// until is expect, and gives what stood before the text.
func (c *console) until(text string) string {
	c.t.Helper()
	deadline := time.After(patience)
	for {
		if before, after, found := strings.Cut(c.seen, text); found {
			c.seen = after
			return before
		}
		select {
		case more, open := <-c.output:
			if !open {
				c.t.Fatalf("the shell ended; want %q, printed %q", text, c.seen)
			}
			c.seen += more
		case <-deadline:
			c.t.Fatalf("no %q; printed %q", text, c.seen)
		}
	}
}
