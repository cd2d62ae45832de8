package scriptedcodex

import (
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

const (
	// replyWait is how long the replies to the first questions are waited for; Codex waits about as long.
	replyWait = 100 * time.Millisecond
	// spinTime is between two frames of the window title's spinner.
	spinTime = 100 * time.Millisecond
	// escapeWait tells the Escape key from the beginning of a sequence.
	escapeWait = 20 * time.Millisecond
	// titleLength bounds the thread's title, in characters.
	titleLength = 36
)

// tui is one run of the conversation view.
type tui struct {
	view
	s       *session
	in, out *os.File
	input   chan []byte // closed at the end of input
	pending []byte      // input that is not yet a whole key
	cooked  *term.State

	running turn
	turnID  string
	began   time.Time
	queue   []string         // prompts entered while a turn runs
	next    <-chan time.Time // when the first of them is sent
	done    <-chan time.Time
}

func runTUI(a arguments, rel release, s *session, stdin, stdout *os.File) int {
	u := &tui{s: s, in: stdin, out: stdout, input: make(chan []byte)}
	u.view = view{rel: rel, alternate: !rel.inline && !a.inline, model: s.model, dir: tilde(s.cwd), loading: true}
	var err error
	if u.cooked, err = term.MakeRaw(int(stdin.Fd())); err != nil {
		fmt.Fprintf(os.Stderr, "Error: %v\n", err)
		return 1
	}
	defer term.Restore(int(stdin.Fd()), u.cooked) // if it fails the terminal is gone
	go u.read()
	u.start()
	u.replay(a)
	if a.prompt != "" {
		u.submit(a.prompt)
	}
	u.loop()
	u.stop()
	return 0
}

func (u *tui) read() {
	defer close(u.input)
	for {
		buffer := make([]byte, 4096)
		n, err := u.in.Read(buffer)
		if err != nil {
			return
		}
		u.input <- buffer[:n]
	}
}

func (u *tui) put(parts ...string) {
	_, _ = u.out.WriteString(strings.Join(parts, "")) // a terminal that is gone ends the input too
}

// start takes the terminal, waits for its replies and draws the first two frames.
func (u *tui) start() {
	u.size()
	u.put(u.take())
	u.awaitReplies()
	u.put(u.enter())
	u.cells = []transcriptCell{header(u.rel, u.model, "loading")}
	if u.alternate {
		u.put(u.frame())
	}
	u.loading = false
	u.cells[0] = header(u.rel, u.model, u.dir)
	u.put(u.windowTitle(), u.state("idle"), u.frame())
}

func (u *tui) size() {
	cols, rows, err := term.GetSize(int(u.out.Fd()))
	if err != nil || cols == 0 {
		cols, rows = 80, 24
	}
	u.resize(cols, rows)
}

func (u *tui) awaitReplies() {
	for late := time.After(replyWait); ; {
		if where := positionReply().FindSubmatch(u.pending); where != nil && attributesReply().Match(u.pending) {
			if row, err := strconv.Atoi(string(where[1])); err == nil && !u.alternate {
				u.top = min(row-1, u.rows-1)
			}
			return
		}
		select {
		case bytes, ok := <-u.input:
			if !ok {
				return
			}
			u.pending = append(u.pending, bytes...)
		case <-late:
			return
		}
	}
}

// replay draws the conversation that is resumed or forked again, its refusals too.
func (u *tui) replay(a arguments) {
	if a.command == "fork" {
		u.cells = append(u.cells, note("Thread forked from "+u.s.forkedFrom))
	}
	for _, t := range u.s.turns {
		u.cells = append(u.cells, t.cells(u.rel)...)
		u.name(t.prompt)
	}
	if len(u.s.turns) > 0 {
		u.put(u.windowTitle(), u.frame())
	}
}

func (u *tui) loop() {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	defer signal.Stop(resized)
	spin := time.NewTicker(spinTime)
	defer spin.Stop()
	for u.keys(false) {
		var unfinished <-chan time.Time
		if len(u.pending) > 0 {
			unfinished = time.After(escapeWait)
		}
		select {
		case bytes, ok := <-u.input:
			if !ok {
				return
			}
			u.pending = append(u.pending, bytes...)
		case <-unfinished:
			if !u.keys(true) {
				return
			}
		case <-resized:
			cols, rows, err := term.GetSize(int(u.out.Fd()))
			if err == nil {
				u.put(u.resize(cols, rows), u.frame())
			}
		case <-u.done:
			u.finish(u.s.ask(u.running))
		case <-u.next:
			u.sendQueued()
		case <-spin.C:
			if u.working != "" {
				u.spinner, u.seconds = u.spinner+1, int(time.Since(u.began).Seconds())
				u.put(u.windowTitle(), u.frame())
			}
		}
	}
}

// keys plays the keys that are there and reports false once the user has quit.
func (u *tui) keys(flush bool) bool {
	for {
		k, rest, ok := nextKey(u.pending, flush)
		if !ok {
			return true
		}
		u.pending = rest
		switch k.kind {
		case keyText:
			u.draft += k.text
			u.put(u.idle(), u.frame())
		case keyBackspace:
			if r := []rune(u.draft); len(r) > 0 {
				u.draft = string(r[:len(r)-1])
				u.put(u.frame())
			}
		case keyEnter:
			prompt := strings.TrimSpace(u.draft)
			u.draft = ""
			if prompt == "/quit" || prompt == "/exit" {
				return false
			}
			if prompt != "" {
				u.submit(prompt)
			}
		case keyEscape:
			u.interrupt()
		case keyInterrupt:
			if u.draft == "" && u.working == "" {
				return false
			}
			u.draft = ""
			u.interrupt()
			u.put(u.frame())
		case keySuspend:
			u.suspend()
		}
	}
}

// idle is the state that follows error or done once the user types again.
func (u *tui) idle() string {
	if u.working != "" {
		return ""
	}
	return u.state("idle")
}
