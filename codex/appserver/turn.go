package appserver

import "context"

// turnStatus is how a turn stands.
type turnStatus string

// The states of a turn.
const (
	turnCompleted   turnStatus = "completed"
	turnRunning     turnStatus = "inProgress"
	turnFailed      turnStatus = "failed"
	turnInterrupted turnStatus = "interrupted"
)

// turn is one turn of a thread: a prompt, a continuation or a compaction.
type turn struct {
	ID     string     `json:"id"`
	Status turnStatus `json:"status"`
}

// last gives the newest turn of a thread. A refused /compact is a turn of its own. ok is
// false if the thread has none.
func (c *Client) last(ctx context.Context, thread string) (t turn, ok bool, err error) {
	const op = "thread/turns/list"
	params := map[string]any{"threadId": thread, "limit": 1, "sortDirection": "desc", "itemsView": "notLoaded"}
	var answer struct {
		Data []turn `json:"data"`
	}
	if err := c.call(ctx, op, params, &answer); err != nil {
		return turn{}, false, err
	}
	if len(answer.Data) == 0 {
		return turn{}, false, nil
	}
	t = answer.Data[0]
	if t.ID == "" || t.Status == "" {
		return turn{}, false, unexpected(op, "a turn without id or status")
	}
	return t, true, nil
}

// interrupt ends one turn of a followed thread and waits for its end. 0.163.0 does not
// answer if the turn has just ended, so that the end is waited for, not the answer.
func (c *Client) interrupt(ctx context.Context, thread, id string) error {
	const op = "turn/interrupt"
	_, forget, err := c.begin(ctx, op, map[string]any{"threadId": thread, "turnId": id})
	if err != nil {
		return err
	}
	defer forget()
	return fail(op, c.await(ctx, thread, func(f *follow) bool { return f.turn(id).ended }))
}
