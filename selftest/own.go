package selftest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// held is the user's terminal, and how it was.
type held struct {
	tty    *os.File
	before unix.Termios
}

func hold(tty *os.File) (*held, error) {
	before, err := termiosOf(tty)
	return &held{tty, before}, err
}

// giveBack leaves the terminal as it was, whatever the checks have come to.
func (h *held) giveBack() {
	if now, err := termiosOf(h.tty); err == nil && same(h.before, now) != nil {
		_ = setTermios(h.tty, h.before)
	}
	_, _ = h.tty.WriteString(strings.Join(undone, "")) // harmless where nothing is set
}

// foreground looks whether a shell with job control has given us the terminal.
func (l *lab) foreground() (string, error) {
	group, err := unix.IoctlGetInt(int(l.TTY.Fd()), unix.TIOCGPGRP)
	if err != nil {
		return "", os.NewSyscallError("tcgetpgrp", err)
	}
	if group != unix.Getpgrp() {
		return "", fmt.Errorf("the terminal is the process group %d's, and ours is %d", group, unix.Getpgrp())
	}
	tty := exec.Command("tty")
	tty.Stdin = l.TTY
	name, err := tty.Output()
	return strings.TrimSpace(string(name)), err
}

// replies are what the user's terminal answers.
type replies struct{ text string }

// query asks for the version, the keyboard's mode, two modes, and last for the attributes, which every terminal tells.
const query = "\x1b[>q\x1b[?u\x1b[?2026$p\x1b[?1004$p" + attributes

const attributes = "\x1b[c"

// answers asks the terminal what it can, and how long the way there and back is.
func (l *lab) answers() (string, error) {
	if err := setTermios(l.TTY, lineless(l.keep.before)); err != nil {
		return "", err
	}
	defer func() { _ = setTermios(l.TTY, l.keep.before) }()
	var err error
	if l.replies.text, err = l.ask(query); err != nil {
		return "", err
	}
	var times []string
	for range 3 {
		began := time.Now()
		if _, err := l.ask(attributes); err != nil {
			return "", err
		}
		times = append(times, fmt.Sprintf("%.1f ms", float64(time.Since(began).Microseconds())/1000))
	}
	detail := "there and back in " + strings.Join(times, ", ")
	if _, after, found := strings.Cut(l.replies.text, "\x1bP>|"); found {
		version, _, _ := strings.Cut(after, "\x1b")
		detail += "; it is " + version
	}
	return detail, nil
}

// answerTime is how long a terminal may take, in the next room or far away.
const answerTime = 2 * time.Second

// ask writes a query and reads until the answer to its last part, a report of attributes.
func (l *lab) ask(query string) (string, error) {
	if _, err := l.TTY.WriteString(query); err != nil {
		return "", err
	}
	var text []byte
	end := time.Now().Add(answerTime)
	for buf := make([]byte, 1024); time.Now().Before(end) && l.ctx.Err() == nil; {
		if !readable(int(l.TTY.Fd()), 50*time.Millisecond) {
			continue
		}
		n, err := unix.Read(int(l.TTY.Fd()), buf)
		if err != nil {
			return "", os.NewSyscallError("read", err)
		}
		text = append(text, buf[:n]...)
		if hasAttributes(string(text)) {
			return string(text), nil
		}
	}
	return "", fmt.Errorf("the terminal has not told its attributes (CSI c) in %v", answerTime)
}

// hasAttributes looks for CSI ? numbers c.
func hasAttributes(text string) bool {
	for _, part := range strings.Split(text, "\x1b[?")[1:] {
		if i := strings.IndexFunc(part, func(r rune) bool { return (r < '0' || r > '9') && r != ';' }); i >= 0 && part[i] == 'c' {
			return true
		}
	}
	return false
}

// readable waits until a terminal can be read. It selects: poll knows no terminal on XNU.
func readable(fd int, limit time.Duration) bool {
	var set unix.FdSet
	set.Set(fd)
	wait := unix.NsecToTimeval(limit.Nanoseconds())
	n, err := unix.Select(fd+1, &set, nil, nil, &wait)
	return err == nil && n > 0
}

