package appserver

import (
	"context"
	"errors"
	"testing"
)

// The frames were recorded from the real daemons by the e2e tests of the same
// cases, so that these tests fail if a request changes by one member.

var releases = []string{"0.163.0", "0.171.0"}

// recorded runs a test against the recording of each release.
func recorded(t *testing.T, name string, test func(*testing.T, context.Context, *Client)) {
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := dial(t, startDaemon(t, replay(t, "testdata/"+release+"/"+name+".jsonl")))
			test(t, testContext(t), c)
			if err := c.call(testContext(t), theEnd, nil, &struct{}{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// nobody is the id of a thread that no daemon knows.
const nobody = "ffffffff-ffff-7fff-8fff-ffffffffffff"

func TestTurnIsContinuedUntilAModelTakesIt(t *testing.T) {
	recorded(t, "switch", func(t *testing.T, ctx context.Context, c *Client) {
		thread := users(t, ctx, c).ID
		last, ok, err := c.last(ctx, thread)
		if err != nil || !ok || last.Status != turnFailed {
			t.Fatalf("%+v %v %v, want the refused turn", last, ok, err)
		}
		if model, err := c.Continue(ctx, Request{Thread: thread, Turn: last.ID, Model: "gpt-6-astra"}); err != nil || model != "gpt-6-astra" {
			t.Fatalf("%q %v", model, err)
		}
		if err := turnEnds(ctx, c, thread); err != nil {
			t.Fatal(err)
		}
		if model, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-sol"}); err != nil || model != "gpt-6-sol" {
			t.Fatalf("%q %v", model, err)
		}
	})
}

func TestGoalIsPursuedBehindTheRefusedStep(t *testing.T) {
	recorded(t, "goal", func(t *testing.T, ctx context.Context, c *Client) {
		if model, err := c.Again(ctx, Request{Thread: users(t, ctx, c).ID, Model: "gpt-6-sol", Goal: true}); err != nil || model != "gpt-6-sol" {
			t.Fatalf("%q %v", model, err)
		}
	})
}

func TestReviewIsAskedForAgain(t *testing.T) {
	recorded(t, "review", func(t *testing.T, ctx context.Context, c *Client) {
		r := Request{Thread: users(t, ctx, c).ID, Model: "gpt-6-sol", Review: `{"type":"custom","instructions":"look at the parser"}`}
		if model, err := c.Again(ctx, r); err != nil || model != "gpt-6-sol" {
			t.Fatalf("%q %v", model, err)
		}
	})
}

func TestRetryInPlaceNamesNoModelAndTakesAnEffort(t *testing.T) {
	recorded(t, "retry", func(t *testing.T, ctx context.Context, c *Client) {
		if model, err := c.Continue(ctx, Request{Thread: users(t, ctx, c).ID, Effort: "high"}); err != nil || model != "gpt-5.6-sol" {
			t.Fatalf("%q %v", model, err)
		}
	})
}

func TestRunningTurnIsLeftAlone(t *testing.T) {
	recorded(t, "running", func(t *testing.T, ctx context.Context, c *Client) {
		thread := users(t, ctx, c).ID
		if _, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-sol"}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-luna"}); !errors.Is(err, ErrRunning) {
			t.Fatalf("%v, want ErrRunning", err)
		}
		raced := map[string]any{"threadId": thread, "model": "gpt-6-luna", "input": []any{}}
		if err := c.call(ctx, "turn/start", raced, &struct{}{}); !errors.Is(err, ErrRunning) {
			t.Fatalf("%v, want ErrRunning", err)
		}
		if got := readThread(t, ctx, c, thread); got.Model != "gpt-6-sol" {
			t.Fatalf("%+v, want the model of before", got)
		}
		last, _, err := c.last(ctx, thread)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.interrupt(ctx, thread, last.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Continue(ctx, Request{Thread: thread, Model: "gpt-6-luna"}); !errors.Is(err, ErrMoved) {
			t.Fatalf("%v, want ErrMoved", err)
		}
		if model, err := c.Continue(ctx, Request{Thread: thread, Turn: last.ID, Model: "gpt-6-luna"}); err != nil || model != "gpt-6-luna" {
			t.Fatalf("%q %v", model, err)
		}
	})
}

func TestRefusedCompactionIsDoneByAnotherModel(t *testing.T) {
	recorded(t, "compact", func(t *testing.T, ctx context.Context, c *Client) {
		if model, err := c.Compact(ctx, Request{Thread: users(t, ctx, c).ID, Model: "gpt-6-sol"}); err != nil || model != "gpt-6-sol" {
			t.Fatalf("%q %v", model, err)
		}
	})
}

func TestApprovalRequestIsLeftToTheTUI(t *testing.T) {
	recorded(t, "approval", func(t *testing.T, ctx context.Context, c *Client) {
		if _, err := c.Continue(ctx, Request{Thread: users(t, ctx, c).ID, Model: "gpt-6-sol"}); err != nil {
			t.Fatal(err)
		}
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
