package appserver

import "context"

// Result is how a begun turn goes.
type Result string

// The results.
const (
	Pending     Result = "pending"     // nothing yet
	Works       Result = "works"       // the model answers or calls a tool, or the turn has ended well
	Refused     Result = "refused"     // this model is at capacity as well
	Failed      Result = "failed"      // another error
	Interrupted Result = "interrupted" // by the user, or by Interrupt
)

// Outcome is what is known of a turn that was begun.
type Outcome struct {
	Result Result
	// Failure is the error of a refused or failed turn, or of the last
	// attempt while Codex retries by itself.
	Failure Failure
	// Retrying is true if Codex is repeating the request by itself; a capacity
	// error is repeated only if the service asks for it (Retry-After). The
	// first repeats (request_max_retries) are silent, only later ones
	// (stream_max_retries) are told.
	Retrying bool
}

// Outcome waits until it is known how a turn goes, which may take as long as
// the model thinks. When the context ends first, the error is the context's
// and the result Pending with what is known so far; it may be asked again.
func (c *Client) Outcome(ctx context.Context, t Turn) (Outcome, error) {
	o := Outcome{Result: Pending}
	c.mu.Lock()
	followed := c.follows[t.Thread] != nil
	c.mu.Unlock()
	if !followed {
		return o, unexpected("outcome", "turn %q was not begun here", t.ID)
	}
	err := c.await(ctx, t.Thread, func(f *follow) bool {
		o = f.turn(t.ID).outcome()
		return o.Result != Pending
	})
	return o, fail("outcome", err)
}

func (t *turnState) outcome() Outcome {
	o := Outcome{Result: Pending, Failure: t.failure, Retrying: t.retrying}
	switch {
	case t.status == TurnFailed && t.failure.Capacity():
		o.Result = Refused
	case t.status == TurnFailed:
		o.Result = Failed
	case t.status == TurnInterrupted:
		o.Result = Interrupted
	case t.worked, t.status == TurnCompleted:
		o.Result, o.Failure = Works, Failure{}
	}
	return o
}
