package selftest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// stage is a pseudo-terminal with a shell on it, and us in the place of the terminal and of the user.
type stage struct {
	l             *lab
	master, slave *os.File
	shell         *exec.Cmd
	before        unix.Termios
	colours       *regexp.Regexp

	mu  sync.Mutex
	out []byte
}

// prompt is what the shell prints when it takes a command, in two parts in the environment lest an echo looks like it.
const prompt = "self" + "test> "

// open starts a shell on a new stage, or the given command as its only program.
func (l *lab) open(command ...string) (*stage, error) {
	alone := len(command) > 0
	if !alone {
		command = []string{"sh", "-i"}
		if bash, err := exec.LookPath("bash"); err == nil {
			command = []string{bash, "--norc", "--noprofile", "--noediting", "-i"}
		}
	}
	s := &stage{l: l, colours: regexp.MustCompile("\x1b\\[[0-9;]*m")}
	var err error
	if s.master, s.slave, err = pty.Open(); err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	if err = pty.Setsize(s.master, &pty.Winsize{Cols: 100, Rows: 24}); err == nil {
		s.before, err = termiosOf(s.slave)
	}
	if err == nil {
		s.shell = exec.Command(command[0], command[1:]...)
		s.shell.Stdin, s.shell.Stdout, s.shell.Stderr = s.slave, s.slave, s.slave
		s.shell.Dir = filepath.Join(l.dir, "project")
		s.shell.Env = append(l.environment(), "TERM=xterm-256color", "PS1="+prompt, "ENV=", "HISTFILE=/dev/null", "LC_ALL=C")
		s.shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		err = s.shell.Start()
	}
	if err != nil {
		s.master.Close()
		s.slave.Close()
		return nil, err
	}
	go s.read()
	if !alone {
		err = s.shows(prompt)
	}
	if err != nil {
		s.close()
	}
	return s, err
}

// answersOf a terminal to what programs ask of it before they draw.
var answersOf = []struct{ query, answer string }{
	{"\x1b[c", "\x1b[?62;22c"}, {"\x1b[6n", "\x1b[1;1R"}, {"\x1b[?u", "\x1b[?0u"},
}

// read keeps what is written, and answers. It ends with the stage.
func (s *stage) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := s.master.Read(buf)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.out = append(s.out, buf[:n]...)
		s.mu.Unlock()
		for _, a := range answersOf {
			for range bytes.Count(buf[:n], []byte(a.query)) {
				_, _ = s.master.WriteString(a.answer) // whoever asked may have gone
			}
		}
	}
}

// close ends whatever still runs on the stage.
func (s *stage) close() {
	if group, err := unix.IoctlGetInt(int(s.master.Fd()), unix.TIOCGPGRP); err == nil && group > 1 {
		_ = syscall.Kill(-group, syscall.SIGKILL)
	}
	if pid := s.l.program(); pid > 1 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = s.shell.Process.Kill()
	s.slave.Close()
	s.master.Close()
	_ = s.shell.Wait() // we have killed it
}

// seen is what was written since the last command, without colours.
func (s *stage) seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.colours.ReplaceAllString(string(s.out), "")
}

func (s *stage) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out = nil
}

func (s *stage) typed(text string) { _, _ = s.master.WriteString(text) } // what is missing then will be missed

// run gives the shell a command.
func (s *stage) run(words ...string) {
	for i, w := range words {
		words[i] = quote(w)
	}
	s.forget()
	s.typed(strings.Join(words, " ") + "\n")
}

// shows waits for a text.
func (s *stage) shows(text string) error {
	return s.l.await(patience, fmt.Sprintf("the terminal never showed %q", text), func() bool { return strings.Contains(s.seen(), text) })
}

// statusIs has the shell tell the status of the last command. It comes once that has ended, so the shell has the terminal.
func (s *stage) statusIs(want string) error {
	if err := s.shows(prompt); err != nil {
		return err
	}
	s.typed("\x15echo status=$?.\n") // what was typed ahead goes first
	if err := s.l.await(patience, "the shell did not take a command", func() bool { return told(s.seen()) != "" }); err != nil {
		return err
	}
	if got := told(s.seen()); got != want {
		return fmt.Errorf("the status is %s, not %s", got, want)
	}
	return nil
}

// told is the last status that the shell has told; the echo of the command has none.
func told(seen string) string {
	_, after, found := strings.Cut(seen, "\nstatus=")
	if !found {
		return ""
	}
	status, _, ended := strings.Cut(after, ".")
	if !ended {
		return ""
	}
	return status
}

// asBefore reports whether the terminal's settings are those of the beginning.
func (s *stage) asBefore() error {
	now, err := termiosOf(s.slave)
	if err != nil {
		return err
	}
	return same(s.before, now)
}

// undone are the bytes that undo what the program in codex's place has set.
var undone = []string{"\x1b[?1000l", "\x1b[?2004l", "\x1b[?25h"}

// modesUndone waits until all is undone.
func (s *stage) modesUndone() error {
	for _, u := range undone {
		if err := s.shows(u); err != nil {
			return err
		}
	}
	return nil
}

// front is the process that the shell has started: the leader of the foreground group.
func (s *stage) front() (int, error) {
	group, err := unix.IoctlGetInt(int(s.master.Fd()), unix.TIOCGPGRP)
	if err == nil && group == s.shell.Process.Pid {
		err = errors.New("no job is in the foreground")
	}
	return group, err
}

// moment lets what must not happen happen.
func (l *lab) moment(d time.Duration) {
	select {
	case <-time.After(d):
	case <-l.ctx.Done():
	}
}
