package appserver

import (
	"context"
	"encoding/json"
	"slices"
)

// follow is what the daemon has told about one thread since it was asked to.
type follow struct {
	settings *settings    // newest ones told, nil if none were
	turns    []*turnState // oldest first
}

// turnState is one turn of a followed thread.
type turnState struct {
	id       string
	started  bool
	settings *settings // in force when it started, nil if not told
	ended    bool
	status   turnStatus // at its end
}

// maxTurns bounds how many turns of a thread are remembered. More than a few
// only come if a goal or queued prompts go on while the caller waits.
const maxTurns = 16

func (f *follow) turn(id string) *turnState {
	if i := slices.IndexFunc(f.turns, func(t *turnState) bool { return t.id == id }); i >= 0 {
		return f.turns[i]
	}
	if len(f.turns) == maxTurns {
		f.turns = slices.Delete(f.turns, 0, 1)
	}
	t := &turnState{id: id}
	f.turns = append(f.turns, t)
	return t
}

// follow asks to be told about a loaded thread and gives its settings now.
// thread/resume without any setting does only that: nothing is written to the
// session file and the TUI shows nothing. Asked for again it is harmless. A
// thread that is not loaded would be loaded by it.
func (c *Client) follow(ctx context.Context, id string) (settings, error) {
	c.mu.Lock()
	if c.follows[id] == nil {
		c.follows[id] = &follow{}
	}
	c.mu.Unlock()
	var answer wireSettings
	if err := c.call(ctx, "thread/resume", map[string]any{"threadId": id, "excludeTurns": true}, &answer); err != nil {
		return settings{}, err
	}
	s := answer.settings()
	if s.model == "" || s.cwd == "" || s.access.sandbox == "" || s.access.approval == "" {
		return settings{}, unexpected("thread/resume", "the settings are incomplete")
	}
	return s, nil
}

// forgetSettings makes the next settings told the newest.
func (c *Client) forgetSettings(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.follows[id].settings = nil
}

// await waits until ready is true, which is called with the lock held.
func (c *Client) await(ctx context.Context, id string, ready func(*follow) bool) error {
	for gone := false; ; {
		c.mu.Lock()
		ok, changed := ready(c.follows[id]), c.changed
		c.mu.Unlock()
		switch {
		case ok:
			return nil
		case gone:
			return c.lost(ctx)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-c.done: // what it said before counts
			gone = true
		}
	}
}

// notification holds the members of the notifications that matter here.
type notification struct {
	ThreadID string        `json:"threadId"`
	Settings *wireSettings `json:"threadSettings"`
	Turn     *turn         `json:"turn"`
}

// notice takes one notification. It is called by the reading goroutine.
func (c *Client) notice(method string, params json.RawMessage) {
	var n notification
	if json.Unmarshal(params, &n) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.follows[n.ThreadID]
	if f == nil {
		return
	}
	switch {
	case method == "thread/settings/updated" && n.Settings != nil:
		s := n.Settings.settings()
		f.settings = &s
	case method == "turn/started" && n.Turn != nil:
		t := f.turn(n.Turn.ID)
		t.started, t.settings = true, f.settings
	case method == "turn/completed" && n.Turn != nil:
		t := f.turn(n.Turn.ID)
		t.ended, t.status = true, n.Turn.Status
	default:
		return
	}
	close(c.changed)
	c.changed = make(chan struct{})
}
