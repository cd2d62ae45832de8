package selftest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// started gives a stage on which a scene of the program in codex's place is ready.
func (l *lab) started(scene string) (*stage, error) {
	s, err := l.open()
	if err != nil {
		return nil, err
	}
	s.run(l.arguments(l.codex(), scene)...)
	if err := s.shows("I am ready"); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// name looks for the user's terminal among the files of the monitor: under the name /dev/tty it would be the monitor's own.
func (l *lab) name() (string, error) {
	s, err := l.started("stay")
	if err != nil {
		return "", err
	}
	defer s.close()
	front, err := s.front()
	if err != nil {
		return "", err
	}
	monitor, err := childOf(front, "cxhook-monitor")
	if err != nil {
		return "", err
	}
	files, err := openFiles(monitor)
	if err != nil {
		return "", err
	}
	for _, f := range files {
		if f == s.slave.Name() {
			return s.slave.Name(), nil
		}
	}
	return "", fmt.Errorf("the monitor has not opened %s, but %s", s.slave.Name(), strings.Join(files, " "))
}

// childOf finds a process by its parent and its name.
func childOf(parent int, name string) (int, error) {
	out, err := exec.Command("ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "args=").Output()
	if err != nil {
		return 0, errSkip("ps does not tell the processes")
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) >= 3 && fields[1] == strconv.Itoa(parent) && fields[2] == name {
			return strconv.Atoi(fields[0])
		}
	}
	return 0, fmt.Errorf("no %s runs below the process %d", name, parent)
}

// openFiles are the names of the files that a process has open.
func openFiles(pid int) (names []string, err error) {
	links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid)) // the pattern is well formed
	for _, link := range links {
		if name, err := os.Readlink(link); err == nil {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return names, nil
	}
	out, err := exec.Command("lsof", "-nPw", "-p", strconv.Itoa(pid), "-Fn").Output()
	if len(out) == 0 {
		return nil, errSkip(fmt.Sprintf("lsof does not tell the files of a process: %v", err))
	}
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "n"); ok {
			names = append(names, name)
		}
	}
	return names, nil
}

// bytes types every byte but zero, and reads which ones the program has got.
func (l *lab) bytes() (string, error) {
	s, err := l.started("bytes")
	if err != nil {
		return "", err
	}
	defer s.close()
	var typed, want strings.Builder
	for b := 1; b < 256; b++ {
		typed.WriteByte(byte(b))
		fmt.Fprintf(&want, " %02x", b)
	}
	s.forget()
	s.typed(typed.String())
	if err := s.shows("all read"); err != nil {
		return "", err
	}
	got, _, _ := strings.Cut(s.seen(), "all read")
	if strings.Join(strings.Fields(got), " ") != strings.TrimSpace(want.String()) {
		return "", errors.New("the program has not got the bytes that were typed")
	}
	return "255 bytes", s.leftWell("0")
}

// leftWell waits for the end of the command, and looks at the settings and the status.
func (s *stage) leftWell(status string) error {
	if err := s.shows(prompt); err != nil {
		return err
	}
	if err := s.asBefore(); err != nil {
		return err
	}
	return s.statusIs(status)
}

// output counts the lines of a program that ends with the last of them.
func (l *lab) output() (string, error) {
	s, err := l.open()
	if err != nil {
		return "", err
	}
	defer s.close()
	s.run(l.arguments(l.codex(), "output")...)
	if err := s.statusIs("0"); err != nil {
		return "", err
	}
	seen := s.seen()
	for i := range 5000 {
		if !strings.Contains(seen, fmt.Sprintf("line %d\r\n", i)) {
			return "", fmt.Errorf("line %d of 5000 is missing", i)
		}
	}
	if !strings.Contains(seen, "the last output") {
		return "", errors.New("the last output is missing")
	}
	return "5000 lines", nil
}

// status looks whether the program's exit status comes through.
func (l *lab) status() (string, error) {
	s, err := l.started("leave")
	if err != nil {
		return "", err
	}
	defer s.close()
	return "", s.statusIs("7")
}

// end has a program leave without putting anything right.
func (l *lab) end() (string, error) {
	s, err := l.started("leave")
	if err != nil {
		return "", err
	}
	defer s.close()
	if err := s.modesUndone(); err != nil {
		return "", err
	}
	return "", s.leftWell("7")
}

