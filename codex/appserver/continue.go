package appserver

import (
	"context"
	"encoding/json"
	"errors"
)

// Request says how a thread goes on.
type Request struct {
	Thread string
	// Turn is the refused one, if known; another last turn then is ErrMoved.
	// Named here it may also be one that was interrupted, such as a queued
	// prompt that Codex had sent to the same model.
	Turn string
	// Model is the new model; "" tries again with the one the thread has.
	Model string
	// Effort is for a model that does not offer the thread's own; "" leaves what the thread
	// has, which needs no repeating. The daemon passes on any word, known to the model or not.
	Effort string

	// What the refused turn was, if it was not a prompt or a step of a goal: a /compact, or
	// a /review of this target (a ReviewTarget of the daemon's as JSON).
	Compact bool
	Review  string
	// CompactFirst makes the conversation shorter before the turn goes on.
	CompactFirst bool
	// Goal is true if the thread has a goal that the refusal has stopped: it is pursued
	// again.
	Goal bool
}

// Again does once more what was refused, with another model or the same one, and returns
// the model that is asked, as the daemon tells it: Continue, Compact or Review, and
// Pursue behind it where there is a goal. That the goal could not be taken up again is
// ErrStalled; the turn runs then.
func (c *Client) Again(ctx context.Context, r Request) (model string, err error) {
	switch {
	case r.Review != "":
		model, err = c.Review(ctx, r)
	case r.Compact:
		model, err = c.Compact(ctx, r)
	case r.CompactFirst:
		model, err = c.compactAndContinue(ctx, r)
	default:
		model, err = c.Continue(ctx, r)
	}
	if err == nil && r.Goal && c.Pursue(ctx, r.Thread) != nil {
		err = fail("thread/goal/set", ErrStalled)
	}
	return model, err
}

// Continue goes on with the failed last turn of a thread: nothing new is said, the request holds the history as it
// is. It returns once the turn has begun, with the model that it asks, as the daemon tells it. If that one's context
// window is too small for the conversation, Codex first compacts with the model of before. Nothing is started unless
// the thread is loaded, no turn runs on it (ErrRunning) and its last turn failed (ErrMoved); should a prompt of the
// user win the race, the daemon refuses with ErrRunning and changes nothing. A turn that would have other permissions
// than the one before is interrupted at once (ErrChanged).
//
// After a refused /compact use Compact: an empty turn would ask the model to
// say something more.
func (c *Client) Continue(ctx context.Context, r Request) (model string, err error) {
	before, err := c.ready(ctx, r)
	if err != nil {
		return "", err
	}
	return c.goOn(ctx, r, before)
}

// goOn begins a turn in which nothing new is said.
func (c *Client) goOn(ctx context.Context, r Request, before settings) (model string, err error) {
	params := r.settings()
	params["input"] = []any{}
	var answer struct {
		Turn turn `json:"turn"`
	}
	if err := c.call(ctx, "turn/start", params, &answer); err != nil {
		return "", perhapsStarted(err)
	}
	if answer.Turn.ID == "" {
		return "", perhapsStarted(unexpected("turn/start", "a turn without an id"))
	}
	return c.begun(ctx, r.Thread, answer.Turn.ID, before, false)
}

// Compact does the work of a refused /compact with another model, as Continue
// does for a prompt. The model is the thread's from then on, even if the
// compaction fails.
func (c *Client) Compact(ctx context.Context, r Request) (model string, err error) {
	before, err := c.ready(ctx, r)
	if err != nil {
		return "", err
	}
	if err := c.choose(ctx, r); err != nil {
		return "", err
	}
	id, err := c.compaction(ctx, r.Thread)
	if err != nil {
		return "", err
	}
	return c.begun(ctx, r.Thread, id, before, r.Model != "" && r.Model != before.model)
}

// compaction begins one and gives the id of its turn.
func (c *Client) compaction(ctx context.Context, thread string) (id string, err error) {
	var nothing struct{}
	known := c.knownTurns(thread)
	if err := c.call(ctx, "thread/compact/start", map[string]any{"threadId": thread}, &nothing); err != nil {
		return "", perhapsStarted(err)
	}
	err = c.await(ctx, thread, func(f *follow) bool { // the answer names no turn: it is the next one
		for _, state := range f.turns {
			if state.started && !known[state.id] {
				id = state.id
			}
		}
		return id != ""
	})
	if err != nil {
		return "", perhapsStarted(fail("turn/started", err))
	}
	return id, nil
}

// compactAndContinue makes the conversation of a failed last turn shorter, which may take minutes, and goes on with
// that turn. One that was stopped or failed leaves it there (ErrMoved).
func (c *Client) compactAndContinue(ctx context.Context, r Request) (model string, err error) {
	before, err := c.ready(ctx, r)
	if err != nil {
		return "", err
	}
	id, err := c.compaction(ctx, r.Thread)
	if err != nil {
		return "", err
	}
	var status turnStatus
	err = c.await(ctx, r.Thread, func(f *follow) bool {
		status = f.turn(id).status
		return f.turn(id).ended
	})
	switch {
	case err != nil:
		return "", perhapsStarted(fail("turn/completed", err))
	case status != turnCompleted:
		return "", fail("turn/completed", ErrMoved)
	}
	return c.goOn(ctx, r, before)
}

