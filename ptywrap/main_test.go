package ptywrap

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/internal/console"
)

// TestMain lets the test binary be every process of the tests: the monitor, and
// the programs of the helpers below.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "helper" {
		helpers[os.Args[2]](os.Args[3:])
		os.Exit(0)
	}
	// A process with the race detector otherwise sleeps for a second at its end.
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	os.Exit(m.Run())
}

var helpers = map[string]func(args []string){
	"front":    front,
	"follow":   follow,
	"size":     printSize,
	"tui":      tui,
	"echo":     echoKeys,
	"flood":    flood,
	"exchange": exchange,
	"exec":     execute,
	"early":    early,
	"late":     late,
	"own":      own,
}

// helper is the command line of a helper.
func helper(name string, args ...string) []string {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return append([]string{self, "helper", name}, args...)
}

// front runs a program on /dev/tty, like the command line tool does.
func front(args []string) {
	t, err := OpenTerminal(TerminalOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(125)
	}
	t.replyWait = console.Patience // a busy machine is not to fail a test
	c, err := Start(t, Command{Path: args[0], Args: args[1:]})
	if err != nil {
		t.Close()
		fmt.Fprintln(os.Stderr, err)
		os.Exit(err.(*StartError).Code)
	}
	exitWith(t, c)
}

// exitWith observes a program to its end, and has its status.
func exitWith(t *Terminal, program interface {
	Events() *Queue
	Wait() Exit
}) {
	for {
		if _, ok := program.Events().Next(time.Time{}); !ok {
			break
		}
	}
	exit := program.Wait()
	t.Close()
	os.Exit(exit.Code)
}

// follow runs a program that only prints, as the command line tool does codex exec.
func follow(args []string) {
	t, err := OpenTerminal(TerminalOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(125)
	}
	f, err := Follow(t, Command{Path: args[0], Args: args[1:]})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(err.(*StartError).Code)
	}
	exitWith(t, f)
}

// echoKeys writes a byte when it is ready, and then what it reads.
func echoKeys([]string) {
	_, _ = os.Stdout.Write([]byte("."))
	_, _ = io.CopyBuffer(struct{ io.Writer }{os.Stdout}, struct{ io.Reader }{os.Stdin}, make([]byte, 1))
}

// flood writes a number of bytes, then waits to be ended.
func flood(args []string) {
	left, _ := strconv.Atoi(args[0])
	line := []byte(strings.Repeat("\x1b[38;5;9mword\x1b[m and text ", 300))
	for ; left > 0; left -= len(line) {
		_, _ = os.Stdout.Write(line[:min(left, len(line))])
	}
	time.Sleep(time.Hour)
}

// execute takes the place of this process by a program: path, argv.
func execute(args []string) {
	fmt.Fprintln(os.Stderr, Exec(args[0], args[1:], []string{"A=1"}))
}

func printSize([]string) {
	ws, err := unix.IoctlGetWinsize(0, unix.TIOCGWINSZ)
	fmt.Printf("%d %d %d %d %v\n", ws.Col, ws.Row, ws.Xpixel, ws.Ypixel, err)
}

// tui plays a full-screen program: it sets modes, tells its process ids, and obeys
// keys: q ends it with status 5, x crashes it with its modes set, Ctrl-Z stops it
// as programs stop themselves.
func tui(args []string) {
	screen := "\x1b[?2004h\x1b[>7u\x1b[?1004h"
	leave := "\x1b[?1004l\x1b[<u\x1b[?2004l"
	if strings.Contains(strings.Join(args, " "), "alternate") {
		screen, leave = "\x1b[?1049h"+screen, leave+"\x1b[?1049l"
	}
	cooked, _ := unix.IoctlGetTermios(0, ioctlGetTermios)
	enter := func(word string) {
		raw := rawTermios(*cooked)
		_ = unix.IoctlSetTermios(0, ioctlSetTermios, &raw)
		fmt.Printf("%s%s pid=%d monitor=%d.\r\n", screen, word, os.Getpid(), os.Getppid())
	}
	restore := func() {
		fmt.Print(leave)
		_ = unix.IoctlSetTermios(0, ioctlSetTermios, cooked)
	}
	sizes := make(chan os.Signal, 1)
	signal.Notify(sizes, syscall.SIGWINCH)
	go func() {
		for range sizes {
			ws, _ := unix.IoctlGetWinsize(0, unix.TIOCGWINSZ)
			fmt.Printf("size=%dx%d.\r\n", ws.Col, ws.Row)
		}
	}()
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	enter("ready")
	for key := make([]byte, 1); ; {
		if n, err := os.Stdin.Read(key); n == 0 {
			fmt.Printf("read: %v\r\n", err)
			os.Exit(9)
		}
		switch key[0] {
		case 'q':
			restore()
			os.Exit(5)
		case 'x':
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case 0x1a:
			restore()
			_ = syscall.Kill(0, syscall.SIGTSTP)
			<-continued
			enter("back")
		default:
			fmt.Printf("key=%q.\r\n", key[0])
		}
	}
}
