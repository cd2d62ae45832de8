package appserver

import (
	"context"
	"encoding/json"
)

// TurnStatus is how a turn stands.
type TurnStatus string

// The states of a turn.
const (
	TurnRunning     TurnStatus = "inProgress"
	TurnCompleted   TurnStatus = "completed"
	TurnFailed      TurnStatus = "failed"
	TurnInterrupted TurnStatus = "interrupted"
)

// Turn is one turn of a thread: a prompt, a continuation or a compaction.
type Turn struct {
	Thread, ID string
	Status     TurnStatus
	Failure    Failure // of a failed turn
}

// Failure is an error in the daemon's words.
type Failure struct {
	// Info is Codex's own code for it: "serverOverloaded" for a model at
	// capacity, "internalServerError", "usageLimitExceeded", "other", or the
	// name of one with a status such as "httpConnectionFailed". "" without.
	Info string
	Text string // what the error cell shows
	// Details are set while Codex retries: Text is "Reconnecting... 1/2" then,
	// and the cause is here.
	Details string
}

// overloaded is the code of a model at capacity, in camelCase here and in
// snake_case in the session file.
const overloaded = "serverOverloaded"

// Capacity reports whether the model was at capacity.
func (f Failure) Capacity() bool { return f.Info == overloaded }

type wireError struct {
	Message string          `json:"message"`
	Info    json.RawMessage `json:"codexErrorInfo"` // a word, or an object with one member
	Details string          `json:"additionalDetails"`
}

func (e wireError) failure() Failure {
	f := Failure{Text: e.Message, Details: e.Details}
	if json.Unmarshal(e.Info, &f.Info) != nil {
		var object map[string]json.RawMessage
		_ = json.Unmarshal(e.Info, &object) // anything else says nothing
		for name := range object {
			f.Info = name
		}
	}
	return f
}

type wireTurn struct {
	ID     string     `json:"id"`
	Status TurnStatus `json:"status"`
	Error  *wireError `json:"error"`
}

func (w wireTurn) turn(thread string) Turn {
	t := Turn{Thread: thread, ID: w.ID, Status: w.Status}
	if w.Error != nil {
		t.Failure = w.Error.failure()
	}
	return t
}

// Last gives the newest turn of a thread, with its typed error: a witness for
// an incident. A refused /compact is a turn of its own. ok is false if the
// thread has none.
func (c *Client) Last(ctx context.Context, thread string) (t Turn, ok bool, err error) {
	params := map[string]any{"threadId": thread, "limit": 1, "sortDirection": "desc", "itemsView": "notLoaded"}
	var answer struct {
		Data []wireTurn `json:"data"`
	}
	if err := c.call(ctx, "thread/turns/list", params, &answer); err != nil {
		return Turn{}, false, err
	}
	if len(answer.Data) == 0 {
		return Turn{}, false, nil
	}
	t = answer.Data[0].turn(thread)
	if t.ID == "" || t.Status == "" {
		return Turn{}, false, unexpected("thread/turns/list", "a turn without id or status")
	}
	return t, true, nil
}

// Interrupt ends the running turn of a thread, waits until it has ended and
// gives it. If none runs it gives the last one as it is. The TUI shows
// "Conversation interrupted", and Codex tells the model of it in the history.
// If prompts are queued Codex may begin the next one at once.
func (c *Client) Interrupt(ctx context.Context, thread string) (Turn, error) {
	if _, err := c.loaded(ctx, thread); err != nil {
		return Turn{}, err
	}
	if _, err := c.follow(ctx, thread); err != nil {
		return Turn{}, err
	}
	last, _, err := c.Last(ctx, thread)
	if err != nil || last.Status != TurnRunning {
		return last, err
	}
	last.Status, last.Failure, err = c.interrupt(ctx, last)
	return last, err
}

// interrupt ends one turn of a followed thread and tells how it ended. 0.163.0
// does not answer if the turn has just ended, so that the end is waited for,
// not the answer.
func (c *Client) interrupt(ctx context.Context, t Turn) (status TurnStatus, failure Failure, err error) {
	const op = "turn/interrupt"
	_, forget, err := c.begin(ctx, op, map[string]any{"threadId": t.Thread, "turnId": t.ID})
	if err != nil {
		return t.Status, Failure{}, err
	}
	defer forget()
	err = c.await(ctx, t.Thread, func(f *follow) bool {
		state := f.turn(t.ID)
		status, failure = state.status, state.failure
		return status != ""
	})
	return status, failure, fail(op, err)
}

// loaded gives a thread that the daemon runs.
func (c *Client) loaded(ctx context.Context, id string) (Thread, error) {
	t, err := c.Thread(ctx, id)
	if err == nil && t.Status == StatusNotLoaded {
		err = fail("thread/read", ErrNotLoaded)
	}
	return t, err
}
