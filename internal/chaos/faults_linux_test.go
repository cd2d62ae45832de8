package chaos

import (
	"flag"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/terminal"
)

const floodEnd = "the flood is over"

// floodVariable has codex's flood end after so many bytes.
const floodVariable = "CHAOS_TEST_FLOOD"

// floodBytes is four times what is kept for an observer, and for a card.
const floodBytes = 16 << 20

var flood = flag.Int("flood", floodBytes, "how many `bytes` codex writes in the turn that is refused")

// floodWhenTold writes that much upon SIGUSR1, beside what codex draws.
func floodWhenTold() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR1)
	<-told
	block := []byte(strings.Repeat("\x1b[Ha line of output of a program that does not stop", 300))
	left, err := strconv.Atoi(os.Getenv(floodVariable))
	if err != nil {
		left = floodBytes
	}
	for ; left > 0; left -= len(block) {
		_, _ = os.Stdout.Write(block)
	}
	_, _ = os.Stdout.WriteString("\x1b[2;1H" + floodEnd)
}

func TestAFloodFlowsOnBehindTheBar(t *testing.T) {
	home := t.TempDir()
	before := settings(t, console.Start(t, console.Options{}))
	c := start(t, home, home, false) // a terminal that looks at every byte for queries is slow
	c.WaitText("is at capacity   1 ")
	if err := syscall.Kill(find("codex", c.PID()), syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	c.WaitText(floodEnd)
	c.Type("\x03")
	leave(c, home)
	c.Wait()
	check(t, c, home, before)
}

// A turn writes more than is kept for the observer and is refused right after. With -flood 1073741824 it takes three
// minutes.
func TestARefusalRightAfterAFloodIsFound(t *testing.T) {
	const slowest = 10 << 20 // bytes in a second, on a busy machine
	turn := 8*time.Second + time.Duration(*flood/slowest)*time.Second
	home := t.TempDir()
	before := settings(t, console.Start(t, console.Options{}))
	c := start(t, home, home, false, floodVariable+"="+strconv.Itoa(*flood), scriptedcodex.TurnVariable+"="+turn.String())
	c.WaitOutput("Working")
	if err := syscall.Kill(find("codex", c.PID()), syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(turn + console.Patience); !strings.Contains(strings.Join(c.Text(), "\n"), "is at capacity   1 "); {
		if time.Now().After(end) {
			t.Fatalf("no bar; the screen is\n%s", strings.Join(c.Text(), "\n"))
		}
		time.Sleep(20 * time.Millisecond)
	}
	if wrote := len(c.Output()); wrote < *flood {
		t.Fatalf("the bar came after %d bytes, before the flood was over", wrote)
	}
	c.Type("\x03")
	leave(c, home)
	c.Wait()
	check(t, c, home, before)
}

func TestNotesThatCannotBeWrittenStopNothing(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := settings(t, console.Start(t, console.Options{}))
	c := start(t, home, filepath.Join(file, "no directory"), true)
	choose(c)
	c.WaitFor(func(s *terminal.Screen) bool {
		return strings.Contains(strings.Join(s.Text(), "\n"), "Done: the parser")
	}, "answer of the other model")
	c.Type("\x03")
	leave(c, home)
	if status := c.Wait(); status != 0 {
		t.Errorf("exit status %d", status)
	}
	check(t, c, home, before)
}
