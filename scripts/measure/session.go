//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/creack/pty"
)

// size of the terminal that everything is measured on.
var size = pty.Winsize{Cols: 100, Rows: 30}

// hangupTime is how long a tool may take to end with its terminal: script does not.
const hangupTime = time.Second

// patience ends a wait for something that will not come.
const patience = 30 * time.Second

// session is a command on a terminal of its own, whose other end we are: a master in
// blocking mode, as most terminals have it.
type session struct {
	master *os.File
	cmd    *exec.Cmd
	buf    []byte
}

// start puts a command on a new terminal, as leader of its session.
func start(env, argv []string) (*session, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = env
	master, err := pty.StartWithSize(cmd, &size)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", argv[0], err)
	}
	return &session{master: master, cmd: cmd, buf: make([]byte, 64<<10)}, nil
}

// end hangs up and waits for the command.
func (s *session) end() {
	s.master.Close()
	late := time.AfterFunc(hangupTime, func() { _ = s.cmd.Process.Kill() })
	_ = s.cmd.Wait()
	late.Stop()
}

// read gives what comes next and when it came.
func (s *session) read() ([]byte, time.Time, error) {
	for {
		n, err := syscall.Read(int(s.master.Fd()), s.buf)
		if err == syscall.EINTR {
			continue
		}
		if err == nil && n == 0 {
			err = syscall.EIO
		}
		return s.buf[:max(n, 0)], time.Now(), err
	}
}

// await reads until the output contains text. It gives the time of the last byte.
func (s *session) await(text string) (time.Time, error) {
	var tail []byte
	for {
		b, at, err := s.read()
		if err != nil {
			return at, fmt.Errorf("%s ended before it wrote %q: %w", s.cmd.Path, text, err)
		}
		tail = append(tail, b...)
		if bytes.Contains(tail, []byte(text)) {
			return at, nil
		}
		tail = append(tail[:0], tail[max(0, len(tail)-len(text)):]...)
	}
}

func (s *session) write(text string) error {
	for {
		_, err := syscall.Write(int(s.master.Fd()), []byte(text))
		if err != syscall.EINTR {
			return err
		}
	}
}

// quiet reads what comes until nothing came for a while.
func (s *session) quiet(pause time.Duration) error {
	for {
		ready, err := readable(int(s.master.Fd()), pause)
		if err != nil || !ready {
			return err
		}
		if _, _, err := s.read(); err != nil {
			return err
		}
	}
}
