package ptywrap

import (
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// MonitorName is argv[0] of the monitor: what `ps` shows, and how a process knows
// that it is one. It holds no argument of the program, so that `pkill -f` does not hit it.
const MonitorName = "cxhook-monitor"

// shrinkDelay keeps shrink out of the program's own start.
const shrinkDelay = 2 * time.Second

// Descriptors of the monitor.
const (
	fdSlave     = 0 // and 1 and 2
	fdFront     = 3 // the socket to the front
	fdTerminal  = 4 // the user's terminal
	fdFirstFile = 5 // redirected descriptors of the program, at most three
	fdEnd       = 8
)

// A process that was started as the monitor does the monitor's work here and ends,
// before the packages are initialised that only the front needs (0.4 ms).
func init() {
	if len(os.Args) == 1 && os.Args[0] == MonitorName && isSocket(fdFront) {
		os.Exit(runMonitor())
	}
}

func isSocket(fd int) bool {
	var st unix.Stat_t
	return unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFSOCK
}

type monitor struct {
	conn  *os.File // messages from the front and to it
	front int      // process id

	mu      sync.Mutex
	pid     int          // of the program, which is also its group
	exited  bool         // and was reaped
	asked   bool         // the front asked for the continuation that comes next
	halted  bool         // the program is stopped, and so is the front, or will be
	undo    []byte       // newest from the front
	termios *termiosPair // nil while the terminal is not raw
	started time.Time
}

func runMonitor() int {
	for fd := fdFront; fd < fdEnd; fd++ {
		unix.CloseOnExec(fd)
	}
	// Caught, not ignored: the program must start with the dispositions the user
	// has, and a caught signal is back at its default after exec.
	caught := notIgnored(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU)
	signal.Notify(make(chan os.Signal, 1), caught...)

	m := &monitor{conn: os.NewFile(fdFront, "front"), front: os.Getppid()}
	if m.takeFiles() != nil {
		return 1 // nothing is to be run
	}
	// Not earlier: the hang-up that comes of a front's death would have ended us before
	// we could put the terminal right.
	_ = unix.IoctlSetInt(fdSlave, unix.TIOCSCTTY, 0) // fails if the front has died
	first, err := readMessage(m.conn)
	for ; err == nil && first.kind == msgTermios; first, err = readMessage(m.conn) {
		m.termios = decodeTermios(first)
	}
	l, decodeErr := decodeLaunch(first)
	if err != nil || decodeErr != nil {
		m.restoreTermios()
		return 1
	}
	if err := m.launch(l); err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		m.send(numberMessage(msgFailed, int(errno)))
		return 1
	}
	signal.Ignore(append(caught, syscall.SIGTTOU)...) // nothing is forked from here on; lets us set the foreground group from behind
	if !l.background {
		m.foreground(m.pid)
	}
	m.send(numberMessage(msgStarted, m.pid))
	go m.wait()
	time.AfterFunc(shrinkDelay, shrink)
	m.obey()
	m.frontGone()
	return 0
}

// takeFiles puts the files of the front's first message in their places. It waits for
// it: a monitor can have been started ahead.
func (m *monitor) takeFiles() error {
	files, err := receiveFiles(fdFront)
	if err != nil || len(files) < 2 {
		return errMessage
	}
	places := []int{fdSlave, fdTerminal, fdFirstFile, fdFirstFile + 1, fdFirstFile + 2}
	for i, fd := range files {
		if err := unix.Dup2(fd, places[i]); err != nil {
			return err
		}
		unix.Close(fd)
		unix.CloseOnExec(places[i])
	}
	_, _ = unix.Dup2(fdSlave, 1), unix.Dup2(fdSlave, 2)
	return nil
}

func (m *monitor) launch(l launch) error {
	files := []uintptr{fdSlave, fdSlave, fdSlave}
	next := uintptr(fdFirstFile)
	for i, redirected := range l.redirected {
		if redirected {
			files[i] = next
			next++
		}
	}
	pid, err := syscall.ForkExec(l.path, l.argv, &syscall.ProcAttr{
		Dir: l.dir, Env: l.env, Files: files,
		Sys: &syscall.SysProcAttr{Setpgid: true},
	})
	m.pid, m.started = pid, time.Now()
	for fd := fdFirstFile; fd < fdEnd; fd++ {
		unix.Close(fd)
	}
	return err
}

// foreground makes a group the foreground one of the pseudo-terminal. It fails
// only once the terminal is gone.
func (m *monitor) foreground(group int) { _ = unix.IoctlSetPointerInt(fdSlave, unix.TIOCSPGRP, group) }

func (m *monitor) send(msg message) {
	// An error means that the front has gone, which obey will notice.
	_, _ = m.conn.Write(msg.encode())
}
