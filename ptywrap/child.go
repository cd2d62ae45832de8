package ptywrap

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/terminal"
)

// ttyVariable names the program's terminal in its environment, so that a copy of
// ourselves further down knows whether it is already wrapped.
const ttyVariable = "CXHOOK_TTY"

// bufferSize is that of one read of the pseudo-terminal, in bytes.
const bufferSize = 32 << 10

// defaultSize is for a terminal that does not know its size.
var defaultSize = Size{Cols: 80, Rows: 24}

// Command says what to run. The environment and the umask are passed as they are,
// plus CXHOOK_TTY.
type Command struct {
	Path  string   // of the program, as for exec
	Args  []string // without argv[0]
	Argv0 string   // "" means Path
	Env   []string // nil means this process's
	Dir   string   // "" means this process's

	// Files of the program that are not the pseudo-terminal; nil means they are.
	// They stay the caller's to close.
	Stdin, Stdout, Stderr *os.File
}

// Exit tells how the program ended: its exit status, or the signal and 128 + its
// number, as shells report it. When the monitor was killed, and the status is
// lost with it, it is that of SIGHUP, which the program got from it.
type Exit struct {
	Code   int
	Signal syscall.Signal // 0 if it ended by itself
}

func exitOf(ws syscall.WaitStatus) Exit {
	if ws.Signaled() {
		return Exit{Code: 128 + int(ws.Signal()), Signal: ws.Signal()}
	}
	return Exit{Code: ws.ExitStatus()}
}

// Child is a program on a pseudo-terminal, with its monitor. Its methods may be
// called from any goroutine, and after its end, when they do nothing.
type Child struct {
	t       *Terminal
	link    *link
	master  *os.File
	slave   *os.File // nil unless holdSlave
	pid     int
	queue   *Queue
	input   input
	queries queries
	keys    *gate // of the goroutine that reads the keyboard
	pump    *gate // of the goroutine that reads the program's output

	reports chan message  // from the monitor; closed when it has gone
	hangup  chan struct{} // the terminal has gone
	nudges  chan struct{}
	done    chan struct{} // closed after the end
	exit    Exit          // valid after done

	director
}

// Start runs a program on a pseudo-terminal that has the settings and the size of
// t, and gives it the terminal. It returns once the program runs. There can be
// only one at a time on t; when it ends its modes are undone but t stays raw, so
// that the next can follow without a flash. The error is a *StartError.
func Start(t *Terminal, cmd Command) (*Child, error) {
	t.listen() // before the size is read: a change in between is not missed
	inBackground := !t.foreground()
	t.mu.Lock()
	settings, err := getTermios(t.tty)
	switch {
	case t.child != nil:
		err = errBusy
	case err == nil && t.raw != nil:
		settings = t.raw.Original
	case err == nil && !inBackground:
		err = t.enterRaw()
	}
	t.mu.Unlock()
	if err != nil {
		return nil, ourFailure("prepare the terminal", err)
	}
	size, err := t.Size()
	if err != nil || !size.usable() {
		size = defaultSize
	}
	master, slave, err := openPTY()
	if err != nil {
		return nil, ourFailure("open a pseudo-terminal", err)
	}
	c := &Child{
		t: t, master: master, queue: newQueue(),
		keys: newGate(t.tty), pump: newGate(master),
		reports: make(chan message, 8),
		hangup:  make(chan struct{}, 1),
		nudges:  make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	c.size = size
	c.input.init()
	c.queue.onDead = func() { c.Intercept(false) }
	if err := c.start(slave, settings, cmd, inBackground); err != nil {
		slave.Close()
		c.abandon()
		return nil, err
	}
	if holdSlave {
		c.slave = slave
	} else {
		slave.Close()
	}
	c.begin(inBackground)
	return c, nil
}

// start does what may fail.
func (c *Child) start(slave *os.File, settings unix.Termios, cmd Command, inBackground bool) error {
	if err := setTermios(slave, settings); err != nil {
		return ourFailure("set up the pseudo-terminal", err)
	}
	if err := setSize(c.master, c.size); err != nil {
		return ourFailure("set up the pseudo-terminal", err)
	}
	what := launch{path: cmd.Path, dir: cmd.Dir, background: inBackground}
	what.argv = append([]string{cmd.Argv0}, cmd.Args...)
	if cmd.Argv0 == "" {
		what.argv[0] = cmd.Path
	}
	env := cmd.Env
	if env == nil {
		env = os.Environ()
	}
	what.env = withVariable(env, ttyVariable, slave.Name())
	var files []*os.File
	for i, f := range []*os.File{cmd.Stdin, cmd.Stdout, cmd.Stderr} {
		if f != nil {
			what.redirected[i] = true
			files = append(files, f)
		}
	}
	l, err := startMonitor(slave, c.t.tty, env, files)
	if err != nil {
		return ourFailure("start the monitor", err)
	}
	c.link = l
	c.t.attach(c)
	// The pump runs before the program does: its first query waits 100 ms only.
	go c.readOutput()
	c.pid, err = l.launch(what)
	return err
}

// abandon cleans up after a failed start.
func (c *Child) abandon() {
	c.t.detach()
	c.pump.stop()
	c.master.Close()
	if c.link != nil {
		c.link.end()
	}
	close(c.done)
}

// begin starts the goroutines that end in finish.
func (c *Child) begin(inBackground bool) {
	if b := c.t.takeTyped(); len(b) > 0 {
		_ = c.Write(b)
	}
	go c.readReports()
	go c.feed()
	if inBackground {
		c.keys.shut(0, 0)
	}
	go c.readKeys()
	go c.direct(inBackground)
}

// attach makes c the program that draws on t.
func (t *Terminal) attach(c *Child) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.child, t.modes, t.offset, t.version, t.undone = c, &terminal.Modes{}, 0, 0, false
	t.tellRaw()
}

