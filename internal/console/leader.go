package console

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// leaderScript leads the session and outlives the program: when a session leader
// ends, Linux throws away what was written but not read yet. It tells the process
// id of the program and its status on descriptor 3, and ends when 4 is closed.
const leaderScript = `
trap : HUP INT QUIT TERM TSTP
sh -c 'echo $$ >&3; exec 3>&- 4<&-; exec "$@"' sh "$@" 2>&0
echo $? >&3
while ! read x <&4; do [ $? -gt 128 ] || exit; done`

// leader is the process that leads the session of a Console, and what it tells.
type leader struct {
	cmd    *exec.Cmd
	keep   *os.File // closing it lets the leader go
	pid    int
	status int           // of the program, valid after done
	done   chan struct{} // closed when the program has ended
}

func startLeader(slave *os.File, o Options) (*leader, error) {
	told, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer tell.Close()
	wait, keep, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer wait.Close()
	l := &leader{keep: keep, done: make(chan struct{})}
	l.cmd = exec.Command("sh", append([]string{"-c", leaderScript, "sh"}, o.Cmd...)...)
	l.cmd.Env, l.cmd.Dir = o.Env, o.Dir
	l.cmd.Stdin, l.cmd.Stdout = slave, slave
	l.cmd.ExtraFiles = []*os.File{tell, wait}
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := l.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(told)
	number := func() (int, error) {
		line, err := lines.ReadString('\n')
		if err != nil {
			return 0, fmt.Errorf("the session leader ended: %w", err)
		}
		return strconv.Atoi(strings.TrimSpace(line))
	}
	if l.pid, err = number(); err != nil {
		l.kill()
		return nil, err
	}
	go func() {
		defer told.Close()
		l.status, _ = number() // 0 is as good as any once the leader was killed
		close(l.done)
	}()
	return l, nil
}

// kill ends the program, if it still runs, and the leader.
func (l *leader) kill() {
	select {
	case <-l.done:
	default:
		if l.pid > 0 {
			_ = syscall.Kill(l.pid, syscall.SIGKILL)
		}
		_ = l.cmd.Process.Kill()
	}
	l.keep.Close()
	_ = l.cmd.Wait()
}
