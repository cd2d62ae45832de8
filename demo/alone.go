package demo

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/creack/pty"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/terminal"
)

const (
	cols, rows = 100, 24
	// patience bounds the wait for each scene. The scripted model thinks about a
	// second; the rest is for a busy machine.
	patience = 20 * time.Second
	// glance lets the bar stand long enough to take a key.
	glance = prompt.Reaction + 200*time.Millisecond
)

// scene is one step of the story: what must appear, and what is pressed then.
type scene struct {
	title  string
	behind string // what it must appear below; empty: anywhere
	shows  string
	press  string
}

// story is told in the language in force, as the bar in it is.
func story() []scene {
	return []scene{
		{title: lang.Text("demo.refused"), shows: lang.Text("bar.at_capacity", refused) + "   1 " + models[0].Model, press: "1"},
		{title: lang.Text("demo.pressed"), shows: "Done: the parser now handles empty input.", press: "and the lexer\r"},
		{title: lang.Text("demo.limited"), shows: "   w " + lang.Text("bar.wait") + "   ", press: "w"},
		{title: lang.Text("demo.waits"), shows: " space ", press: " "},
		{title: lang.Text("demo.went_on"), shows: "Done: the parser now handles empty input.", behind: codex.ContinueMessage, press: "\x03"},
	}
}

// Alone plays the demo without a terminal: it is its own user on a pseudo-terminal,
// and prints the screens of the story to w. It fails if a scene does not come.
func Alone(o Options, w io.Writer) error {
	user, codexSide, err := pty.Open()
	if err != nil {
		return fmt.Errorf("demo: open a pseudo-terminal: %w", err)
	}
	defer user.Close()
	defer codexSide.Close()
	if err := pty.Setsize(user, &pty.Winsize{Cols: cols, Rows: rows}); err != nil {
		return fmt.Errorf("demo: size of the pseudo-terminal: %w", err)
	}
	o.TTY, o.RoundTrip = codexSide, time.Nanosecond // nobody answers queries there
	ended := make(chan error, 1)
	go func() { // ends with the scripted codex
		status, err := Run(o)
		if err == nil && status != 0 {
			err = fmt.Errorf("the scripted codex ended with status %d", status)
		}
		ended <- err
	}()
	p := &player{user: user, screen: terminal.NewScreen(cols, rows), output: make(chan []byte)}
	go p.read() // ends when the pseudo-terminal is closed
	fmt.Fprintf(w, "$ codex %q\n", question)
	for _, s := range story() {
		if err := p.play(s, w, ended); err != nil {
			return err
		}
	}
	for {
		select {
		case b := <-p.output:
			p.screen.Write(b)
		case err := <-ended:
			return err
		case <-time.After(patience):
			return fmt.Errorf("demo: codex did not end; the screen reads:\n%s", p.text())
		}
	}
}

// player is the user of the demo that plays by itself.
type player struct {
	user   *os.File
	screen *terminal.Screen
	output chan []byte
}

func (p *player) read() {
	for {
		buf := make([]byte, 32<<10)
		n, err := p.user.Read(buf)
		if err != nil {
			return
		}
		p.output <- buf[:n]
	}
}

// play waits for a scene, prints its screen and presses its key.
func (p *player) play(s scene, w io.Writer, ended <-chan error) error {
	limit := time.After(patience)
	for !s.shown(p.text()) {
		select {
		case b := <-p.output:
			p.screen.Write(b)
		case err := <-ended:
			return fmt.Errorf("demo: codex ended (%v) before the screen showed %q", err, s.shows)
		case <-limit:
			return fmt.Errorf("demo: the screen never showed %q; it reads:\n%s", s.shows, p.text())
		}
	}
	fmt.Fprintf(w, "\n%s\n\n%s\n", s.title, frame(p.text()))
	p.drain(glance)
	_, err := io.WriteString(p.user, s.press)
	return err
}

// shown reports whether the screen shows what a scene waits for.
func (s scene) shown(text string) bool {
	_, below, found := strings.Cut(text, s.behind)
	return found && strings.Contains(below, s.shows)
}

// drain keeps reading for a while.
func (p *player) drain(d time.Duration) {
	for end := time.After(d); ; {
		select {
		case b := <-p.output:
			p.screen.Write(b)
		case <-end:
			return
		}
	}
}

func (p *player) text() string {
	var lines []string
	for y := range rows {
		lines = append(lines, p.screen.Row(y).Text())
	}
	return strings.Join(lines, "\n")
}

// frame draws a border around a screen and leaves out what is blank.
func frame(text string) string {
	var b strings.Builder
	edge := "+" + strings.Repeat("-", cols) + "+\n"
	b.WriteString(edge)
	blank := false
	for _, line := range strings.Split(text, "\n") {
		if line == "" && blank {
			continue
		}
		blank = line == ""
		fmt.Fprintf(&b, "|%s%s|\n", line, strings.Repeat(" ", max(0, cols-terminal.Width(line))))
	}
	b.WriteString(edge)
	return b.String()
}