func (t *Terminal) detach() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.child = nil
}

// tellRaw tells the monitor which settings to restore.
func (t *Terminal) tellRaw() {
	if t.child == nil {
		return
	}
	m := message{kind: msgTermios}
	if t.raw != nil {
		m = t.raw.encode()
	}
	t.child.link.send(m)
}

// readOutput is the pump: what the program writes goes to the terminal, then to
// the observer. It ends with the pseudo-terminal.
func (c *Child) readOutput() {
	buf := make([]byte, bufferSize)
	for {
		n, err := c.pump.read(buf)
		if err != nil {
			return // EIO is how Linux says that the slave was closed
		}
		if !c.t.Guard("pump", func() { c.output(buf[:n]) }) {
			continue
		}
	}
}

func (c *Child) output(p []byte) {
	t := c.t
	t.mu.Lock()
	defer t.mu.Unlock()
	t.offset += int64(len(p))
	t.put(p)
	c.noteQueries()
	c.queue.push(Event{Kind: Output, At: time.Now(), Bytes: p, Offset: t.offset})
}

// Events is the queue for the observer.
func (c *Child) Events() *Queue { return c.queue }

// Wait returns after the program has ended, its output was shown, its modes were
// undone and no process of ours is left.
func (c *Child) Wait() Exit {
	<-c.done
	return c.exit
}

// Signal sends a signal to the program's process group.
func (c *Child) Signal(sig syscall.Signal) error {
	select {
	case <-c.done:
		return os.ErrProcessDone
	default:
	}
	if !c.link.send(numberMessage(msgSignal, int(sig))) {
		return os.ErrProcessDone
	}
	return nil
}

// Nudge makes the program draw everything again: it is told that the terminal has
// one row less, and after 150 ms the real size. No Resize event comes of it.
func (c *Child) Nudge() {
	select {
	case c.nudges <- struct{}{}:
	default:
	}
}

// PID is the program's process id, which is also that of its process group.
func (c *Child) PID() int { return c.pid }

// withVariable is env with one variable set. The rest stays as it is.
func withVariable(env []string, name, value string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(s string) bool { return strings.HasPrefix(s, name+"=") })
	return append(env, name+"="+value)
}
