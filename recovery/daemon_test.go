package recovery

import (
	"context"

	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

// daemon plays the app-server of a scene: it takes what is asked of it and begins the turn, which the scripted codex
// does not run. It begins none before the test says so.
type daemon struct {
	asked chan string   // gets the model that a turn was asked for with; empty: that of before
	begin chan struct{} // lets the turn begin
}

func (s *scene) daemon() *daemon {
	s.t.Helper()
	dir, err := os.MkdirTemp("", "a") // a unix address has room for 104 bytes on darwin
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	listener, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		s.t.Fatal(err)
	}
	control := filepath.Join(s.home, "app-server-control")
	if err := os.Mkdir(control, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "socket"), filepath.Join(control, "app-server-control.sock")); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	d := &daemon{asked: make(chan string, 8), begin: make(chan struct{}, 8)}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			s.t.Errorf("accept: %v", err)
			return
		}
		d.serve(ctx, s, conn)
		_ = conn.CloseNow()
	})}
	go func() { _ = server.Serve(listener) }() // until Close
	s.t.Cleanup(func() { cancel(); _ = server.Close() })
	return d
}

type object = map[string]any

func (d *daemon) serve(ctx context.Context, s *scene, conn *websocket.Conn) {
	for {
		var request struct {
			ID     *int
			Method string
			Params struct{ ThreadID, Model string }
		}
		if wsjson.Read(ctx, conn, &request) != nil {
			return
		}
		thread := request.Params.ThreadID
		result := object{}
		switch request.Method {
		case "thread/read":
			result["thread"] = object{"id": thread, "status": object{"type": "idle"}}
		case "thread/resume":
			result = object{"model": "gpt-5.6-sol", "cwd": "/", "sandbox": "workspace-write", "approvalPolicy": "on-request"}
		case "thread/turns/list":
			turn, _ := s.sessions()[0].Last()
			result["data"] = []object{{"id": turn.ID, "status": "failed"}}
		case "turn/start":
			d.asked <- request.Params.Model
			select {
			case <-d.begin:
			case <-ctx.Done():
				return
			}
			result["turn"] = object{"id": "begun", "status": "inProgress"}
		}
		if request.ID == nil {
			continue
		}
		if wsjson.Write(ctx, conn, object{"id": *request.ID, "result": result}) != nil {
			return
		}
		if request.Method == "turn/start" {
			_ = wsjson.Write(ctx, conn, object{"method": "turn/started", "params": object{"threadId": thread, "turn": object{"id": "begun", "status": "inProgress"}}}) // the client may have gone
		}
	}
}

func TestARefusalWhileTheDaemonsAnswerIsAwaitedIsAnOfferOfItsOwn(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	d := s.daemon()
	s.press("1")
	if model := <-d.asked; model != "gpt-6-sol" {
		t.Fatalf("the daemon was asked for %q", model)
	}
	s.Type("again\r")
	s.WaitText("› again")
	s.WaitForOutput(func(out string) bool { return strings.Count(out, "state=error") == 2 }, "a second refusal")
	s.WaitLog("msg=incident", 2)
	close(d.begin)
	s.WaitLog("msg=\"in place\"", 1)
	s.WaitText(bar) // that of the second
	first := s.journal()[0].Incident
	for _, r := range s.journal() {
		if r.Kind == journal.KindChoice && r.Incident != first {
			t.Error("the daemon's answer stands under the incident that came later")
		}
	}
	if got := s.choices(); got != "switch by key" {
		t.Errorf("chosen: %s", got)
	}
}

func TestARetryInPlaceKeepsADraftThatStandsWhenTheCountdownEnds(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, pause: "3s"})
	d := s.daemon()
	close(d.begin)
	s.press("w")
	s.WaitText("retry in")
	s.Type("hello")
	if model := <-d.asked; model != "" {
		t.Errorf("the daemon was asked for %q", model)
	}
	s.WaitText("› hello")
	s.WaitLog("msg=\"in place\"", 1)
	s.Type("\x03")
	s.WaitFor(func(screen *terminal.Screen) bool {
		return !strings.Contains(strings.Join(screen.Text(), "\n"), "› hello")
	}, "an empty composer")
	s.Type("\x03")
	s.Wait()
	if out := string(s.Output()); strings.Contains(out, "in place of") {
		t.Errorf("a retry is called a switch: %q", out[max(0, len(out)-300):])
	}
}

func TestASwitchInPlaceIsSaidOnceCodexHasEnded(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	d := s.daemon()
	close(d.begin)
	s.press("1")
	<-d.asked
	s.WaitLog("msg=\"in place\"", 1)
	s.Type("\x03")
	s.WaitOutput("went on with gpt-6-sol in place of gpt-5.6-sol, in the same codex")
	s.Wait()
}

// WaitLog waits until the log of the process under test holds a text n times.
func (s *scene) WaitLog(text string, n int) {
	s.t.Helper()
	for deadline := time.Now().Add(console.Patience); ; time.Sleep(10 * time.Millisecond) {
		log, err := os.ReadFile(filepath.Join(s.home, "log"))
		if err == nil && strings.Count(string(log), text) >= n {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the log does not hold %d times %q: %v\n%s", n, text, err, log)
		}
	}
}
