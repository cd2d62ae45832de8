package ptywrap

import (
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

func TestTheScreenIsRightAfterManyResizes(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 80, Rows: 24})
	c := start(t, term, helper("tui")...)
	con.WaitOutput("ready")
	for i := range 100 {
		con.Resize(81+i, 25+i%7)
		term.SizeChanged()
	}
	con.WaitOutput("size=180x26.")
	_ = c.Write([]byte("q"))
	c.Wait()
	var last Size
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			break
		}
		if e.Kind == Resize {
			if e.Size == last {
				t.Errorf("told twice of %v", e.Size)
			}
			last = e.Size
		}
		if e.Kind == Output && strings.Contains(string(e.Bytes), "size=180x26.") && last.Cols != 180 {
			t.Error("the program drew for a size before the observer was told")
		}
	}
	if last.Cols != 180 || last.Rows != 26 {
		t.Errorf("last size %v", last)
	}
}

func TestANudgeMakesTheProgramDrawAgain(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 80, Rows: 24})
	c := start(t, term, helper("tui")...)
	con.WaitOutput("ready")
	c.Nudge()
	con.WaitOutput("size=80x23.")
	con.WaitOutput("size=80x24.")
	_ = c.Write([]byte("q"))
	c.Wait()
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			break
		}
		if e.Kind == Resize {
			t.Errorf("the observer was told of %v", e.Size)
		}
	}
}

func TestASizeThatDidNotChangeIsNotPassedOn(t *testing.T) {
	con, term := openConsole(t, console.Options{Cols: 80, Rows: 24})
	c := start(t, term, helper("tui")...)
	con.WaitOutput("ready")
	term.SizeChanged()
	con.Resize(90, 30)
	term.SizeChanged()
	con.WaitOutput("size=90x30.")
	_ = c.Write([]byte("q"))
	c.Wait()
	told := 0
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			break
		}
		if e.Kind == Resize {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told of a size %d times, want once", told)
	}
}

func TestATerminalThatDoesNotKnowItsSizeIsTakenForAnOrdinaryOne(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	if err := setSize(con.TTY(), Size{}); err != nil {
		t.Fatal(err)
	}
	want := Size{Cols: 80, Rows: 24}
	if got := term.StartSize(); got != want {
		t.Errorf("size %v, want %v", got, want)
	}
	start(t, term, helper("size")...)
	con.WaitOutput("80 24 ")
}
