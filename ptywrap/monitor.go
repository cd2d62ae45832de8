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

// monitorName is argv[0] of the monitor: what `ps` shows, and how MonitorMain
// knows it. It holds no argument of the program, so that `pkill -f` does not hit it.
const monitorName = "cxhook-monitor"

// Descriptors of the monitor.
const (
	fdSlave     = 0 // and 1 and 2
	fdControl   = 3 // messages from the front
	fdReport    = 4 // messages to the front
	fdTerminal  = 5 // the user's terminal
	fdFirstFile = 6 // redirected descriptors of the program, at most three
	fdEnd       = 9
)

// What the monitor gives the program's group when the front has died.
var lastSignals = []struct {
	signal syscall.Signal
	wait   time.Duration // until the next one; real codex takes about 60 ms
}{
	{syscall.SIGHUP, 500 * time.Millisecond},
	{syscall.SIGTERM, time.Second},
	{syscall.SIGKILL, time.Second},
}

// MonitorMain must be the first statement of main, and of TestMain in tests that
// start a Child. In a process that was started as the monitor it does the
// monitor's work and exits; in every other process it returns at once.
func MonitorMain() {
	if len(os.Args) != 1 || os.Args[0] != monitorName || !isPipe(fdControl) || !isPipe(fdReport) {
		return
	}
	os.Exit(runMonitor())
}

func isPipe(fd int) bool {
	var st unix.Stat_t
	return unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFIFO
}

type monitor struct {
	control, report *os.File
	front           int // process id

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
	for fd := fdControl; fd < fdEnd; fd++ {
		unix.CloseOnExec(fd)
	}
	// Caught, not ignored: the program must start with the dispositions the user
	// has, and a caught signal is back at its default after exec.
	caught := notIgnored(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU)
	signal.Notify(make(chan os.Signal, 1), caught...)

	m := &monitor{
		control: os.NewFile(fdControl, "control"),
		report:  os.NewFile(fdReport, "report"),
		front:   os.Getppid(),
	}
	first, err := readMessage(m.control)
	for ; err == nil && first.kind == msgTermios; first, err = readMessage(m.control) {
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
	m.obey()
	m.frontGone()
	return 0
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
	for fd := fdFirstFile; fd < int(next); fd++ {
		unix.Close(fd)
	}
	return err
}

// foreground makes a group the foreground one of the pseudo-terminal. It fails
// only once the terminal is gone.
func (m *monitor) foreground(group int) { _ = unix.IoctlSetPointerInt(fdSlave, unix.TIOCSPGRP, group) }

func (m *monitor) send(msg message) {
	// An error means that the front has gone, which obey will notice.
	_, _ = m.report.Write(msg.encode())
}

// wait reports what becomes of the program. It ends with the program.
func (m *monitor) wait() {
	for {
		var ws syscall.WaitStatus
		_, err := syscall.Wait4(m.pid, &ws, syscall.WUNTRACED|syscall.WCONTINUED, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return
		case ws.Stopped():
			m.stopped(ws.StopSignal())
		case ws.Continued():
			m.continued()
		default:
			m.ended(ws)
			return
		}
	}
}

// startRace is how long after its start the program can be stopped for touching
// the terminal before its group was made the foreground one.
const startRace = time.Second

func (m *monitor) stopped(sig syscall.Signal) {
	if (sig == syscall.SIGTTIN || sig == syscall.SIGTTOU) && time.Since(m.started) < startRace {
		if group, err := unix.IoctlGetInt(fdSlave, unix.TIOCGPGRP); err == nil && group == m.pid {
			m.resume()
			return
		}
	}
	m.mu.Lock()
	m.asked, m.halted = false, true
	m.mu.Unlock()
	m.send(numberMessage(msgStopped, int(sig)))
}

func (m *monitor) continued() {
	m.wakeFront()
	m.send(message{kind: msgContinued})
}

// wakeFront continues a front that is stopped because the program was, when the
// program goes on, or ends, without the front having asked for it.
func (m *monitor) wakeFront() {
	m.mu.Lock()
	wake := m.halted && !m.asked
	m.asked, m.halted = false, false
	m.mu.Unlock()
	if wake && os.Getppid() == m.front {
		_ = syscall.Kill(m.front, syscall.SIGCONT)
	}
}

func (m *monitor) ended(ws syscall.WaitStatus) {
	// Our group in the foreground: the kernel then hangs up nobody else when the
	// session ends. No descriptor of ours on the slave: the front sees the end of
	// the output as soon as the last process of the program has closed it.
	m.foreground(os.Getpid())
	for fd := range fdControl {
		unix.Close(fd)
	}
	m.mu.Lock()
	m.exited = true
	m.mu.Unlock()
	m.send(numberMessage(msgExited, int(ws)))
	m.wakeFront()
}

// obey carries out what the front says, until the front has gone or is done.
func (m *monitor) obey() {
	for {
		msg, err := readMessage(m.control)
		if err != nil {
			return
		}
		switch msg.kind {
		case msgUndo:
			m.undo = msg.payload
		case msgTermios:
			m.termios = decodeTermios(msg)
		case msgForeground:
			m.foreground(m.pid)
			m.resume()
		case msgBackground:
			m.foreground(os.Getpid())
			m.resume()
		case msgSignal:
			m.signal(syscall.Signal(msg.number()))
		}
	}
}

func (m *monitor) resume() {
	m.mu.Lock()
	m.asked = true
	m.mu.Unlock()
	m.signal(syscall.SIGCONT)
}

// signal goes to the program's group, which has a member as long as the program
// was not reaped, so it cannot hit a stranger.
func (m *monitor) signal(sig syscall.Signal) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.exited {
		_ = syscall.Kill(-m.pid, sig)
	}
}

// frontGone puts the terminal right and ends the program if the front did not.
func (m *monitor) frontGone() {
	writeAll(fdTerminal, m.undo)
	m.restoreTermios()
	m.mu.Lock()
	exited := m.exited
	m.mu.Unlock()
	if exited {
		return
	}
	endGroup(m.pid)
}

// restoreTermios acts only if the settings are still those the front made: else
// the shell has taken the terminal back, and restoring breaks its line editor.
func (m *monitor) restoreTermios() {
	if m.termios == nil {
		return
	}
	now, err := unix.IoctlGetTermios(fdTerminal, ioctlGetTermios)
	if err == nil && *now == m.termios.Raw {
		_ = unix.IoctlSetTermios(fdTerminal, ioctlDrainTermios, &m.termios.Original)
	}
}

// writeAll writes to a descriptor that may be non-blocking, for at most a second.
func writeAll(fd int, b []byte) {
	for end := time.Now().Add(time.Second); len(b) > 0 && time.Now().Before(end); {
		n, err := unix.Write(fd, b)
		switch {
		case n > 0:
			b = b[n:]
		case err == unix.EAGAIN || err == unix.EINTR:
			_, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, 50)
		case err != nil:
			return
		}
	}
}
