package console_test

import (
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/console"
)

func TestConsoleShowsAProgramAndItsStatus(t *testing.T) {
	c := console.Start(t, console.Options{Cols: 40, Rows: 5, Cmd: []string{"sh", "-c", "stty size; read x; echo got $x; exit 7"}})
	c.WaitText("5 40")
	c.Type("word\r")
	c.WaitText("got word")
	if got := c.Wait(); got != 7 {
		t.Errorf("exit status %d, want 7", got)
	}
}

func TestConsoleKeepsTheLastOutputOfAProgram(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: []string{"seq", "20000"}})
	c.Wait()
	if out := string(c.Output()); !strings.HasSuffix(out, "\n20000\r\n") {
		t.Errorf("output ends with %q", out[max(0, len(out)-20):])
	}
}

func TestConsoleReportsASignalAsShellsDo(t *testing.T) {
	c := console.Start(t, console.Options{Cmd: []string{"sh", "-c", "kill -9 $$"}})
	if got := c.Wait(); got != 137 {
		t.Errorf("exit status %d, want 137", got)
	}
}

func TestConsoleAnswersQueries(t *testing.T) {
	const script = `stty raw opost -echo; printf 'ab\033[6n\033[c\033[>7u\033[?u\033[?1007$p\033]10;?\033\\'; dd bs=1 count=56 2>/dev/null | od -An -c -w56`
	c := console.Start(t, console.Options{Cols: 250, Cmd: []string{"sh", "-c", script}, Answer: true})
	c.WaitText(`1   ;   3   R`)
	c.WaitText(`?   6   2   ;   2   2   c`)
	c.WaitText(`?   7   u`)
	c.WaitText(`?   1   0   0   7   ;   2   $   y`)
}
