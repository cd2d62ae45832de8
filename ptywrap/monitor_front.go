package ptywrap

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

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