// Review does a refused /review again, as Compact does a /compact.
func (c *Client) Review(ctx context.Context, r Request) (model string, err error) {
	before, err := c.ready(ctx, r)
	if err != nil {
		return "", err
	}
	if err := c.choose(ctx, r); err != nil {
		return "", err
	}
	var answer struct {
		Turn turn `json:"turn"`
	}
	params := map[string]any{"threadId": r.Thread, "target": json.RawMessage(r.Review)}
	if err := c.call(ctx, "review/start", params, &answer); err != nil {
		return "", perhapsStarted(err)
	}
	if answer.Turn.ID == "" {
		return "", perhapsStarted(unexpected("review/start", "a turn without an id"))
	}
	return c.begun(ctx, r.Thread, answer.Turn.ID, before, r.Model != "" && r.Model != before.model)
}

// choose makes the model and effort of the request the thread's.
func (c *Client) choose(ctx context.Context, r Request) error {
	params := r.settings()
	if len(params) == 1 {
		return nil
	}
	var nothing struct{}
	return c.call(ctx, "thread/settings/update", params, &nothing)
}

// Pursue takes up a goal again that a refusal has stopped: the daemon then says that it
// is blocked. One that the user has paused stays so. The next step begins when the thread
// is idle.
func (c *Client) Pursue(ctx context.Context, thread string) error {
	var now struct {
		Goal *struct {
			Status string `json:"status"`
		} `json:"goal"`
	}
	if err := c.call(ctx, "thread/goal/get", map[string]any{"threadId": thread}, &now); err != nil {
		return err
	}
	if now.Goal == nil || now.Goal.Status != "blocked" {
		return nil
	}
	var nothing struct{}
	return c.call(ctx, "thread/goal/set", map[string]any{"threadId": thread, "status": "active", "origin": "user"}, &nothing)
}

// settings are the members that name what the turn shall run with.
func (r Request) settings() map[string]any {
	params := map[string]any{"threadId": r.Thread}
	for name, value := range map[string]string{"model": r.Model, "effort": r.Effort} {
		if value != "" {
			params[name] = value
		}
	}
	return params
}

// ready makes sure that the refused turn is the last thing that happened on
// the thread, and follows the thread.
func (c *Client) ready(ctx context.Context, r Request) (settings, error) {
	now, err := c.status(ctx, r.Thread)
	if err != nil {
		return settings{}, err
	}
	if now == active {
		return settings{}, fail("thread/read", ErrRunning)
	}
	before, err := c.follow(ctx, r.Thread)
	if err != nil {
		return settings{}, err
	}
	last, ok, err := c.last(ctx, r.Thread)
	switch {
	case err != nil:
		return settings{}, err
	case ok && last.Status == turnRunning:
		return settings{}, fail("thread/turns/list", ErrRunning)
	case !ok, !r.means(last):
		return settings{}, fail("thread/turns/list", ErrMoved)
	}
	c.forgetSettings(r.Thread)
	return before, nil
}

// means reports whether the request is about this last turn.
func (r Request) means(last turn) bool {
	switch last.Status {
	case turnFailed:
		return r.Turn == "" || r.Turn == last.ID
	case turnInterrupted:
		return r.Turn == last.ID
	}
	return false
}

func (c *Client) knownTurns(thread string) map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := map[string]bool{}
	for _, t := range c.follows[thread].turns {
		known[t.id] = true
	}
	return known
}

// begun waits until the turn has begun, compares what it runs with and gives its model.
// The settings are told before turn/started, if the turn changed them; those that were chosen
// ahead of it may be told behind it.
func (c *Client) begun(ctx context.Context, thread, id string, before settings, chosen bool) (model string, err error) {
	now := before
	err = c.await(ctx, thread, func(f *follow) bool {
		state := f.turn(id)
		switch {
		case state.settings != nil:
			now = *state.settings
		case chosen && f.settings != nil:
			now = *f.settings
		}
		return state.ended || state.started && (!chosen || f.settings != nil)
	})
	if err != nil {
		return "", perhapsStarted(fail("turn/started", err))
	}
	if !now.sameAccess(before) {
		if err := c.interrupt(ctx, thread, id); err != nil {
			return "", perhapsStarted(err)
		}
		return "", fail("turn/start", ErrChanged)
	}
	return now.model, nil
}

// perhapsStarted marks a failure after which a turn may be running: every one
// but the daemon's own refusals.
func perhapsStarted(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	for _, refusal := range []error{ErrRunning, ErrNotLoaded, ErrDraining, ErrRefused} {
		if errors.Is(e, refusal) {
			return err
		}
	}
	marked := *e
	marked.Started = true
	return &marked
}
