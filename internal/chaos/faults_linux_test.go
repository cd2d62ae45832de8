package chaos

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

const floodEnd = "the flood is over"

// floodBytes is four times what is kept for an observer, and for a card.
const floodBytes = 16 << 20

// floodWhenTold writes that much upon SIGUSR1, beside what codex draws.
func floodWhenTold() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR1)
	<-told
	block := []byte("\x1b[H" + strings.Repeat("a line of output of a program that does not stop\r\n", 300))
	for left := floodBytes; left > 0; left -= len(block) {
		_, _ = os.Stdout.Write(block)
	}
	_, _ = os.Stdout.WriteString("\x1b[5;1H" + floodEnd)
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
