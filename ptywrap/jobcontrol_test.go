package ptywrap

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

func TestCtrlZAndFgWorkAsWithoutUs(t *testing.T) {
	for _, screen := range []string{"main", "alternate"} {
		t.Run(screen, func(t *testing.T) {
			forEachShell(t, func(t *testing.T, s shell) {
				j := s.startTUI(screen)
				for range 2 {
					s.Forget()
					s.Type("\x1a")
					s.waitStopped()
					s.run("jobs", "helper tui")
					s.run("echo alive", "alive")
					s.Forget()
					s.Type("fg\r")
					s.WaitOutput("back pid=")
					s.Type("k")
					s.WaitOutput("key='k'.")
				}
				s.quit(j)
			})
		})
	}
}

func (s shell) waitStopped() {
	s.t.Helper()
	s.WaitForOutput(func(out string) bool {
		return strings.Contains(out, "topped") || strings.Contains(out, "uspended")
	}, "word of the shell that the job was stopped")
}

func TestALateReplyDoesNotReachTheShellOfAStoppedJob(t *testing.T) {
	t.Parallel()
	con := console.Start(t, console.Options{Cmd: shells["bash"], Answer: true, Delay: 20 * time.Millisecond})
	s := shell{con, t, "$?", "5"}
	s.run("echo shell is up; ", "shell is up")
	s.Forget()
	s.Type(strings.Join(helper("front", "/bin/sh", "-c", `'stty raw -echo; printf "\033[6n"; kill -STOP $$; printf "went ""on."'`), " ") + "\r")
	s.WaitAnswers(1)
	s.waitStopped()
	s.Type("echo al\"\"ive\r")
	s.WaitOutput("alive")
	if strings.Contains(string(s.Output()), ";1R") {
		t.Errorf("the shell got the reply: %q", s.Output())
	}
	s.Type("fg\r")
	s.WaitOutput("went on.")
	s.Type("exit\r")
}

func TestAProgramStoppedFromOutsideStopsTheJob(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		j := s.startTUI("alternate")
		s.Forget()
		if err := syscall.Kill(j.program, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		s.waitStopped()
		for _, undo := range []string{"\x1b[<1u", "\x1b[?1049l", "\x1b[?1004l"} {
			s.WaitOutput(undo)
		}
		s.run("echo alive", "alive")
		s.Forget()
		s.Type("fg\r")
		s.WaitOutput("\x1b[?1049h") // set again, with all else
		s.Type("k")
		s.WaitOutput("key='k'.")
		s.WaitOutput("size=200x50.") // it was made to draw again
		s.quit(j)
	})
}

func TestSIGTSTPFromOutsideStopsTheJob(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		j := s.startTUI("main")
		s.Forget()
		if err := syscall.Kill(j.front, syscall.SIGTSTP); err != nil {
			t.Fatal(err)
		}
		s.waitStopped()
		s.run("echo alive", "alive")
		s.Forget()
		s.Type("fg\r")
		s.WaitOutput("\x1b[?2004h")
		s.quit(j)
	})
}

func TestABackgroundJobGoesOnUntilItReadsTheTerminal(t *testing.T) {
	const script = `'echo pid=$$ monitor=$PPID.; kill -STOP $$; echo went on; read x; echo "got "$x'`
	forEachShell(t, func(t *testing.T, s shell) {
		s.Forget()
		s.Type(strings.Join(helper("front", "/bin/sh", "-c", script), " ") + "\r")
		_, monitor := waitPIDs(t, s.Console)
		front := parent(monitor)
		s.waitStopped()
		s.Forget()
		s.Type("bg\r")
		s.WaitOutput("went on\r")
		eventually(t, "the shell says that the job was stopped again", func() bool {
			s.Type("\r") // bash says so before the next prompt
			time.Sleep(20 * time.Millisecond)
			_, later, _ := strings.Cut(string(s.Output()), "went on\r")
			return strings.Contains(later, "topped") || strings.Contains(later, "tty input")
		})
		s.Type("fg\r")
		eventually(t, "the job has the terminal", func() bool {
			tio, err := getTermios(s.TTY())
			return err == nil && tio.Lflag&syscall.ICANON == 0 && tio.Lflag&syscall.ISIG == 0
		})
		s.Type("word\r")
		s.WaitOutput("got word")
		gone(t, front)
		s.wantUsable()
	})
}

func TestKillingTheFrontLeavesTheShellUsable(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		j := s.startTUI("alternate")
		if err := syscall.Kill(j.front, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		gone(t, j.program)
		gone(t, j.monitor)
		s.wantUsable()
	})
}

