package appserver

import "context"

// status is what a loaded thread is doing.
type status string

// The states of a thread that matter here. The others are "idle" and "systemError", after
// a turn that failed.
const (
	notLoaded status = "notLoaded" // known from its file only
	active    status = "active"    // a turn runs, or waits for the user
)

// status gives the state of a thread that the daemon runs.
func (c *Client) status(ctx context.Context, id string) (status, error) {
	const op = "thread/read"
	var answer struct {
		Thread struct {
			ID     string `json:"id"`
			Status struct {
				Type status `json:"type"`
			} `json:"status"`
		} `json:"thread"`
	}
	if err := c.call(ctx, op, map[string]any{"threadId": id}, &answer); err != nil {
		return "", err
	}
	t := answer.Thread
	switch {
	case t.ID != id, t.Status.Type == "":
		return "", unexpected(op, "thread %q in state %q", t.ID, t.Status.Type)
	case t.Status.Type == notLoaded:
		return "", fail(op, ErrNotLoaded)
	}
	return t.Status.Type, nil
}
