package appserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/coder/websocket"
)

// frame is one message in either direction: a request has a method and an id,
// an answer an id only, a notification a method only.
type frame struct {
	ID     *int            `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *rpcError       `json:"error,omitempty"`
}

// reply is the daemon's answer to one request.
type reply struct {
	result json.RawMessage
	err    *rpcError
}

// rpcError is how the daemon says no. The codes tell little: -32600 stands
// for unknown methods, wrong members, unknown threads and a daemon that ends.
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"` // {"reason": "serverShuttingDown"} or nothing
}

// maxErrorText bounds in bytes what is repeated of the daemon's words: the
// text for an unknown method lists all known ones.
const maxErrorText = 300

// reason gives the daemon's refusal as an error.
func (e *rpcError) reason() error {
	text := e.Message
	if len(text) > maxErrorText {
		text = strings.ToValidUTF8(text[:maxErrorText], "") + "…"
	}
	var data struct {
		Reason string `json:"reason"`
	}
	_ = json.Unmarshal(e.Data, &data) // any other shape gives no reason
	kind := ErrRefused
	switch {
	case data.Reason == "serverShuttingDown": // after SIGTERM, while a turn runs to its end
		kind = ErrDraining
	case strings.HasPrefix(text, "thread not loaded"), strings.HasPrefix(text, "thread not found"):
		kind = ErrNotLoaded
	case strings.HasSuffix(text, "EmptyInput"): // an empty turn/start cannot be added to a running turn
		kind = ErrRunning
	}
	return fmt.Errorf("%w: %s (code %d)", kind, text, e.Code)
}

// call sends one request and reads its answer into result.
func (c *Client) call(ctx context.Context, method string, params, result any) error {
	answer, forget, err := c.begin(ctx, method, params)
	if err != nil {
		return err
	}
	defer forget()
	var r reply
	select {
	case r = <-answer:
	case <-ctx.Done():
		return fail(method, ctx.Err())
	case <-c.done:
		select {
		case r = <-answer: // the daemon's last word
		default:
			return fail(method, c.lost(ctx))
		}
	}
	if r.err != nil {
		return fail(method, r.err.reason())
	}
	if err := json.Unmarshal(r.result, result); err != nil {
		return unexpected(method, "%v", err)
	}
	return nil
}

// begin sends one request. The answer arrives in the channel unless forget
// was called.
func (c *Client) begin(ctx context.Context, method string, params any) (answer <-chan reply, forget func(), err error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, nil, fail(method, err)
	}
	ch := make(chan reply, 1)
	c.mu.Lock()
	c.lastID++
	id := c.lastID
	c.calls[id] = ch
	c.mu.Unlock()
	forget = func() {
		c.mu.Lock()
		delete(c.calls, id)
		c.mu.Unlock()
	}
	if err := c.send(ctx, method, frame{ID: &id, Method: method, Params: raw}); err != nil {
		forget()
		return nil, nil, err
	}
	return ch, forget, nil
}

func (c *Client) send(ctx context.Context, op string, f frame) error {
	b, err := json.Marshal(f)
	if err == nil {
		err = c.conn.Write(ctx, websocket.MessageText, b)
	}
	if err != nil {
		err = ended(ctx, err)
	}
	return fail(op, err)
}

// read is the reading goroutine. It never waits for anyone else.
func (c *Client) read(ctx context.Context) {
	defer close(c.done)
	for {
		_, b, err := c.conn.Read(ctx)
		if err != nil {
			c.mu.Lock()
			c.end = err
			c.mu.Unlock()
			return
		}
		var f frame
		if json.Unmarshal(b, &f) != nil {
			continue // an id or a shape that was never asked for
		}
		switch {
		case f.Method == "" && f.ID != nil:
			c.answered(*f.ID, reply{f.Result, f.Error})
		case f.ID == nil:
			c.notice(f.Method, f.Params)
		} // else the daemon asks something: the TUI is asked as well and answers
	}
}

func (c *Client) answered(id int, r reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.calls[id]; ok {
		delete(c.calls, id)
		ch <- r // has room for one and gets one
	}
}

// lost is why nothing more will be read. Call it once done is closed.
func (c *Client) lost(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return ended(ctx, c.end)
}

// ended tells a lost connection from one that was given up: a context that
// ends while a frame is being sent ends the connection.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrLost, err)
}
