package shellinit

import "testing"

// last names the variable with the status of the last command.
var last = map[string]string{"zsh": "$?", "bash": "$?", "fish": "$status"}

// status asks for the status of the last command: "=" and its number.
func (c *console) status(shell, want string) {
	c.t.Helper()
	c.enter(`echo "="` + last[shell])
	c.expect("=" + want)
	c.expect(promptMark)
}

// Only what the shell does for a plain codex is asked of it: fish sets no status
// for a stopped job and none after fg; zsh loses the status of any function that
// was stopped, whatever is in it.
func TestCtrlZJobsAndFgAreThoseOfCodex(t *testing.T) {
	for _, shell := range Shells() {
		for _, line := range []string{"codex a", "cxhook again"} {
			t.Run(shell+"/"+line, func(t *testing.T) {
				t.Parallel()
				s := newSession(t, shell)
				s.waits()
				s.init(Options{})
				c := s.open(s.load())
				if line == "cxhook again" {
					c.enter("codex a")
					c.expect(waiting)
					c.enter("0")
					c.expect(ending)
					c.expect(promptMark)
				}

				c.enter(line)
				c.expect(waiting)
				c.typeKeys("\x1a")
				c.expect(promptMark)
				if shell != "fish" {
					c.status(shell, "148")
				}
				c.enter("jobs")
				c.expect(map[string]string{"zsh": "suspended", "bash": "Stopped", "fish": "stopped"}[shell])
				c.expect(promptMark)
				c.enter("fg")
				c.expect(continued)
				c.typeKeys("\x1a")
				c.expect(promptMark)
				c.enter("fg")
				c.expect(continued)
				c.enter("7")
				c.expect(ending)
				c.expect(promptMark)
				if shell == "bash" {
					c.status(shell, "7")
				}
				if want := "cxhook <run> <--> <a>\n"; s.read("calls") != want && line == "codex a" {
					t.Errorf("called %q, want one call", s.read("calls"))
				}
			})
		}
	}
}

// fish names jobs by number only.
func TestFgFindsTheJobByTheNameCodex(t *testing.T) {
	inShells(t, []string{"zsh", "bash"}, func(t *testing.T, s *session) {
		s.waits()
		s.init(Options{})
		c := s.open(s.load())
		c.enter("codex a")
		c.expect(waiting)
		c.typeKeys("\x1a")
		c.expect(promptMark)
		c.enter("fg %codex")
		c.expect(continued)
		c.enter("7")
		c.expect(ending)
	})
}

func TestCtrlCEndsCodexAsItWouldWithoutUs(t *testing.T) {
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.waits()
		s.init(Options{})
		c := s.open(s.load())
		c.enter("codex a")
		c.expect(waiting)
		c.typeKeys("\x03")
		c.expect(promptMark)
		c.status(s.shell, "130")
	})
}
