package appserver

import (
	"context"
	"errors"
)

// Status is what a loaded thread is doing.
type Status string

// The states of a thread.
const (
	StatusNotLoaded Status = "notLoaded"   // known from its file only
	StatusIdle      Status = "idle"        // the last turn ended well or was interrupted, or there is none
	StatusFailed    Status = "systemError" // the last turn failed
	StatusActive    Status = "active"      // a turn runs, or waits for the user
)

// Thread is one conversation as the daemon has it.
type Thread struct {
	ID     string // the session's id
	Model  string // that the next turn would use
	Status Status
	Name   string // title, "" while it has none
	Cwd    string
	Path   string // of the session file, "" if nothing is kept
	Parent string // id of the thread this is a sub-agent of, or ""
	// Source is "user" for a conversation, "thread_title" for the hidden one
	// in which Codex asks the same model for a title, "" for one begun by a
	// release that did not say.
	Source string
	// Ephemeral threads have no file; the hidden ones are ephemeral.
	Ephemeral bool
}

// User reports whether a user talks to this thread. Of the two threads that
// are loaded for one TUI only one is the user's, but a daemon also keeps the
// threads of TUIs that have ended and of other terminals.
func (t Thread) User() bool {
	return !t.Ephemeral && t.Parent == "" && (t.Source == "" || t.Source == "user")
}

// wireThread is a thread in the daemon's words.
type wireThread struct {
	ID        string `json:"id"`
	Model     string `json:"model"`
	Name      string `json:"name"`
	Cwd       string `json:"cwd"`
	Path      string `json:"path"`
	Parent    string `json:"parentThreadId"`
	Source    string `json:"threadSource"`
	Ephemeral bool   `json:"ephemeral"`
	Status    struct {
		Type Status `json:"type"`
	} `json:"status"`
}

func (t wireThread) thread() Thread {
	return Thread{
		ID: t.ID, Model: t.Model, Status: t.Status.Type, Name: t.Name, Cwd: t.Cwd, Path: t.Path,
		Parent: t.Parent, Source: t.Source, Ephemeral: t.Ephemeral,
	}
}

// maxThreads bounds how many loaded threads are asked for. A TUI adds two.
const maxThreads = 200

// Loaded gives the threads that the daemon runs. Which of them is the
// caller's is known from its session file or screen; if not, it is the only
// one with User, StatusFailed and the caller's working directory, or nobody
// knows.
func (c *Client) Loaded(ctx context.Context) ([]Thread, error) {
	var list struct {
		Data []string `json:"data"`
	}
	if err := c.call(ctx, "thread/loaded/list", map[string]any{"limit": maxThreads}, &list); err != nil {
		return nil, err
	}
	threads := make([]Thread, 0, len(list.Data))
	for _, id := range list.Data {
		t, err := c.Thread(ctx, id)
		if errors.Is(err, ErrNotLoaded) {
			continue // it has ended since
		}
		if err != nil {
			return nil, err
		}
		threads = append(threads, t)
	}
	return threads, nil
}

// Thread gives one thread. A thread that has a file but does not run has
// StatusNotLoaded; one that is unknown fails with ErrNotLoaded.
func (c *Client) Thread(ctx context.Context, id string) (Thread, error) {
	var answer struct {
		Thread wireThread `json:"thread"`
	}
	if err := c.call(ctx, "thread/read", map[string]any{"threadId": id}, &answer); err != nil {
		return Thread{}, err
	}
	t := answer.Thread.thread()
	if t.ID != id || t.Status == "" {
		return Thread{}, unexpected("thread/read", "thread %q in state %q", t.ID, t.Status)
	}
	return t, nil
}
