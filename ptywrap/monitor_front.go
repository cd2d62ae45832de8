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
		msg, err := readMessage(m.conn)
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
	if !m.restoreTermios() && len(m.undo) > 0 {
		redraw()
	}
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
// It reports false where the shell has.
func (m *monitor) restoreTermios() bool {
	if m.termios == nil {
		return true
	}
	now, err := unix.IoctlGetTermios(fdTerminal, ioctlGetTermios)
	if err != nil || !sameTermios(*now, m.termios.Raw) {
		return false
	}
	_ = drainTermiosOf(fdTerminal, m.termios.Original) // it fails once the terminal has gone
	return true
}

// redrawTime is how long the other size of redraw lasts: zsh looks at the size some
// milliseconds after the signal, and draws nothing if it is then as before.
const redrawTime = 100 * time.Millisecond

// redraw lets a shell draw its prompt again that has drawn it before the undo: on the
// alternate screen of the program, it went away with that. The line editors of bash
// 5.2 and zsh 5.9 draw it when the terminal's size changes, so it does, for a moment;
// fish 3.6 draws it at the next Enter.
func redraw() {
	size, err := unix.IoctlGetWinsize(fdTerminal, unix.TIOCGWINSZ)
	if err != nil || size.Row < 2 {
		return
	}
	other := *size
	other.Row--
	_ = unix.IoctlSetWinsize(fdTerminal, unix.TIOCSWINSZ, &other)
	time.Sleep(redrawTime)
	// A size that is neither is the user's.
	if now, err := unix.IoctlGetWinsize(fdTerminal, unix.TIOCGWINSZ); err == nil && *now == other {
		_ = unix.IoctlSetWinsize(fdTerminal, unix.TIOCSWINSZ, size)
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
			waitFor(fd, true, nil, 50*time.Millisecond)
		case err != nil:
			return
		}
	}
}
