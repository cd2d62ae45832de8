package ptywrap

import (
	"sync"
	"time"

	"github.com/cxhook/cxhook/terminal"
)

const (
	// replyTimeout is how long a reply to a query can take to arrive; one that
	// took longer will not come: not every terminal knows every query.
	replyTimeout = time.Second
	// swallowLimit is how long the end of the program waits for replies.
	swallowLimit = 100 * time.Millisecond
)

// queries counts what the program asked the terminal and what was answered.
type queries struct {
	mu      sync.Mutex     // taken last of all locks
	events  terminal.Input // finds the replies
	replies int
	asked   int
	askedAt time.Time // of the last one
}

// noteQueries counts what the terminal was asked. The caller holds t.mu.
func (c *Child) noteQueries() {
	asked := c.t.modes.Asked()
	q := &c.queries
	q.mu.Lock()
	defer q.mu.Unlock()
	if asked != q.asked {
		q.asked, q.askedAt = asked, time.Now()
	}
}

// answered looks for replies in the bytes the program was given.
func (c *Child) answered(p []byte) {
	q := &c.queries
	var replies [][]byte
	q.mu.Lock()
	for _, e := range q.events.Write(p) {
		if e.Kind == terminal.KindReply {
			replies = append(replies, e.Raw)
		}
	}
	q.replies += len(replies)
	q.mu.Unlock()
	if replies == nil {
		return
	}
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	defer c.t.freeze()
	for _, r := range replies {
		c.t.modes.Answer(r)
	}
}

// swallowReplies reads the replies to queries the program has not waited for:
// the shell would take them for keys. Keys between them are kept. The reader of
// the keyboard must be parked.
func (c *Child) swallowReplies() {
	if keys := c.queries.swallow(c.t); len(keys) > 0 {
		c.t.mu.Lock()
		c.t.typed = append(c.t.typed, keys...)
		c.t.mu.Unlock()
	}
}

func (q *queries) swallow(t *Terminal) (keys []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	outstanding := q.asked - q.replies
	if outstanding <= 0 || time.Since(q.askedAt) > replyTimeout || !t.foreground() {
		return nil
	}
	passed := q.events.Pending() // the program has the begin of the first event
	take := func(events []terminal.Event) {
		for _, e := range events {
			switch {
			case e.Kind == terminal.KindReply:
				outstanding--
			case !passed:
				keys = append(keys, e.Raw...)
			}
			passed = false
		}
	}
	t.tty.SetReadDeadline(time.Now().Add(t.replyWait))
	buf := make([]byte, 4<<10)
	for outstanding > 0 {
		n, err := t.tty.Read(buf)
		if err != nil || n == 0 {
			break
		}
		take(q.events.Write(buf[:n]))
	}
	take(q.events.Flush())
	q.replies = q.asked // what comes later will not be told from an answer to the next
	return keys
}
