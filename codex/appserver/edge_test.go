package appserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
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

func TestDialTellsThatThereIsNoDaemon(t *testing.T) {
	stale := shortTempDir(t) + "/s"
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"no socket": "", "a link to nothing": stale + "-gone", "a file": "/etc/passwd", "left behind by a killed daemon": stale,
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			if target != "" {
				linkSocket(t, home, target)
			}
			_, err := Dial(testContext(t), Options{Home: home})
			if !errors.Is(err, ErrNoDaemon) {
				t.Errorf("%v, want ErrNoDaemon", err)
			}
		})
	}
}

func TestSocketOfAnotherUserIsNotUsed(t *testing.T) {
	home := startDaemon(t, func(*peer) {})
	if _, err := find(home, os.Getuid()+1); !errors.Is(err, ErrForeign) {
		t.Errorf("%v, want ErrForeign", err)
	}
}

func TestDialSurvivesWhateverListens(t *testing.T) {
	for name, c := range map[string]struct {
		says string // before it closes
		want error
	}{
		"another protocol": {"220 smtp ready\r\n", ErrProtocol},
		"no websocket":     {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", ErrProtocol},
		"an endless head":  {"HTTP/1.1 101 Switching Protocols\r\nX: " + strings.Repeat("x", 2*maxHeader), ErrProtocol},
		"silence":          {"", ErrLost},
	} {
		t.Run(name, func(t *testing.T) {
			home, path := t.TempDir(), shortTempDir(t)+"/s"
			linkSocket(t, home, path)
			listener, err := net.Listen("unix", path)
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					_, _ = conn.Read(make([]byte, 4096)) // the handshake
					_, _ = io.WriteString(conn, c.says)  // the client may have gone
					_ = conn.Close()
				}
			}()
			if _, err := Dial(testContext(t), Options{Home: home}); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestDialEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	home := startDaemon(t, func(p *peer) {
		p.expect("initialize")
		cancel() // and no answer
		p.untilGone()
	})
	if _, err := Dial(ctx, Options{Home: home}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the context's error", err)
	}
}

func TestWhatTheDaemonAsksIsNeverAnswered(t *testing.T) {
	next := make(chan string, 1)
	c := dial(t, startDaemon(t, func(p *peer) {
		p.greet()
		p.send(`{"id":0,"method":"item/commandExecution/requestApproval","params":{"threadId":"T"}}`)
		p.send(`{"id":"a word","method":"attestation/generate","params":{}}`)
		p.send(`not JSON`)
		p.send(`{"id":77,"result":{}}`)
		f := p.expect("thread/read")
		next <- f.Method
		p.answer(f, `{"thread":{"id":"T","status":{"type":"idle"}}}`)
		p.untilGone()
	}))
	if _, err := c.Thread(testContext(t), "T"); err != nil {
		t.Error(err)
	}
	if method := <-next; method != "thread/read" {
		t.Errorf("the client's next frame was %q", method)
	}
}

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
			p.expect("turn/interrupt")
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
	b, err := c.Continue(testContext(t), Request{Thread: "T"})
	if err != nil || b.Now != b.Before || b.Now.Model != "old" || b.ID != "turn-2" {
		t.Errorf("%+v %v", b, err)
	}
}

func TestInterruptNeedsNoAnswer(t *testing.T) { // 0.163.0 gives none if the turn has just ended
	c := dial(t, startDaemon(t, func(p *peer) {
		p.greet()
		p.answer(p.expect("thread/read"), `{"thread":{"id":"T","status":{"type":"active"}}}`)
		p.answer(p.expect("thread/resume"), `{`+settingsNow+`,"sandbox":`+readOnly+`}`)
		p.answer(p.expect("thread/turns/list"), `{"data":[{"id":"turn-1","status":"inProgress"}]}`)
		p.expect("turn/interrupt")
		p.send(`{"method":"turn/completed","params":{"threadId":"T","turn":{"id":"turn-1","status":"completed"}}}`)
		p.untilGone()
	}))
	if turn, err := c.Interrupt(testContext(t), "T"); err != nil || turn.ID != "turn-1" || turn.Status != TurnCompleted {
		t.Errorf("%+v %v, want the end that the turn came to", turn, err)
	}
}

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

func TestThreadIsTheUsersOnlyIfNothingSpeaksAgainstIt(t *testing.T) {
	for name, c := range map[string]struct {
		thread Thread
		want   bool
	}{
		"a conversation":              {Thread{Source: "user"}, true},
		"one begun by an old release": {Thread{}, true},
		"the hidden one":              {Thread{Source: "thread_title", Ephemeral: true}, false},
		"a hidden one that is kept":   {Thread{Source: "thread_title"}, false},
		"one without a file":          {Thread{Source: "user", Ephemeral: true}, false},
		"a sub-agent's":               {Thread{Source: "user", Parent: "T"}, false},
	} {
		if got := c.thread.User(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
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

func TestLongRefusalIsCut(t *testing.T) {
	err := (&rpcError{Message: strings.Repeat("ä", maxErrorText)}).reason()
	if got := len(err.Error()); got > maxErrorText+80 || !strings.Contains(err.Error(), "ä…") {
		t.Errorf("%d bytes: %v", got, err)
	}
}

func TestCloseEndsEveryCallAndLeavesNoGoroutine(t *testing.T) {
	asked := make(chan struct{})
	c := dial(t, startDaemon(t, func(p *peer) {
		p.greet()
		p.expect("thread/loaded/list")
		close(asked)
		p.untilGone()
	}))
	failed := make(chan error)
	go func() {
		_, err := c.Loaded(context.Background())
		failed <- err
	}()
	<-asked
	if err := errors.Join(c.Close(), c.Close()); err != nil {
		t.Error(err)
	}
	select {
	case <-c.done:
	default:
		t.Error("the reading goroutine still ran after Close")
	}
	if err := <-failed; !errors.Is(err, ErrLost) {
		t.Errorf("%v, want ErrLost", err)
	}
	var dump bytes.Buffer
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		dump.Reset()
		_ = pprof.Lookup("goroutine").WriteTo(&dump, 1) // a buffer takes all
		if !bytes.Contains(dump.Bytes(), []byte("http.(*persistConn)")) && !bytes.Contains(dump.Bytes(), []byte("appserver.(*Client)")) {
			return
		}
	}
	t.Errorf("left behind:\n%s", dump.String())
}
