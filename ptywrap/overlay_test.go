package ptywrap

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

const (
	testDraw = "\x1b7\x1b[24;1HBAR\x1b8"
	testUndo = "\x1b7\x1b[24;1H   \x1b8"
)

// observe reads events until cond holds.
func observe(t *testing.T, c *Child, cond func(Event) bool) Event {
	t.Helper()
	for deadline := time.Now().Add(console.Patience); ; {
		e, ok := c.Events().Next(deadline)
		if !ok {
			t.Fatal("the event never came")
		}
		if cond(e) {
			return e
		}
	}
}

// output waits for output that ends with s and gives the offset.
func output(t *testing.T, c *Child, s string) int64 {
	t.Helper()
	return observe(t, c, func(e Event) bool { return e.Kind == Output && bytes.HasSuffix(e.Bytes, []byte(s)) }).Offset
}

// echo runs a program that writes what it is sent, as it is.
func echo(t *testing.T, con *console.Console, term *Terminal) *Child {
	t.Helper()
	c := script(t, term, "stty raw -echo; printf ready; exec cat")
	con.WaitOutput("ready")
	return c
}

func TestAnOverlayIsRemovedBeforeTheNextByteOfTheProgram(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	if !term.Show([]byte(testDraw), []byte(testUndo), output(t, c, "ready")) {
		t.Fatal("not shown")
	}
	con.WaitText("BAR")
	_ = c.Write([]byte("next"))
	con.WaitOutput("next")
	if got, want := string(con.Output()), "ready"+testDraw+testUndo+"next"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	if term.Shown() {
		t.Error("still shown")
	}
}

func TestAnOverlayIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"inside a sequence":            "\x1b[3",
		"inside a rune":                "\xe2\x96",
		"inside a synchronized update": "\x1b[?2026h",
	} {
		t.Run(name, func(t *testing.T) {
			con, term := openConsole(t, console.Options{})
			c := echo(t, con, term)
			output(t, c, "ready")
			_ = c.Write([]byte(text))
			if term.Show([]byte(testDraw), []byte(testUndo), output(t, c, text)) {
				t.Error("shown")
			}
		})
	}
	t.Run("over a screen that has changed since", func(t *testing.T) {
		con, term := openConsole(t, console.Options{})
		c := echo(t, con, term)
		if term.Show([]byte(testDraw), []byte(testUndo), output(t, c, "ready")-1) {
			t.Error("shown")
		}
	})
	t.Run("without a program", func(t *testing.T) {
		_, term := openConsole(t, console.Options{})
		if term.Show([]byte(testDraw), []byte(testUndo), 0) {
			t.Error("shown")
		}
	})
}

func TestAnOverlayIsHiddenOnceAndReplacedWithoutResidue(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	offset := output(t, c, "ready")
	term.Show([]byte("1"), []byte("u"), offset)
	term.Show([]byte("2"), []byte("u"), offset) // the same cells
	term.Show([]byte("3"), []byte("v"), offset) // others
	term.Hide()
	term.Hide()
	con.Settle()
	if got := string(con.Output()); got != "ready12u3v" {
		t.Errorf("output %q", got)
	}
}

func TestANewSizeDropsTheOverlay(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	term.Show([]byte(testDraw), []byte(testUndo), output(t, c, "ready"))
	con.Resize(90, 30)
	term.SizeChanged()
	observe(t, c, func(e Event) bool { return e.Kind == Resize })
	if term.Shown() {
		t.Error("still shown")
	}
	_ = c.Write([]byte("next"))
	con.WaitOutput("next")
	if strings.Contains(string(con.Output()), testUndo) {
		t.Error("cells of the old size were drawn")
	}
}

func TestTheEndOfTheProgramRemovesTheOverlay(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, "printf ready; read x")
	term.Show([]byte(testDraw), []byte(testUndo), output(t, c, "ready"))
	con.Type("\x04") // end of file, which prints nothing
	c.Wait()
	con.Settle()
	if got := string(con.Output()); got != "ready"+testDraw+testUndo {
		t.Errorf("output %q", got)
	}
}

func TestACardHoldsTheOutputBack(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	output(t, c, "ready")
	if !term.ShowCard(func(s Size) []byte { return []byte("CARD") }) {
		t.Fatal("not shown")
	}
	_ = c.Write([]byte("held"))
	output(t, c, "held") // the observer gets it at once
	con.Settle()
	if strings.Contains(string(con.Output()), "held") {
		t.Error("the output was not held")
	}
	term.HideCard()
	con.WaitOutput("CARD" + leaveAlternate + "held")
}

func TestACardThatHoldsTooMuchCloses(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, "stty raw -echo; printf ready; read x; head -c 5000000 /dev/zero | tr '\\0' x; printf end; exec sleep 1000")
	output(t, c, "ready")
	term.ShowCard(func(s Size) []byte { return []byte("CARD") })
	_ = c.Write([]byte("\n"))
	con.WaitOutput("xend")
	if term.CardShown() {
		t.Error("still shown")
	}
}

func TestACardIsRefusedOnTheAlternateScreen(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	output(t, c, "ready")
	_ = c.Write([]byte(enterAlternate))
	output(t, c, enterAlternate)
	if term.ShowCard(func(s Size) []byte { return nil }) {
		t.Error("shown")
	}
}

// brokenModes fails on the bytes of a program.
type brokenModes struct{ frozenModes }

func (brokenModes) Write([]byte) { panic("a fault of ours") }

func TestAFaultOfOursDoesNotStopTheBytes(t *testing.T) {
	con := console.Start(t, console.Options{})
	var stderr bytes.Buffer
	term, err := OpenTerminal(TerminalOptions{TTY: con.TTY(), Stderr: &stderr})
	if err != nil {
		t.Fatal(err)
	}
	c := echo(t, con, term)
	term.mu.Lock()
	term.modes = brokenModes{}
	term.mu.Unlock()
	_ = c.Write([]byte("one"))
	con.WaitOutput("one")
	if term.Guard("observer", func() { panic("another") }) {
		t.Error("Guard hides a panic")
	}
	c.Events().Discard()
	_ = c.Write([]byte("two"))
	con.WaitOutput("two")
	if stderr.Len() > 0 {
		t.Error("reported while the terminal is raw")
	}
	_ = c.Signal(syscall.SIGKILL)
	c.Wait()
	if err := term.Close(); err != nil {
		t.Fatal(err)
	}
	if got := stderr.String(); strings.Count(got, "internal error") != 1 || !strings.Contains(got, "a fault of ours") {
		t.Errorf("report %q", got)
	}
}
