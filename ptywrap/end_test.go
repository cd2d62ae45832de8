package ptywrap

import (
	"bytes"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

func TestAProcessLeftInTheBackgroundDoesNotDelayTheEnd(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	exit := script(t, term, "sleep 1000 & echo left $!.; exit 4").Wait()
	con.Settle()
	_, rest, _ := strings.Cut(string(con.Output()), "left ")
	pid, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), "."))
	if err != nil {
		t.Fatalf("output %q", con.Output())
	}
	if dead(pid) {
		t.Error("it was ended, which a shell would not do")
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	if exit.Code != 4 {
		t.Errorf("exit code %d", exit.Code)
	}
}

func TestALateReplyDoesNotReachTheShell(t *testing.T) {
	con, term := openConsole(t, console.Options{Answer: true, Delay: 20 * time.Millisecond})
	term.replyWait = console.Patience // a busy machine is not to fail the test
	script(t, term, `stty raw -echo; printf '\033[6n'`).Wait()
	con.WaitAnswers(1)
	con.Type("k")
	got, err := term.ReadInput(time.Now().Add(console.Patience))
	if err != nil || string(got) != "k" {
		t.Errorf("the next to read the terminal gets %q, %v", got, err)
	}
}

func TestKeysTypedBetweenRepliesAreKept(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, `stty raw -echo; printf 'asked\033[6n\033[c'; exec sleep 1000`)
	con.WaitOutput("asked")
	eventually(t, "the queries were seen", func() bool {
		c.queries.mu.Lock()
		defer c.queries.mu.Unlock()
		return c.queries.asked == 2
	})
	c.keys.shut(0, time.Second) // as at the end
	con.Type("a\x1b[1;1Rb\x1b[?62;22c")
	c.swallowReplies()
	if got := string(term.takeTyped()); got != "ab" {
		t.Errorf("kept %q, want ab", got)
	}
}

func TestAProgramThatDoesNotReadDoesNotHangTheEnd(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, "stty raw -echo; printf ready; exec sleep 1000")
	con.WaitOutput("ready")
	if err := c.Write(bytes.Repeat([]byte("x"), 1<<20)); err != nil {
		t.Fatal(err)
	}
	_ = c.Signal(syscall.SIGTERM)
	if exit := c.Wait(); exit.Signal != syscall.SIGTERM {
		t.Errorf("%+v", exit)
	}
}

func TestModesOfACrashedProgramAreUndone(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	script(t, term, `printf '\033[?1049h\033[?2004h\033[>7u\033[?1003h\033[?25l\033[?2026h'; kill -9 $$`).Wait()
	con.Settle()
	var m terminal.Modes
	m.Write(con.Output())
	if undo := m.Undo(); undo != nil {
		t.Errorf("left set: to be undone by %q", undo)
	}
}
