package appserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

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
			_, err := Dial(testContext(t), home)
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
			if _, err := Dial(testContext(t), home); !errors.Is(err, c.want) {
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
	if _, err := Dial(ctx, home); !errors.Is(err, context.Canceled) {
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
	if _, err := c.status(testContext(t), "T"); err != nil {
		t.Error(err)
	}
	if method := <-next; method != "thread/read" {
		t.Errorf("the client's next frame was %q", method)
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
		p.expect("thread/read")
		close(asked)
		p.untilGone()
	}))
	failed := make(chan error)
	go func() {
		_, err := c.status(context.Background(), "T")
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