// killed kills cxhook without a warning.
func (l *lab) killed() (string, error) {
	s, err := l.started("stay")
	if err != nil {
		return "", err
	}
	defer s.close()
	front, err := s.front()
	if err != nil {
		return "", err
	}
	if err := syscall.Kill(front, syscall.SIGKILL); err != nil {
		return "", err
	}
	if err := l.programGone(); err != nil {
		return "", err
	}
	if err := s.modesUndone(); err != nil {
		return "", err
	}
	return "", s.leftWell("137")
}

// stop stops a program with Ctrl-Z and brings it back.
func (l *lab) stop() (string, error) {
	s, err := l.started("keys")
	if err != nil {
		return "", err
	}
	defer s.close()
	s.typed("1")
	if err := s.shows("first 1"); err != nil {
		return "", err
	}
	s.typed("\x1a")
	if err := s.shows(prompt); err != nil {
		return "", fmt.Errorf("after Ctrl-Z: %w", err)
	}
	s.typed("echo st''opped\n")
	if err := s.shows("\nstopped"); err != nil {
		return "", fmt.Errorf("after Ctrl-Z: %w", err)
	}
	if err := s.asBefore(); err != nil {
		return "", fmt.Errorf("after Ctrl-Z: %w", err)
	}
	s.run("fg")
	if err := s.l.await(patience, "the program did not get the terminal back", func() bool { return s.asBefore() != nil }); err != nil {
		return "", err
	}
	s.typed("2")
	if err := s.shows("second 2"); err != nil {
		return "", fmt.Errorf("after fg: %w", err)
	}
	return "", s.leftWell("7")
}

// orphan presses Ctrl-Z where no shell could bring a stopped program back.
func (l *lab) orphan() (string, error) {
	s, err := l.open(l.arguments(l.codex(), "keys")...)
	if err != nil {
		return "", err
	}
	defer s.close()
	if err := s.shows("I am ready"); err != nil {
		return "", err
	}
	s.typed("\x1a")
	l.moment(300 * time.Millisecond) // for a stop that is not to come
	s.typed("1")
	if err := s.shows("first 1"); err != nil {
		return "", fmt.Errorf("after Ctrl-Z: %w", err)
	}
	s.typed("2")
	return "", s.shows("second 2")
}

// pasted is twice what a pseudo-terminal of XNU holds for a reader.
const pasted = 2048

// paste types more into a program that does not read than the kernel holds for it.
func (l *lab) paste() (string, error) {
	s, err := l.started("deaf")
	if err != nil {
		return "", err
	}
	defer s.close()
	go s.typed(strings.Repeat("x", pasted)) // it ends with the stage, if nobody reads
	if err := l.programGone(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d bytes", pasted), s.leftWell("0")
}

// relaunch lets a model be refused and presses the bar's key.
func (l *lab) relaunch() (string, error) {
	s, err := l.open()
	if err != nil {
		return "", err
	}
	defer s.close()
	s.run(l.arguments(filepath.Join(l.dir, "scripted"), "what is it")...)
	if err := s.answered(); err != nil {
		return "", err
	}
	if err := l.await(patience, "codex did not end on Ctrl-C", func() bool {
		s.typed("\x03")
		l.moment(300 * time.Millisecond)
		return strings.HasSuffix(s.seen(), prompt)
	}); err != nil {
		return "", err
	}
	return "", s.asBefore()
}

// readTime is how long a bar stands before a key counts, where the way to the terminal is not known: whoever presses
// earlier has not read it.
const readTime = 1500 * time.Millisecond

// answered presses the key of the first model once, and waits for its answer.
func (s *stage) answered() error {
	if err := s.shows("1 gpt-6-sol"); err != nil {
		return err
	}
	s.l.moment(readTime)
	s.typed("1")
	return s.shows("handles") // a word of its answer: the view has cursor movements in the place of blanks
}

// question lets codex exec be refused, and answers the question below its output.
func (l *lab) question() (string, error) {
	s, err := l.open()
	if err != nil {
		return "", err
	}
	defer s.close()
	s.run(l.arguments(filepath.Join(l.dir, "scripted"), "exec", "what is it")...)
	if err := s.answered(); err != nil {
		return "", err
	}
	return "", s.leftWell("0")
}
