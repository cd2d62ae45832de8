package ptywrap

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// wait reports what becomes of the program. It ends with the program.
func (m *monitor) wait() {
	for {
		options := syscall.WUNTRACED | syscall.WCONTINUED
		if !continuationWakes && m.isHalted() {
			options |= syscall.WNOHANG
		}
		var ws syscall.WaitStatus
		pid, err := syscall.Wait4(m.pid, &ws, options, nil)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return
		case pid == 0:
			time.Sleep(haltedInterval)
			continue
		}
		switch c := changeOf(uint32(ws), syscall.SIGCONT); c.state {
		case stopped:
			m.stopped(c.signal)
		case continued:
			m.wakeFront()
		case ended:
			m.ended(ws)
			return
		}
	}
}

// haltedInterval is how often a stopped program is looked at where its continuation
// wakes no wait.
const haltedInterval = 100 * time.Millisecond

func (m *monitor) isHalted() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.halted
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
	// Below a launcher that was killed (npm's codex is node above the native one, which
	// it ends by catching signals) nobody is left without a terminal.
	if ws.Signaled() {
		_ = syscall.Kill(-m.pid, syscall.SIGHUP) // fails where nobody is
	}
	// Our group in the foreground: the kernel then hangs up nobody else when the
	// session ends. No descriptor of ours on the slave: the front sees the end of
	// the output as soon as the last process of the program has closed it.
	m.foreground(os.Getpid())
	for fd := range fdFront {
		unix.Close(fd)
	}
	m.mu.Lock()
	m.exited = true
	m.mu.Unlock()
	m.send(numberMessage(msgExited, int(ws)))
	m.wakeFront()
}
