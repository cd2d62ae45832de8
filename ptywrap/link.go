package ptywrap

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// link is the front's end of the socket to a monitor.
type link struct {
	pid  int      // of the monitor
	conn *os.File // messages to it and from it
	sent []byte   // the last undo bytes sent

	mu         sync.Mutex
	unfinished bool // a part of a message was taken, and the rest is still to be
}

// wholeMessage is the size in bytes up to which a message is sent without waiting: so small
// against the socket's buffer that a part of it is hardly ever taken alone.
const wholeMessage = 4096

// launchTimeout bounds the hand-over of the launch to the monitor.
const launchTimeout = 5 * time.Second

// endTimeout bounds the wait for a monitor that was told to end; it has nothing
// left to do then, so only one that was stopped from outside takes that long.
const endTimeout = 2 * time.Second

// startMonitor starts a monitor, as the leader of a session, which waits for files.
func startMonitor() (*link, error) {
	conn, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err == nil {
		defer nothing.Close()
		fds := slices.Repeat([]uintptr{nothing.Fd()}, fdEnd) // no file of its runtime is to take a place
		fds[fdFront] = theirs.Fd()
		var self string
		if self, err = selfPath(); err == nil {
			l := &link{conn: conn}
			l.pid, err = syscall.ForkExec(self, []string{MonitorName}, &syscall.ProcAttr{
				Env: os.Environ(), Files: fds,
				Sys: &syscall.SysProcAttr{Setsid: true},
			})
			if err == nil {
				return l, nil
			}
		}
	}
	conn.Close()
	return nil, err
}

// give hands over the program's terminal, which becomes the monitor's controlling one
// once no hang-up can end it, the user's, and the redirected descriptors of the program.
func (l *link) give(slave *os.File, terminal *device, files []*os.File) error {
	// Fd puts a file into blocking mode, which Go does not open files in and which
	// the program and the monitor expect. Our own terminal must stay non-blocking.
	fds := []int{int(slave.Fd())}
	return control(terminal, func(fd int) error {
		fds = append(fds, fd)
		for _, f := range files {
			fds = append(fds, int(f.Fd()))
		}
		return sendFiles(l.conn, fds)
	})
}

// launch hands the program over and waits until it runs. It gives its process id.
func (l *link) launch(what launch) (pid int, err error) {
	_ = l.conn.SetWriteDeadline(time.Now().Add(launchTimeout))
	if _, err := l.conn.Write(what.encode().encode()); err != nil {
		return 0, ourFailure("hand over to the monitor", err)
	}
	_ = l.conn.SetWriteDeadline(time.Time{}) // a passed one would refuse every later message
	m, err := readMessage(l.conn)
	switch {
	case err != nil:
		return 0, ourFailure("start the monitor", fmt.Errorf("it ended at once: %w", err))
	case m.kind == msgFailed:
		return 0, startFailure(what.path, syscall.Errno(m.number()))
	case m.kind != msgStarted:
		return 0, ourFailure("start the monitor", errMessage)
	}
	return m.number(), nil
}

// send passes a message on without ever waiting: a monitor that was stopped from
// outside must not stop the bytes. It reports whether the message was taken.
func (l *link) send(m message) bool {
	b := m.encode()
	if len(b) > wholeMessage {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unfinished {
		return false
	}
	n := writeNow(l.conn, b)
	if n > 0 && n < len(b) {
		l.unfinished = true
		go l.finish(b[n:])
	}
	return n > 0
}

// finish passes on what the socket has not taken of a message, lest the next one stand in
// its midst. It ends at the latest with the socket.
func (l *link) finish(rest []byte) {
	_, _ = l.conn.Write(rest)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unfinished = false
}

// undo tells the monitor what to write if this process dies.
func (l *link) undo(b []byte) {
	if string(b) != string(l.sent) && l.send(message{msgUndo, b}) {
		l.sent = append(l.sent[:0], b...)
	}
}

// end tells the monitor to go and waits for it, so that no process is left.
func (l *link) end() {
	_ = control(l.conn, func(fd int) error { return unix.Shutdown(fd, unix.SHUT_WR) })
	late := time.AfterFunc(endTimeout, func() { _ = syscall.Kill(l.pid, syscall.SIGKILL) })
	reap(l.pid)
	late.Stop()
	l.conn.Close()
}

// reap waits for a process of ours.
func reap(pid int) {
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return
		}
	}
}