// kitty tells whether the terminal knows the kitty keyboard protocol.
func (l *lab) kitty() (string, error) {
	if l.replies.text == "" {
		return "", errSkip("the terminal answers nothing")
	}
	for _, part := range strings.Split(l.replies.text, "\x1b[?")[1:] {
		if flags, _, found := strings.Cut(part, "u"); found && strings.Trim(flags, "0123456789") == "" {
			return "yes", nil
		}
	}
	return "no", nil
}

func (l *lab) synchronized() (string, error) { return l.mode("2026") }
func (l *lab) focus() (string, error)        { return l.mode("1004") }

// mode tells whether the terminal knows a mode (DECRQM).
func (l *lab) mode(number string) (string, error) {
	if l.replies.text == "" {
		return "", errSkip("the terminal answers nothing")
	}
	_, after, found := strings.Cut(l.replies.text, "\x1b[?"+number+";")
	switch {
	case !found:
		return "it does not say", nil
	case strings.HasPrefix(after, "0"):
		return "no", nil
	}
	return "yes", nil
}

// settings goes to raw and back, and tells what the kernel makes of it.
func (l *lab) settings() (string, error) {
	defer func() { _ = setTermios(l.TTY, l.keep.before) }()
	if err := setTermios(l.TTY, lineless(l.keep.before)); err != nil {
		return "", err
	}
	if err := setTermios(l.TTY, l.keep.before); err != nil {
		return "", err
	}
	now, err := termiosOf(l.TTY)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("the kernel's own bits: %#x before, %#x after", l.keep.before.Lflag&kernels, now.Lflag&kernels), same(l.keep.before, now)
}

// own runs a program through cxhook on the user's terminal, which puts nothing right at its end.
func (l *lab) own() (string, error) {
	cmd, err := l.here("leave")
	if err != nil {
		return "", err
	}
	if err := l.ended(cmd); err != nil {
		return "", err
	}
	if code := cmd.ProcessState.ExitCode(); code != 7 {
		return "", fmt.Errorf("the status is %d, not 7", code)
	}
	return "", l.asItWas()
}

// ownKilled kills cxhook there.
func (l *lab) ownKilled() (string, error) {
	cmd, err := l.here("stay")
	if err != nil {
		return "", err
	}
	err = l.await(patience, "the program was not ready", func() bool { return l.program() != 0 })
	_ = cmd.Process.Kill()
	if err == nil {
		err = l.ended(cmd)
	}
	if err == nil {
		err = l.programGone()
	}
	if pid := l.program(); err != nil && pid > 1 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	if err != nil {
		return "", err
	}
	return "", l.asItWas()
}

// here starts cxhook on the user's terminal.
func (l *lab) here(scene string) (*exec.Cmd, error) {
	if os.Getenv("TERM") == "dumb" {
		return nil, errSkip("TERM=dumb: codex runs without cxhook here")
	}
	args := l.arguments(l.codex(), scene)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(l.environment(), "SELFTEST_QUIET=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = l.TTY, l.TTY, l.TTY
	return cmd, cmd.Start()
}

func (l *lab) ended(cmd *exec.Cmd) error {
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }() // its state tells
	select {
	case <-done:
		return nil
	case <-time.After(patience):
	case <-l.ctx.Done():
	}
	_ = cmd.Process.Kill()
	<-done
	return errors.New("cxhook did not end")
}

// asItWas waits for the settings, and asks the terminal for a mode if it tells modes.
func (l *lab) asItWas() error {
	var differs error
	err := l.await(patience, "the terminal was not given back", func() bool {
		now, err := termiosOf(l.TTY)
		if differs = err; err == nil {
			differs = same(l.keep.before, now)
		}
		return differs == nil
	})
	switch {
	case differs != nil:
		return differs
	case err != nil:
		return err
	case !strings.Contains(l.replies.text, "\x1b[?1004;"):
		return nil
	}
	if err := setTermios(l.TTY, lineless(l.keep.before)); err != nil {
		return err
	}
	defer func() { _ = setTermios(l.TTY, l.keep.before) }()
	text, err := l.ask("\x1b[?1000$p" + attributes)
	if err == nil && strings.Contains(text, "\x1b[?1000;1$y") {
		err = errors.New("the terminal still reports the mouse")
	}
	return err
}
