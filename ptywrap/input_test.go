package ptywrap

import (
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

func TestInterceptedKeysKeepTheirOrder(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	con.Type("a")
	con.WaitOutput("readya")
	c.Intercept(true)
	con.Type("b")
	held := observe(t, c, func(e Event) bool { return e.Held })
	con.Type("c")
	eventually(t, "the next key is held", func() bool { return c.queue.heldBytes() == 1 })
	if err := c.Write(held.Bytes); err != nil { // the observer passes what it has
		t.Fatal(err)
	}
	c.Intercept(false) // what it has not seen is passed
	con.Type("d")
	con.WaitOutput("abcd")
	var input string
	for !strings.HasSuffix(input, "d") {
		e := observe(t, c, func(e Event) bool { return e.Kind == Input })
		if e.Held {
			t.Errorf("%q is held after the interception", e.Bytes)
		}
		input += string(e.Bytes)
	}
}

func TestInterceptedKeysDoNotReachTheProgram(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	c.Intercept(true)
	con.Type("secret")
	var held string
	for held != "secret" {
		held += string(observe(t, c, func(e Event) bool { return e.Held }).Bytes)
	}
	c.Intercept(false)
	con.Type("open")
	con.WaitOutput("open")
	if strings.Contains(string(con.Output()), "secret") {
		t.Error("a key that was taken was passed as well")
	}
}

func TestKeysHeldForAnObserverThatDiedArePassed(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	c.Intercept(true)
	con.Type("a")
	eventually(t, "the key is held", func() bool { return c.queue.heldBytes() == 1 })
	c.Events().Discard()
	con.Type("b")
	con.WaitOutput("ab")
}

func TestKeysHeldForAnObserverThatHangsArePassed(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	c.input.mu.Lock()
	c.input.heldLimit = 10 * time.Millisecond
	c.input.mu.Unlock()
	c.Intercept(true)
	con.Type("a")
	con.WaitOutput("a")
	con.Type("b")
	con.WaitOutput("ab")
}

func TestLastInputIsWhatTheProgramGotLast(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := echo(t, con, term)
	if at, b := c.LastInput(); !at.IsZero() || b != nil {
		t.Errorf("before any input: %v %q", at, b)
	}
	before := time.Now()
	con.Type("key")
	con.WaitOutput("key")
	at, b := c.LastInput()
	if at.Before(before) || at.After(time.Now()) || !strings.HasSuffix("key", string(b)) || len(b) == 0 {
		t.Errorf("got %v %q", at, b)
	}
}

func TestInputBetweenProgramsIsReadByUs(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	script(t, term, "true").Wait()
	if _, err := term.ReadInput(time.Now().Add(10 * time.Millisecond)); err == nil {
		t.Error("input from nowhere")
	}
	con.Type("w")
	got, err := term.ReadInput(time.Now().Add(console.Patience))
	if err != nil || string(got) != "w" {
		t.Errorf("read %q, %v", got, err)
	}
}