// A shell that hears of the front's death before the monitor does draws its prompt on the screen of the program, which then goes.
func TestAShellThatWasFasterThanTheMonitorDrawsItsPromptAgain(t *testing.T) {
	for name, cmd := range map[string][]string{
		"bash": {"env", "PS1=ready> ", "bash", "--norc", "--noprofile", "-i"},
		"zsh":  {"env", "PS1=ready> ", "zsh", "-f", "-i"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := console.Start(t, console.Options{Rows: 24, Cmd: cmd, Answer: true})
			prompted := func(alternate bool) func(*terminal.Screen) bool {
				return func(s *terminal.Screen) bool {
					text := strings.TrimRight(strings.Join(s.Text(), "\n"), " \n")
					return s.Alternate() == alternate && strings.HasSuffix(text, "ready>")
				}
			}
			c.WaitFor(prompted(false), "the prompt")
			c.Type("printf '\\033[?1049h'\r")
			c.WaitFor(prompted(true), "the prompt on the program's screen")
			tty, err := os.OpenFile(c.TTY().Name(), os.O_RDWR|syscall.O_NOCTTY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer tty.Close()
			late := helper("late")
			monitor := exec.Command(late[0], late[1:]...)
			monitor.ExtraFiles = []*os.File{fdTerminal - 3: tty}
			if out, err := monitor.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			c.WaitFor(prompted(false), "the prompt on the shell's screen")
			if size, err := getSize(tty); err != nil || size.Rows != 24 {
				t.Errorf("size %+v, %v; want 24 rows", size, err)
			}
			c.Type("exit\r")
		})
	}
}

// late plays a monitor whose front has gone and whose terminal the shell has taken back.
func late([]string) {
	m := monitor{undo: []byte("\x1b[?1049l"), termios: &termiosPair{}, exited: true}
	m.frontGone()
}

func TestAProgramStartedInTheBackgroundStopsForTheTerminal(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		s.Forget()
		s.Type(strings.Join(helper("front", helper("tui", "alternate")...), " ") + " &\r")
		eventually(t, "the shell says that the job was stopped", func() bool {
			s.Type("\r")
			time.Sleep(20 * time.Millisecond)
			return strings.Contains(string(s.Output()), "topped") || strings.Contains(string(s.Output()), "tty output")
		})
		s.Type("fg\r")
		program, monitor := waitPIDs(t, s.Console)
		s.Type("k")
		s.WaitOutput("key='k'.")
		s.quit(job{parent(monitor), monitor, program})
	})
}

func TestAStoppedJobEndsOnSIGTERM(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		j := s.startTUI("main")
		s.Type("\x1a")
		s.waitStopped()
		for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGCONT} { // as `kill %1` does
			if err := syscall.Kill(j.front, sig); err != nil {
				t.Fatal(err)
			}
		}
		gone(t, j.program)
		gone(t, j.monitor)
		gone(t, j.front)
		s.wantUsable()
	})
}

func TestAProgramToldToEndIsNotStoppedAnyMore(t *testing.T) {
	const script = `'trap "kill -STOP \$\$" TERM; echo pid=$$ monitor=$PPID.; while :; do sleep 0.1; done'`
	forEachShell(t, func(t *testing.T, s shell) {
		s.Forget()
		s.Type(strings.Join(helper("front", "/bin/sh", "-c", script), " ") + "\r")
		program, monitor := waitPIDs(t, s.Console)
		front := parent(monitor)
		if err := syscall.Kill(front, syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		gone(t, program)
		gone(t, front)
		s.wantUsable()
	})
}

func TestAProgramContinuedFromOutsideTakesItsFrontAlong(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		s.Forget()
		s.Type(strings.Join(helper("front", "/bin/sh", "-c", `'echo pid=$$ monitor=$PPID.; kill -STOP $$; echo went on; exec sleep 1000'`), " ") + "\r")
		program, monitor := waitPIDs(t, s.Console)
		s.waitStopped()
		if err := syscall.Kill(program, syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		s.WaitOutput("went on\r")
		_ = syscall.Kill(program, syscall.SIGKILL)
		gone(t, monitor)
	})
}

func TestAProgramKilledWhileStoppedEndsItsFront(t *testing.T) {
	forEachShell(t, func(t *testing.T, s shell) {
		j := s.startTUI("alternate")
		s.Type("\x1a")
		s.waitStopped()
		if err := syscall.Kill(j.program, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		gone(t, j.front)
		gone(t, j.monitor)
		s.wantUsable()
	})
}

func TestCtrlZIsDroppedWhereNoShellCouldBringTheJobBack(t *testing.T) {
	c := startFront(t, "alternate") // the console's program is in an orphaned process group
	waitPIDs(t, c)
	c.Forget()
	c.Type("\x1a")
	c.WaitOutput("back pid=")
	c.Type("k")
	c.WaitOutput("key='k'.")
	c.Type("q")
	if got := c.Wait(); got != 5 {
		t.Errorf("exit code %d, want 5", got)
	}
}
