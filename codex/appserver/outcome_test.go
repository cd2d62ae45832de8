package appserver

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestOutcomeFollowsTheTurn(t *testing.T) {
	item := func(kind string) string {
		return `{"method":"item/started","params":{"threadId":"T","turnId":"turn-2","item":{"type":"` + kind + `"}}}`
	}
	ended := func(status, failure string) string {
		return `{"method":"turn/completed","params":{"threadId":"T","turn":{"id":"turn-2","status":"` + status + `","error":` + failure + `}}}`
	}
	const (
		retry    = `{"method":"error","params":{"threadId":"T","turnId":"turn-2","willRetry":true,"error":{"message":"Reconnecting... 1/2","codexErrorInfo":{"responseStreamDisconnected":{"httpStatusCode":null}},"additionalDetails":"crowded"}}}`
		crowded  = `{"message":"crowded","codexErrorInfo":"serverOverloaded"}`
		gateway  = `{"message":"bad gateway","codexErrorInfo":{"httpConnectionFailed":{"httpStatusCode":502}}}`
		untyped  = `{"message":"?","codexErrorInfo":null}`
		stranger = `{"method":"turn/completed","params":{"threadId":"U","turn":{"id":"turn-2","status":"failed","error":` + crowded + `}}}`
	)
	for name, c := range map[string]struct {
		frames []string
		want   Outcome
	}{
		"an answer":               {[]string{item("userMessage"), item("agentMessage")}, Outcome{Result: Works}},
		"a tool":                  {[]string{item("commandExecution")}, Outcome{Result: Works}},
		"an end without items":    {[]string{ended("completed", "null")}, Outcome{Result: Works}},
		"refused":                 {[]string{ended("failed", crowded)}, Outcome{Result: Refused, Failure: Failure{Info: "serverOverloaded", Text: "crowded"}}},
		"another error":           {[]string{ended("failed", gateway)}, Outcome{Result: Failed, Failure: Failure{Info: "httpConnectionFailed", Text: "bad gateway"}}},
		"an error without a code": {[]string{ended("failed", untyped)}, Outcome{Result: Failed, Failure: Failure{Text: "?"}}},
		"interrupted":             {[]string{ended("interrupted", "null")}, Outcome{Result: Interrupted}},
		"retried, then an answer": {[]string{retry, item("agentMessage")}, Outcome{Result: Works}},
		"another thread's end":    {[]string{stranger, ended("completed", "null")}, Outcome{Result: Works}},
		"the next turn already runs": {[]string{
			ended("failed", crowded),
			`{"method":"turn/started","params":{"threadId":"T","turn":{"id":"turn-3","status":"inProgress"}}}`,
		}, Outcome{Result: Refused, Failure: Failure{Info: "serverOverloaded", Text: "crowded"}}},
	} {
		t.Run(name, func(t *testing.T) {
			client := dial(t, startDaemon(t, func(p *peer) {
				p.begin()
				for _, f := range c.frames {
					p.send(f)
				}
				p.untilGone()
			}))
			b, err := client.Continue(testContext(t), again)
			if err != nil {
				t.Fatal(err)
			}
			if o, err := client.Outcome(testContext(t), b.Turn); err != nil || o != c.want {
				t.Errorf("%+v %v, want %+v", o, err, c.want)
			}
		})
	}
}

func TestOutcomeIsPendingUntilTheModelAnswers(t *testing.T) {
	item := func(kind string) string {
		return `{"method":"item/started","params":{"threadId":"T","turnId":"turn-2","item":{"type":"` + kind + `"}}}`
	}
	for name, c := range map[string]struct {
		frame string
		want  Outcome
	}{
		"the prompt itself":                      {item("userMessage"), Outcome{Result: Pending}},
		"a compaction, perhaps by the old model": {item("contextCompaction"), Outcome{Result: Pending}},
		"an item of a later release":             {item("futureItem"), Outcome{Result: Pending}},
		"a notification of a later release":      {`{"method":"turn/future","params":{"threadId":"T","turnId":"turn-2"}}`, Outcome{Result: Pending}},
		"codex repeats the request": {
			`{"method":"error","params":{"threadId":"T","turnId":"turn-2","willRetry":true,"error":{"message":"Reconnecting... 1/2","codexErrorInfo":{"responseStreamDisconnected":{}},"additionalDetails":"crowded"}}}`,
			Outcome{Result: Pending, Retrying: true, Failure: Failure{Info: "responseStreamDisconnected", Text: "Reconnecting... 1/2", Details: "crowded"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			client := dial(t, startDaemon(t, func(p *peer) {
				p.begin()
				p.send(c.frame)
				p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"active"}}}`)
				p.untilGone()
			}))
			b, err := client.Continue(testContext(t), again)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Thread(testContext(t), "T"); err != nil { // the frame before has been read now
				t.Fatal(err)
			}
			ended, cancel := context.WithCancel(context.Background())
			cancel()
			if o, err := client.Outcome(ended, b.Turn); !errors.Is(err, context.Canceled) || o != c.want {
				t.Errorf("%+v %v, want %+v", o, err, c.want)
			}
		})
	}
}

func TestOutcomeOfATurnThatWasNotBegunHereIsAnError(t *testing.T) {
	c := dial(t, startDaemon(t, func(p *peer) {
		p.greet()
		p.send(`{"method":"turn/completed","params":{"threadId":"T","turn":{"id":"turn-1","status":"completed"}}}`)
		p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"idle"}}}`)
		p.untilGone()
	}))
	if _, err := c.Thread(testContext(t), "T"); err != nil { // the notification before has been read now
		t.Fatal(err)
	}
	if _, err := c.Outcome(testContext(t), Turn{Thread: "T", ID: "turn-1"}); !errors.Is(err, ErrProtocol) {
		t.Errorf("%v", err)
	}
}

func TestOnlyTheLastTurnsAreRemembered(t *testing.T) {
	f := &follow{}
	for i := range 10 * maxTurns {
		f.turn(fmt.Sprint("turn-", i)).status = TurnCompleted
	}
	if len(f.turns) != maxTurns || f.turn(fmt.Sprint("turn-", 10*maxTurns-1)).status != TurnCompleted {
		t.Errorf("%d turns", len(f.turns))
	}
}
