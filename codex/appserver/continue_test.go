package appserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const (
	settingsNow  = `"model":"old","cwd":"/p","serviceTier":"default","approvalPolicy":"on-request","approvalsReviewer":"user","collaborationMode":{"mode":"default"}`
	refusedTurn  = `{"data":[{"id":"turn-1","status":"failed","error":{"message":"crowded","codexErrorInfo":"serverOverloaded"}}]}`
	readOnly     = `{"type":"readOnly","networkAccess":false}`
	fullAccess   = `{"type":"dangerFullAccess"}`
	startedTurn2 = `{"method":"turn/started","params":{"threadId":"T","turn":{"id":"turn-2","status":"inProgress"}}}`
)

// ready plays the part of a continuation that changes nothing, for a thread T
// whose turn-1 was refused.
func (p *peer) ready() {
	p.greet()
	p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"systemError"},"futureMember":[1]}}`)
	p.answer(p.expect("thread/resume"), `{`+settingsNow+`,"sandbox":`+readOnly+`}`)
	p.answer(p.expect("thread/turns/list"), refusedTurn)
}

// begin plays a turn/start that works, up to turn/started.
func (p *peer) begin() {
	p.ready()
	p.answer(p.expect("turn/start"), `{"turn":{"id":"turn-2","status":"inProgress"}}`)
	p.send(startedTurn2)
}

func (p *peer) untilGone() {
	for {
		if _, ok := p.read(); !ok {
			return
		}
	}
}

var again = Request{Thread: "T", Turn: "turn-1", Model: "new"}

// TestContinueSaysWhyItDidNot plays one unexpected turn of events each.
func TestContinueSaysWhyItDidNot(t *testing.T) {
	settings := `{` + settingsNow + `,"sandbox":` + readOnly + `}`
	for name, c := range map[string]struct {
		play    func(*peer)
		want    error
		started bool
	}{
		"not loaded": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"notLoaded"}}}`)
		}, ErrNotLoaded, false},
		"running": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"active","activeFlags":["waitingOnApproval"]}}}`)
		}, ErrRunning, false},
		"running since": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"systemError"}}}`)
			p.answer(p.expect("thread/resume"), settings)
			p.answer(p.expect("thread/turns/list"), `{"data":[{"id":"turn-2","status":"inProgress"}]}`)
		}, ErrRunning, false},
		"another turn failed since": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"systemError"}}}`)
			p.answer(p.expect("thread/resume"), settings)
			p.answer(p.expect("thread/turns/list"), `{"data":[{"id":"turn-2","status":"failed"}]}`)
		}, ErrMoved, false},
		"answered since": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"idle"}}}`)
			p.answer(p.expect("thread/resume"), settings)
			p.answer(p.expect("thread/turns/list"), `{"data":[{"id":"turn-1","status":"completed"}]}`)
		}, ErrMoved, false},
		"no turn at all": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"idle"}}}`)
			p.answer(p.expect("thread/resume"), settings)
			p.answer(p.expect("thread/turns/list"), `{"data":[]}`)
		}, ErrMoved, false},
		"another thread's answer": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"U","status":{"type":"systemError"}}}`)
		}, ErrProtocol, false},
		"another shape": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":"systemError"}}`)
		}, ErrProtocol, false},
		"settings without a sandbox": {func(p *peer) {
			p.greet()
			p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"systemError"}}}`)
			p.answer(p.expect("thread/resume"), `{`+settingsNow+`}`)
		}, ErrProtocol, false},
		"a prompt of the user was first": {func(p *peer) {
			p.ready()
			p.refuse(p.expect("turn/start"), `{"code":-32603,"message":"failed to submit turn input: EmptyInput"}`)
		}, ErrRunning, false},
		"draining": {func(p *peer) {
			p.ready()
			p.refuse(p.expect("turn/start"), `{"code":-32600,"data":{"reason":"serverShuttingDown"},"message":"Server is draining; retry after reconnecting"}`)
		}, ErrDraining, false},
		"refused otherwise": {func(p *peer) {
			p.ready()
			p.refuse(p.expect("turn/start"), `{"code":-32600,"data":"a word","message":"Invalid request: unknown variant"}`)
		}, ErrRefused, false},
		"begun without an id": {func(p *peer) {
			p.ready()
			p.answer(p.expect("turn/start"), `{"turn":{}}`)
		}, ErrProtocol, true},
		"died before the answer": {func(p *peer) {
			p.ready()
			p.expect("turn/start")
			_ = p.conn.CloseNow()
		}, ErrLost, true},
		"died after the answer": {func(p *peer) {
			p.ready()
			p.answer(p.expect("turn/start"), `{"turn":{"id":"turn-2","status":"inProgress"}}`)
			_ = p.conn.CloseNow()
		}, ErrLost, true},
		"a message larger than the daemon may send": {func(p *peer) {
			p.ready()
			p.expect("turn/start")
			p.send(`{"method":"warning","params":"` + strings.Repeat("x", maxMessage) + `"}`)
		}, ErrLost, true},
		"wider permissions, interrupted": {func(p *peer) {
			p.ready()
			start := p.expect("turn/start")
			p.send(`{"method":"thread/settings/updated","params":{"threadId":"T","threadSettings":{` + settingsNow + `,"sandboxPolicy":` + fullAccess + `}}}`)
			p.answer(start, `{"turn":{"id":"turn-2","status":"inProgress"}}`)
			p.send(startedTurn2)
			p.expect("turn/interrupt") // 0.163.0 gives no answer to it if the turn has just ended
			p.send(`{"method":"turn/completed","params":{"threadId":"T","turn":{"id":"turn-2","status":"interrupted"}}}`)
		}, ErrChanged, false},
	} {
		t.Run(name, func(t *testing.T) {
			client := dial(t, startDaemon(t, func(p *peer) {
				c.play(p)
				p.untilGone()
			}))
			_, err := client.Continue(testContext(t), again)
			var e *Error
			if !errors.Is(err, c.want) || !errors.As(err, &e) || e.Started != c.started {
				t.Errorf("%v (%+v), want %v, started %v", err, e, c.want, c.started)
			}
		})
	}
}

func TestContextThatEndsAfterTheRequestLeavesATurnThatMayRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := dial(t, startDaemon(t, func(p *peer) {
		p.ready()
		p.expect("turn/start")
		cancel()
		p.untilGone()
	}))
	_, err := c.Continue(ctx, again)
	var e *Error
	if !errors.Is(err, context.Canceled) || !errors.As(err, &e) || !e.Started {
		t.Errorf("%v, want the context's error and a turn that may run", err)
	}
}

func TestSettingsThatWereNotToldAreThoseOfBefore(t *testing.T) {
	c := dial(t, startDaemon(t, func(p *peer) {
		p.begin()
		p.untilGone()
	}))
	model, err := c.Continue(testContext(t), Request{Thread: "T"})
	if err != nil || model != "old" {
		t.Errorf("%q %v", model, err)
	}
}

func TestOnlyTheLastTurnsAreRemembered(t *testing.T) {
	f := &follow{}
	for i := range 10 * maxTurns {
		f.turn(fmt.Sprint("turn-", i)).ended = true
	}
	if len(f.turns) != maxTurns || !f.turn(fmt.Sprint("turn-", 10*maxTurns-1)).ended {
		t.Errorf("%d turns", len(f.turns))
	}
}

// A conversation that is too long is made shorter first; one whose compaction did not end well is left as it is.
func TestTheTurnGoesOnOnlyBehindACompactionThatEndedWell(t *testing.T) {
	for status, want := range map[string]error{"completed": nil, "interrupted": ErrMoved, "failed": ErrMoved} {
		client := dial(t, startDaemon(t, func(p *peer) {
			p.ready()
			p.answer(p.expect("thread/compact/start"), `{}`)
			p.send(startedTurn2)
			p.send(`{"method":"turn/completed","params":{"threadId":"T","turn":{"id":"turn-2","status":"` + status + `"}}}`)
			if want == nil {
				p.answer(p.expect("turn/start"), `{"turn":{"id":"turn-3","status":"inProgress"}}`)
				p.send(`{"method":"turn/started","params":{"threadId":"T","turn":{"id":"turn-3","status":"inProgress"}}}`)
			}
			p.untilGone()
		}))
		model, err := client.Again(testContext(t), Request{Thread: "T", Turn: "turn-1", CompactFirst: true})
		if !errors.Is(err, want) || err == nil && model != "old" {
			t.Errorf("%s: %q, %v", status, model, err)
		}
	}
}
