package appserver

import (
	"context"
	"errors"
	"testing"
)

// The frames were recorded from the real daemons by the e2e tests of the same
// cases, so that these tests fail if a request changes by one member.

var releases = []string{"0.163.0", "0.171.0"}

// recorded runs a test against the recording of each release. The thread of
// the user has the same id in all of them once it was looked up.
func recorded(t *testing.T, name string, test func(*testing.T, context.Context, *Client)) {
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := dial(t, startDaemon(t, replay(t, "testdata/"+release+"/"+name+".jsonl")))
			if c.Release() != release {
				t.Errorf("release %q", c.Release())
			}
			test(t, testContext(t), c)
		})
	}
}

// nobody is the id of a thread that no daemon knows.
const nobody = "ffffffff-ffff-7fff-8fff-ffffffffffff"

// users gives the only thread of a user.
func users(t *testing.T, ctx context.Context, c *Client) Thread {
	t.Helper()
	threads, err := c.Loaded(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var found []Thread
	for _, thread := range threads {
		if thread.User() {
			found = append(found, thread)
		}
	}
	if len(found) != 1 {
		t.Fatalf("threads %+v, want one of the user", threads)
	}
	return found[0]
}

func outcome(t *testing.T, ctx context.Context, c *Client, turn Turn, want Result) Outcome {
	t.Helper()
	o, err := c.Outcome(ctx, turn)
	if err != nil || o.Result != want {
		t.Fatalf("%+v %v, want %s", o, err, want)
	}
	return o
}

func TestTurnIsContinuedUntilAModelTakesIt(t *testing.T) {
	recorded(t, "switch", func(t *testing.T, ctx context.Context, c *Client) {
		threads, err := c.Loaded(ctx)
		if err != nil || len(threads) != 2 {
			t.Fatalf("threads %+v %v, want two", threads, err)
		}
		thread, hidden := threads[0], threads[1]
		if !thread.User() || hidden.User() || hidden.Source != "thread_title" || !hidden.Ephemeral || hidden.Path != "" {
			t.Fatalf("threads %+v, want one of the user and the hidden one that asks for a title", threads)
		}
		if thread.Cwd != "/home/user/project" || thread.Status != StatusFailed || thread.Path == "" {
			t.Errorf("%+v", thread)
		}
		last, ok, err := c.Last(ctx, thread.ID)
		if err != nil || !ok || !last.Failure.Capacity() || last.Status != TurnFailed {
			t.Fatalf("%+v %v %v, want the refused turn", last, ok, err)
		}
		begun, err := c.Continue(ctx, Request{Thread: thread.ID, Turn: last.ID, Model: "gpt-6-astra"})
		if err != nil || begun.Before.Model != "gpt-5.6-sol" || begun.Now.Model != "gpt-6-astra" {
			t.Fatalf("%+v %v", begun, err)
		}
		o := outcome(t, ctx, c, begun.Turn, Refused)
		if o.Failure.Text != "Selected model is at capacity. Please try a different model." || o.Retrying {
			t.Errorf("%+v", o)
		}
		begun, err = c.Continue(ctx, Request{Thread: thread.ID, Turn: begun.ID, Model: "gpt-6-sol"})
		if err != nil || begun.Before.Model != "gpt-6-astra" || begun.Now.Model != "gpt-6-sol" || !begun.Now.SameAccess(begun.Before) {
			t.Fatalf("%+v %v", begun, err)
		}
		outcome(t, ctx, c, begun.Turn, Works)
	})
}

func TestRetryInPlaceNamesNoModelAndTakesEffortAndTier(t *testing.T) {
	recorded(t, "retry", func(t *testing.T, ctx context.Context, c *Client) {
		begun, err := c.Continue(ctx, Request{Thread: users(t, ctx, c).ID, Effort: "high", ServiceTier: "priority"})
		if err != nil || begun.Now.Model != begun.Before.Model {
			t.Fatalf("%+v %v", begun, err)
		}
		if begun.Before.Effort != "" || begun.Now.Effort != "high" || begun.Before.ServiceTier != "default" || begun.Now.ServiceTier != "priority" {
			t.Errorf("%+v", begun)
		}
		outcome(t, ctx, c, begun.Turn, Works)
	})
}

func TestRunningTurnIsLeftAloneAndCanBeInterrupted(t *testing.T) {
	recorded(t, "running", func(t *testing.T, ctx context.Context, c *Client) {
		thread := users(t, ctx, c).ID
		begun, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-sol"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-luna"}); !errors.Is(err, ErrRunning) {
			t.Fatalf("%v, want ErrRunning", err)
		}
		raced := map[string]any{"threadId": thread, "model": "gpt-6-luna", "input": []any{}}
		if err := c.call(ctx, "turn/start", raced, &struct{}{}); !errors.Is(err, ErrRunning) {
			t.Fatalf("%v, want ErrRunning", err)
		}
		if got, err := c.Thread(ctx, thread); err != nil || got.Model != "gpt-6-sol" {
			t.Fatalf("%+v %v, want the model of before", got, err)
		}
		interrupted, err := c.Interrupt(ctx, thread)
		if err != nil || interrupted.ID != begun.ID || interrupted.Status != TurnInterrupted {
			t.Fatalf("%+v %v", interrupted, err)
		}
		outcome(t, ctx, c, begun.Turn, Interrupted)
		if last, err := c.Interrupt(ctx, thread); err != nil || last != interrupted {
			t.Fatalf("%+v %v, want nothing to interrupt", last, err)
		}
		if _, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-luna"}); !errors.Is(err, ErrMoved) {
			t.Fatalf("%v, want ErrMoved", err)
		}
		begun, err = c.Continue(ctx, Request{Thread: thread, Turn: interrupted.ID, Model: "gpt-6-luna"})
		if err != nil || begun.Now.Model != "gpt-6-luna" {
			t.Fatalf("%+v %v", begun, err)
		}
		outcome(t, ctx, c, begun.Turn, Works)
	})
}

func TestRefusedCompactionIsDoneByAnotherModel(t *testing.T) {
	recorded(t, "compact", func(t *testing.T, ctx context.Context, c *Client) {
		begun, err := c.Compact(ctx, Request{Thread: users(t, ctx, c).ID, Model: "gpt-6-sol"})
		if err != nil || begun.ID == "" || begun.Before.Model != "gpt-5.6-sol" || begun.Now.Model != "gpt-6-sol" {
			t.Fatalf("%+v %v", begun, err)
		}
		outcome(t, ctx, c, begun.Turn, Works)
	})
}

func TestApprovalRequestIsLeftToTheTUI(t *testing.T) {
	recorded(t, "approval", func(t *testing.T, ctx context.Context, c *Client) {
		begun, err := c.Continue(ctx, Request{Thread: users(t, ctx, c).ID, Model: "gpt-6-sol"})
		if err != nil {
			t.Fatal(err)
		}
		outcome(t, ctx, c, begun.Turn, Works)
	})
}

func TestThreadThatTheDaemonDoesNotRunIsNotTouched(t *testing.T) {
	recorded(t, "unknown", func(t *testing.T, ctx context.Context, c *Client) {
		_, err := c.Continue(ctx, Request{Thread: nobody, Model: "gpt-6-sol"})
		var e *Error
		if !errors.Is(err, ErrNotLoaded) || !errors.As(err, &e) || e.Started {
			t.Errorf("%v, want ErrNotLoaded and nothing started", err)
		}
	})
}
