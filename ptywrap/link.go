package ptywrap

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// link is the front's end of the two pipes to a monitor.
type link struct {
	pid     int      // of the monitor
	control *os.File // messages to it; closing tells it that the front is done
	report  *os.File // messages from it
	sent    []byte   // the last undo bytes sent
}

// pipeAtomic is the size in bytes up to which a write to a pipe is all or
// nothing (PIPE_BUF on Linux; POSIX grants 512).
const pipeAtomic = 4096

// launchTimeout bounds the hand-over of the launch to the monitor.
const launchTimeout = 5 * time.Second

// endTimeout bounds the wait for a monitor that was told to end; it has nothing
// left to do then, so only one that was stopped from outside takes that long.
const endTimeout = 2 * time.Second

// startMonitor starts the monitor, as the leader of a session. It takes the slave as
// its controlling terminal by itself, once no hang-up can end it.
// files are the redirected descriptors of the program.
func startMonitor(slave *os.File, terminal *device, env []string, files []*os.File) (*link, error) {
	controlRead, controlWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer controlRead.Close()
	reportRead, reportWrite, err := os.Pipe()
	if err != nil {
		controlWrite.Close()
		return nil, err
	}
	defer reportWrite.Close()

	// Fd puts a file into blocking mode, which Go does not open files in and which
	// the program and the monitor expect. Our own terminal must stay non-blocking.
	fds := []uintptr{slave.Fd(), slave.Fd(), slave.Fd(), controlRead.Fd(), reportWrite.Fd()}
	err = control(terminal, func(fd int) error { fds = append(fds, uintptr(fd)); return nil })
	for _, f := range files {
		fds = append(fds, f.Fd())
	}
	l := &link{control: controlWrite, report: reportRead}
	if err == nil {
		var self string
		if self, err = selfPath(); err == nil {
			l.pid, err = syscall.ForkExec(self, []string{MonitorName}, &syscall.ProcAttr{
				Env: env, Files: fds,
				Sys: &syscall.SysProcAttr{Setsid: true},
			})
		}
	}
	if err != nil {
		controlWrite.Close()
		reportRead.Close()
		return nil, err
	}
	return l, nil
}

// launch hands the program over and waits until it runs. It gives its process id.
func (l *link) launch(what launch) (pid int, err error) {
	_ = l.control.SetWriteDeadline(time.Now().Add(launchTimeout))
	if _, err := l.control.Write(what.encode().encode()); err != nil {
		return 0, ourFailure("hand over to the monitor", err)
	}
	_ = l.control.SetWriteDeadline(time.Time{}) // a passed one would refuse every later message
	m, err := readMessage(l.report)
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
	if len(b) > pipeAtomic {
		return false
	}
	return writeNow(l.control, b) == len(b)
}

// undo tells the monitor what to write if this process dies.
func (l *link) undo(b []byte) {
	if string(b) != string(l.sent) && l.send(message{msgUndo, b}) {
		l.sent = append(l.sent[:0], b...)
	}
}

// end tells the monitor to go and waits for it, so that no process is left.
func (l *link) end() {
	l.control.Close()
	late := time.AfterFunc(endTimeout, func() { _ = syscall.Kill(l.pid, syscall.SIGKILL) })
	reap(l.pid)
	late.Stop()
	l.report.Close()
}

// reap waits for a process of ours.
func reap(pid int) {
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return
		}
	}
}
