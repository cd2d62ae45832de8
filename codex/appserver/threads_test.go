package appserver

import (
	"context"
	"testing"
)

// thread is a thread as the daemon tells it.
type thread struct {
	ID     string `json:"id"`
	Model  string `json:"model"` // that the next turn would use
	Cwd    string `json:"cwd"`
	Path   string `json:"path"` // of the session file, "" if nothing is kept
	Parent string `json:"parentThreadId"`
	// Source is "user" for a conversation, "thread_title" for the hidden one in which
	// Codex asks the same model for a title, "" for one begun by an old release.
	Source    string `json:"threadSource"`
	Ephemeral bool   `json:"ephemeral"`
}

// user reports whether a user talks to this thread. Of the two that are loaded for one
// TUI only one is the user's.
func (t thread) user() bool {
	return !t.Ephemeral && t.Parent == "" && (t.Source == "" || t.Source == "user")
}

func readThread(t *testing.T, ctx context.Context, c *Client, id string) thread {
	t.Helper()
	var answer struct{ Thread thread }
	if err := c.call(ctx, "thread/read", map[string]any{"threadId": id}, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Thread
}

// loaded gives the threads that the daemon runs.
func loaded(t *testing.T, ctx context.Context, c *Client) []thread {
	t.Helper()
	var list struct{ Data []string }
	if err := c.call(ctx, "thread/loaded/list", map[string]any{"limit": 200}, &list); err != nil {
		t.Fatal(err)
	}
	var threads []thread
	for _, id := range list.Data {
		threads = append(threads, readThread(t, ctx, c, id))
	}
	return threads
}

// users gives the only thread of a user.
func users(t *testing.T, ctx context.Context, c *Client) thread {
	t.Helper()
	threads := loaded(t, ctx, c)
	var found []thread
	for _, thread := range threads {
		if thread.user() {
			found = append(found, thread)
		}
	}
	if len(found) != 1 {
		t.Fatalf("threads %+v, want one of the user", threads)
	}
	return found[0]
}

// turnEnds waits until the newest turn of a followed thread has ended.
func turnEnds(ctx context.Context, c *Client, id string) error {
	return c.await(ctx, id, func(f *follow) bool { return f.turns[len(f.turns)-1].ended })
}
