package appserver

import (
	"context"
	"os"
	"sync"

	"github.com/coder/websocket"
)

// Client is one connection to the daemon. Its methods may be called from any
// goroutine and end with their context; one that ends while a request is
// being sent ends the connection with it. Close it when the outcome is known:
// it is meant for one switch, not for the life of a session.
type Client struct {
	conn *websocket.Conn
	stop context.CancelFunc
	done chan struct{} // closed when the reading goroutine has ended

	mu      sync.Mutex
	lastID  int
	calls   map[int]chan<- reply // waiting for an answer
	follows map[string]*follow   // threads whose turns are told to us
	changed chan struct{}        // closed and replaced when follows change
	end     error                // why reading ended
}

// Dial connects to the daemon of a home (CODEX_HOME) and introduces itself. It fails
// with ErrNoDaemon if none runs, which is the usual case for a codex older
// than 0.157 or started with --no-daemon. The context bounds the dialling
// only.
func Dial(ctx context.Context, home string) (*Client, error) {
	path, err := find(home, os.Getuid())
	if err != nil {
		return nil, fail("dial", err)
	}
	conn, err := open(ctx, path)
	if err != nil {
		return nil, fail("dial", err)
	}
	life, stop := context.WithCancel(context.Background())
	c := &Client{
		conn: conn, stop: stop, done: make(chan struct{}),
		calls: map[int]chan<- reply{}, follows: map[string]*follow{}, changed: make(chan struct{}),
	}
	go c.read(life)
	if err := c.introduce(ctx); err != nil {
		_ = c.Close() // the connection is useless
		return nil, err
	}
	return c, nil
}

// unwanted are notifications that this package has no use for and that are
// large or many. Both releases keep them back on request.
var unwanted = []string{
	"item/completed", "item/agentMessage/delta", "item/plan/delta", "item/reasoning/textDelta",
	"item/reasoning/summaryTextDelta", "item/reasoning/summaryPartAdded", "item/commandExecution/outputDelta",
	"item/fileChange/outputDelta", "item/fileChange/patchUpdated", "item/mcpToolCall/progress",
	"rawResponseItem/completed", "rawResponse/completed", "turn/diff/updated", "turn/plan/updated",
	"thread/tokenUsage/updated", "account/rateLimits/updated",
}

// introduce says who we are. The version stays empty: it would end up in the user agent
// of the requests that the daemon makes.
func (c *Client) introduce(ctx context.Context) error {
	params := map[string]any{
		"clientInfo":   map[string]any{"name": "cxhook", "title": "cxhook", "version": ""},
		"capabilities": map[string]any{"experimentalApi": true, "optOutNotificationMethods": unwanted},
	}
	var answer struct{}
	if err := c.call(ctx, "initialize", params, &answer); err != nil {
		return err
	}
	return c.send(ctx, "initialized", frame{Method: "initialized"})
}

// Close ends the connection and waits for the reading goroutine. A turn that
// runs goes on, and an approval that the TUI asks for stays open (seen on both
// releases). It may be called twice.
func (c *Client) Close() error {
	c.stop()
	_ = c.conn.CloseNow() // no handshake: the daemon takes the end of the stream as well
	<-c.done
	return nil
}
