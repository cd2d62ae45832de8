package ptywrap

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/internal/console"
)

// flip changes what XNU changes by itself in the settings of a terminal. Linux keeps the
// bits as they were set.
func flip(t *testing.T, tty *os.File) {
	t.Helper()
	err := control(tty, func(fd int) error {
		now, err := unix.IoctlGetTermios(fd, ioctlGetTermios)
		if err != nil {
			return err
		}
		now.Lflag ^= unix.PENDIN | unix.FLUSHO
		return unix.IoctlSetTermios(fd, ioctlSetTermios, now)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// idle is a terminal on which nothing runs that would change it.
func idle(t *testing.T) (*Terminal, *os.File) {
	t.Helper()
	c := console.Start(t, console.Options{Cmd: []string{"sleep", "1000"}})
	term, err := OpenTerminal(TerminalOptions{TTY: c.TTY()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = term.Close()
		_ = syscall.Kill(c.PID(), syscall.SIGKILL)
	})
	return term, c.TTY()
}

func TestAKernelThatKeepsAStateInTheSettingsDoesNotMakeUsForgetTheUsers(t *testing.T) {
	for name, before := range map[string]bool{"set when we come": true, "set while we are there": false} {
		t.Run(name, func(t *testing.T) {
			term, tty := idle(t)
			if before {
				flip(t, tty)
			}
			for range 2 { // as for a program and the one after it
				if err := term.Raw(); err != nil {
					t.Fatal(err)
				}
				flip(t, tty)
				if term.reassert() {
					t.Error("it was taken for somebody else's settings")
				}
			}
			if err := term.Restore(); err != nil {
				t.Fatal(err)
			}
			if now, err := getTermios(tty); err != nil || now.Lflag&unix.ICANON == 0 {
				t.Errorf("the terminal is left raw (%v)", err)
			}
		})
	}
}

func TestRawSettingsOfSomebodyElseAreNotTakenForTheUsers(t *testing.T) {
	term, tty := idle(t)
	if err := term.Raw(); err != nil {
		t.Fatal(err)
	}
	other, err := getTermios(tty)
	if err != nil {
		t.Fatal(err)
	}
	other.Cc[unix.VMIN] = 5
	if err := setTermios(tty, other); err != nil {
		t.Fatal(err)
	}
	if err := term.Raw(); err != nil {
		t.Fatal(err)
	}
	if now, err := getTermios(tty); err != nil || now.Cc[unix.VMIN] != 1 {
		t.Errorf("VMIN is %d (%v), want 1", now.Cc[unix.VMIN], err)
	}
	if err := term.Restore(); err != nil {
		t.Fatal(err)
	}
	if now, err := getTermios(tty); err != nil || now.Lflag&unix.ICANON == 0 {
		t.Errorf("the terminal is left raw (%v)", err)
	}
}

func TestTheMonitorRestoresSettingsInWhichTheKernelKeepsAState(t *testing.T) {
	c := startFront(t, "main")
	program, monitor := waitPIDs(t, c)
	flip(t, c.TTY())
	if err := syscall.Kill(c.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone(t, program)
	gone(t, monitor)
	wantCooked(t, c)
}

func TestOurDescriptorIsTheTerminalAndNotWhatEachProcessCallsItsOwn(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: helper("own")})
	want, other := deviceNumber(t, c.TTY().Name()), deviceNumber(t, "/dev/tty")
	c.WaitText(fmt.Sprintf("device=%d.", want))
	if want == other {
		t.Error("they have one number")
	}
	c.Wait()
}

func deviceNumber(t *testing.T, name string) uint64 {
	t.Helper()
	var st unix.Stat_t
	if err := unix.Stat(name, &st); err != nil {
		t.Fatal(err)
	}
	return uint64(st.Rdev)
}

// own prints the device number of the descriptor that a monitor would get.
func own([]string) {
	term, err := OpenTerminal(TerminalOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer term.Close()
	var st unix.Stat_t
	err = control(term.tty, func(fd int) error { return unix.Fstat(fd, &st) })
	fmt.Printf("device=%d. %v\n", st.Rdev, err)
}
