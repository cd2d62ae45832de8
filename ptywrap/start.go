package ptywrap

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/terminal"
)

// TTYVariable names the program's terminal in its environment, so that a copy of
// ourselves further down knows whether it is already wrapped.
const TTYVariable = "CXHOOK_TTY"

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

// Start runs a program on a pseudo-terminal that has the settings and the size of
// t, and gives it the terminal. It returns once the program runs. There can be
// only one at a time on t; when it ends its modes are undone but t stays raw, so
// that the next can follow without a flash. The error is a *StartError.
func Start(t *Terminal, cmd Command) (*Child, error) {
	t.listen() // before the size is read: a change in between is not missed
	inBackground := !t.foreground()
	t.mu.Lock()
	settings, err := getTermios(t.tty)
	if t.child != nil {
		err = errBusy
	}
	if t.raw != nil {
		settings = t.raw.Original
	}
	t.mu.Unlock()
	if err != nil {
		return nil, ourFailure("prepare the terminal", err)
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
	c.size = t.StartSize()
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
	what.env = withVariable(env, TTYVariable, slave.Name())
	var files []*os.File
	for i, f := range []*os.File{cmd.Stdin, cmd.Stdout, cmd.Stderr} {
		if f != nil {
			what.redirected[i] = true
			files = append(files, f)
		}
	}
	l, err := takeMonitor()
	if err != nil {
		return ourFailure("start the monitor", err)
	}
	c.link = l
	if err := l.give(slave, c.t.tty, files); err != nil {
		return ourFailure("hand over to the monitor", err)
	}
	// Not before there is a monitor that can undo it.
	if err := c.t.attach(c, !inBackground); err != nil {
		return ourFailure("prepare the terminal", err)
	}
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

// attach makes c the program that draws on t, which becomes raw.
func (t *Terminal) attach(c *Child, raw bool) (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.child, t.modes, t.offset, t.version, t.undone = c, &terminal.Modes{}, 0, 0, false
	t.tellRaw()
	if before := t.takeKeeper(); before != nil {
		go before.end() // which takes a moment
	}
	if raw {
		err = t.enterRaw()
	}
	return err
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

// withVariable is env with one variable set. The rest stays as it is.
func withVariable(env []string, name, value string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(s string) bool { return strings.HasPrefix(s, name+"=") })
	return append(env, name+"="+value)
}
