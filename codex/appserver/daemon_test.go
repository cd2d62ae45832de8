package appserver

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
)

// patience bounds every wait of a test: far more than anything takes.
const patience = time.Minute

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// peer is the fake daemon's end of one connection. Its methods are called by
// the goroutine that serves it and fail the test with t.Errorf.
type peer struct {
	t    *testing.T
	ctx  context.Context
	conn *websocket.Conn
}

// startDaemon listens as the daemon does, behind a symbolic link, and serves
// each connection by serve. It returns the CODEX_HOME.
func startDaemon(t *testing.T, serve func(*peer)) (home string) {
	t.Helper()
	home, target := t.TempDir(), shortTempDir(t)+"/socket"
	listener, err := net.Listen("unix", target)
	if err != nil {
		t.Fatal(err)
	}
	linkSocket(t, home, target)
	ctx, cancel := context.WithCancel(context.Background())
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Errorf("accept: %v", err)
			return
		}
		conn.SetReadLimit(maxMessage)
		serve(&peer{t, ctx, conn})
		_ = conn.CloseNow() // the end of a daemon
	})}
	ended := make(chan struct{})
	go func() {
		_ = server.Serve(listener) // until Close
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		_ = server.Close()
		<-ended
	})
	return home
}

// linkSocket puts the link to a socket where the daemon puts it.
func linkSocket(t *testing.T, home, target string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(socket(home)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, socket(home)); err != nil {
		t.Fatal(err)
	}
}

// shortTempDir is a folder whose name leaves room in the 104 bytes that a unix
// address holds on darwin.
func shortTempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "a")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// read gives the client's next frame; ok is false when the client has gone.
func (p *peer) read() (raw []byte, ok bool) {
	_, raw, err := p.conn.Read(p.ctx)
	return raw, err == nil
}

// expect reads a request or notification of the given method.
func (p *peer) expect(method string) frame {
	raw, ok := p.read()
	var f frame
	if !ok && p.ctx.Err() != nil {
		return f // the test is over
	}
	if !ok || json.Unmarshal(raw, &f) != nil || f.Method != method {
		p.t.Errorf("the client sent %q, want %s", raw, method)
	}
	return f
}

// send writes a text frame.
func (p *peer) send(text string) {
	_ = p.conn.Write(p.ctx, websocket.MessageText, []byte(text)) // the client may have gone: the test tells
}

// answer sends the result of a request.
func (p *peer) answer(f frame, result string) {
	if f.ID == nil {
		p.t.Errorf("%s has no id", f.Method)
		return
	}
	b, _ := json.Marshal(frame{ID: f.ID, Result: json.RawMessage(result)}) // made of valid JSON
	p.send(string(b))
}

// refuse answers a request with an error object.
func (p *peer) refuse(f frame, object string) {
	id, _ := json.Marshal(f.ID) // an int
	p.send(`{"id":` + string(id) + `,"error":` + object + `}`)
}

// greet answers the introduction.
func (p *peer) greet() {
	p.answer(p.expect("initialize"), `{"userAgent":"codex-tui/0.171.0 (Debian 12.0.0; x86_64) xterm (cxhook;)"}`)
	p.expect("initialized")
}

// line is one line of a recording: a frame of the client or of the daemon.
type line struct {
	Client json.RawMessage `json:"client,omitempty"`
	Daemon json.RawMessage `json:"daemon,omitempty"`
}

// theEnd is what a test asks for behind a recording: by then the client has taken in all
// that the daemon sent.
const theEnd = "test/end"

// replay plays the daemon of a recording: it insists on the very frames that
// the real one was sent, and sends what the real one answered to each.
func replay(t *testing.T, file string) func(*peer) {
	t.Helper()
	lines := readLines(t, file)
	return func(p *peer) {
		for _, l := range lines {
			if l.Daemon != nil {
				p.send(string(l.Daemon))
				continue
			}
			raw, ok := p.read()
			if !ok {
				p.t.Errorf("%s: the client left before %s", file, l.Client)
				return
			}
			if diff := cmp.Diff(decoded(t, l.Client), decoded(t, raw)); diff != "" {
				p.t.Errorf("%s: the client's frame differs from the recorded one (-recorded +sent):\n%s", file, diff)
				return
			}
		}
		p.answer(p.expect(theEnd), `{}`)
	}
}

func readLines(t *testing.T, file string) (lines []line) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, maxMessage)
	for scanner.Scan() {
		var l line
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		lines = append(lines, l)
	}
	if scanner.Err() != nil || len(lines) == 0 {
		t.Fatalf("%s: %d lines, %v", file, len(lines), scanner.Err())
	}
	return lines
}

func decoded(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.NewDecoder(strings.NewReader(string(raw))).Decode(&v); err != nil {
		t.Errorf("%q: %v", raw, err)
	}
	return v
}

func dial(t *testing.T, home string) *Client {
	t.Helper()
	c, err := Dial(testContext(t), home)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
