package ptywrap

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Follower is a program that only prints. It is in our own process group and reads
// the terminal as it is: keys, the signals that keys cause and job control are the
// kernel's affair, as without us. What it prints to the terminal alone goes over a
// pseudo-terminal, which is nobody's controlling one, and is shown unchanged. Its
// methods may be called from any goroutine.
type Follower struct {
	t      *Terminal
	cmd    *exec.Cmd
	master *device
	pump   *gate
	queue  *Queue
	size   Size
	done   chan struct{}
	exit   Exit // valid after done
	told   atomic.Int32
}

// Follow starts a program on a terminal that is not raw, and returns once it runs. A
// nil Stdin of the command is ours; Argv0 is as for Start. The error is a *StartError.
func Follow(t *Terminal, cmd Command) (*Follower, error) {
	settings, err := getTermios(t.tty)
	if err != nil {
		return nil, ourFailure("read the terminal's settings", err)
	}
	f := &Follower{t: t, queue: newQueue(), size: t.StartSize(), done: make(chan struct{})}
	master, slave, err := openPTY()
	if err != nil {
		return nil, ourFailure("open a pseudo-terminal", err)
	}
	f.master, f.pump = master, newGate(master)
	settings.Oflag &^= unix.OPOST // the terminal's own is still to come
	err = errors.Join(setTermios(slave, settings), setSize(master, f.size))
	if err == nil {
		f.cmd = f.command(cmd, slave)
		f.listen()
		err = f.start(slave)
	}
	if err != nil {
		slave.Close()
		master.Close()
		f.t.unlisten()
		var e *StartError
		if !errors.As(err, &e) {
			err = ourFailure("set up the pseudo-terminal", err)
		}
		return nil, err
	}
	return f, nil
}

func (f *Follower) command(cmd Command, slave *os.File) *exec.Cmd {
	env := cmd.Env
	if env == nil {
		env = os.Environ()
	}
	c := &exec.Cmd{Path: cmd.Path, Args: append([]string{cmd.Argv0}, cmd.Args...), Dir: cmd.Dir,
		Env: withVariable(env, TTYVariable, slave.Name()), SysProcAttr: endsWithUs()}
	if cmd.Argv0 == "" {
		c.Args[0] = cmd.Path
	}
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, slave, slave
	if cmd.Stdin != nil {
		c.Stdin = cmd.Stdin
	}
	if cmd.Stdout != nil {
		c.Stdout = cmd.Stdout
	}
	if cmd.Stderr != nil {
		c.Stderr = cmd.Stderr
	}
	return c
}

// listen takes over the signals that end a program, to pass them on. Stop signals keep
// their effect: the kernel stops us and the program together.
func (f *Follower) listen() {
	signal.Notify(f.t.signals, notIgnored(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM)...)
	signal.Notify(f.t.winch, syscall.SIGWINCH)
}

// start starts the program and the goroutines that end with it. The thread that starts
// it must live as long: the kernel takes the end of that thread for ours.
func (f *Follower) start(slave *os.File) error {
	started := make(chan error)
	go f.readOutput()
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := f.cmd.Start()
		if err == nil && !holdSlave {
			slave.Close()
		}
		started <- err
		if err == nil {
			f.wait()
			if holdSlave {
				slave.Close()
			}
		}
	}()
	if err := <-started; err != nil {
		f.pump.stop()
		return startFailure(f.cmd.Path, err)
	}
	go f.direct()
	return nil
}

// readOutput is the pump. It ends with the pseudo-terminal.
func (f *Follower) readOutput() {
	buf := make([]byte, bufferSize)
	for {
		n, err := f.pump.read(buf)
		if err != nil {
			return
		}
		f.t.Guard("pump", func() { f.output(buf[:n]) })
	}
}

// output shows what was printed. The observer gets it as the terminal does, behind
// the kernel's change of line ends (ONLCR).
func (f *Follower) output(p []byte) {
	t := f.t
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out(p)
	seen := bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))
	t.offset += int64(len(seen))
	now := time.Now()
	f.pump.tellSoon(f.queue.signal, len(p), now)
	f.queue.add(Event{Kind: Output, At: now, Bytes: seen, Offset: t.offset, flood: f.pump.flooded()})
}

// keyTime is how long a program that a key's signal ends may take to end: codex exec
// took 0.1 to 0.2 s (0.106.0 to 0.171.0).
const keyTime = 500 * time.Millisecond

// direct passes signals and sizes on until the program has ended. A key's signal the
// kernel has given to the whole job in the foreground; what came to us alone looks the
// same, and is passed on to a program that has not ended of it. One that comes twice
// does no harm: npm's launcher passes on to codex what the kernel has given both.
func (f *Follower) direct() {
	var late <-chan time.Time
	var key syscall.Signal
	for {
		select {
		case s := <-f.t.signals:
			sig := s.(syscall.Signal)
			f.told.Store(int32(sig))
			if (sig == syscall.SIGINT || sig == syscall.SIGQUIT) && f.t.foreground() {
				key, late = sig, time.After(keyTime)
				continue
			}
			f.signal(sig)
		case <-late:
			f.signal(key)
		case <-f.t.winch:
			f.resize()
		case <-f.done:
			return
		}
	}
}

func (f *Follower) signal(sig syscall.Signal) { _ = f.cmd.Process.Signal(sig) } // it may have ended

func (f *Follower) resize() {
	s, err := f.t.Size()
	if err != nil || !s.usable() || s == f.size {
		return
	}
	f.size = s
	f.queue.push(Event{Kind: Resize, At: time.Now(), Offset: f.t.written(), Size: s})
	_ = setSize(f.master, s)
}

// wait ends with the program: what it printed is shown then, and the observer told.
func (f *Follower) wait() {
	_ = f.cmd.Wait() // the state tells more
	// Whoever is stuck in a write to a terminal that takes nothing is let go.
	f.t.tty.SetWriteDeadline(time.Now().Add(drainLimit))
	f.pump.shut(drainQuiet, drainLimit)
	f.t.tty.SetWriteDeadline(time.Time{})
	f.pump.stop()
	f.master.Close()
	if ws, ok := f.cmd.ProcessState.Sys().(syscall.WaitStatus); ok {
		f.exit = exitOf(ws)
	}
	f.t.unlisten()
	for heard := true; heard; { // what has ended the program may not have been taken yet
		select {
		case s := <-f.t.signals:
			f.told.Store(int32(s.(syscall.Signal)))
		default:
			heard = false
		}
	}
	f.queue.push(Event{Kind: Exited, At: time.Now(), Offset: f.t.written(), Exit: f.exit})
	close(f.done)
}

// Events is the queue for the observer.
func (f *Follower) Events() *Queue { return f.queue }

// Wait returns after the program has ended and its output was shown.
func (f *Follower) Wait() Exit {
	<-f.done
	return f.exit
}

// Ending gives the last signal that was sent to this process to end the program, 0
// for none: after one no other should follow.
func (f *Follower) Ending() syscall.Signal { return syscall.Signal(f.told.Load()) }
