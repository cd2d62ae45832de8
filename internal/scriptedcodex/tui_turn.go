package scriptedcodex

import (
	"os"
	"strings"
	"time"
)

func (u *tui) submit(prompt string) {
	if u.working != "" {
		u.queue = append(u.queue, prompt)
		return
	}
	u.running, u.working = turn{prompt: prompt, model: u.model, compact: prompt == "/compact"}, "Working"
	if u.running.compact {
		u.working = "Compacting context"
	} else {
		u.cells = append(u.cells, user(u.rel, prompt))
	}
	u.began, u.seconds, u.done = time.Now(), 0, time.After(turnTime())
	u.turnID = u.s.begin(u.running)
	u.put(u.windowTitle(), u.state("working"), u.frame())
	u.name(prompt)
	u.put(u.windowTitle(), u.frame())
}

// name gives the thread its title: the first prompt, where the release shows one.
func (u *tui) name(prompt string) {
	if !u.rel.modern || u.title != "" || prompt == "/compact" {
		return
	}
	title := []rune(strings.ReplaceAll(prompt, "\n", " "))
	u.title = string(title[:min(len(title), titleLength)])
}

func (u *tui) finish(t turn) {
	u.s.end(u.turnID, t)
	u.working, u.done = "", nil
	u.cells = append(u.cells, t.outcome(u.rel)...)
	state := "done"
	if t.failure != "" {
		state = "error"
	}
	u.put(u.windowTitle(), u.state(state), u.frame())
	if len(u.queue) > 0 {
		pause, err := time.ParseDuration(os.Getenv(QueueVariable))
		if err != nil {
			pause = queueTime
		}
		u.next = time.After(pause)
	}
}

// queueTime is how long after a turn's end Codex sends what was queued: 50 to 80 ms (0.144.6, 0.171.0).
const queueTime = 70 * time.Millisecond

// sendQueued sends the first of the prompts that wait, unless another was entered since.
func (u *tui) sendQueued() {
	u.next = nil
	if u.working == "" && len(u.queue) > 0 {
		next := u.queue[0]
		u.queue = u.queue[1:]
		u.submit(next)
	}
}

func (u *tui) interrupt() {
	if u.working == "" {
		return
	}
	u.s.end(u.turnID, u.running)
	u.working, u.done, u.queue = "", nil, nil
	u.cells = append(u.cells, failure(release{glyph: "■", colour: "38;5;1"},
		"Conversation interrupted - tell the model what to do differently."))
	u.put(u.windowTitle(), u.state("idle"), u.frame())
}
