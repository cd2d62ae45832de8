//go:build e2e

package appserver

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

var record = flag.Bool("record", false, "write the frames of the real daemon to testdata")

// recorder stands between the client and the real daemon and keeps the frames.
type recorder struct {
	mu    sync.Mutex
	lines []line
}

// relay listens as a daemon whose frames are those of the real one, and
// writes them to testdata/RELEASE/NAME.jsonl when the test has passed.
func relay(t *testing.T, real, root, name string) (home string) {
	r := &recorder{}
	t.Cleanup(func() {
		if t.Failed() || !*record {
			return
		}
		if err := r.write(filepath.Join("testdata", release(t), name+".jsonl"), root); err != nil {
			t.Error(err)
		}
	})
	return startDaemon(t, func(p *peer) {
		path, err := find(real, os.Getuid())
		if err != nil {
			t.Error(err)
			return
		}
		daemon, err := open(p.ctx, path)
		if err != nil {
			t.Error(err)
			return
		}
		var wait sync.WaitGroup
		wait.Go(func() { r.copy(p, daemon, p.conn, func(b []byte) line { return line{Daemon: b} }) })
		r.copy(p, p.conn, daemon, func(b []byte) line { return line{Client: b} })
		wait.Wait()
	})
}

// copy passes frames on until one side ends, and then ends the other.
func (r *recorder) copy(p *peer, from, to *websocket.Conn, keep func([]byte) line) {
	for {
		kind, b, err := from.Read(p.ctx)
		if err != nil {
			_ = to.CloseNow()
			return
		}
		r.mu.Lock()
		r.lines = append(r.lines, keep(b))
		r.mu.Unlock()
		if to.Write(p.ctx, kind, b) != nil {
			_ = from.CloseNow()
			return
		}
	}
}

var (
	uuid   = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	clock  = regexp.MustCompile(`("(?:[a-z]+At|[a-zA-Z]+Ms)":)[0-9]{10,13}`)
	hidden = regexp.MustCompile(`("(?:developer_instructions|serverName)":)"(?:[^"\\]|\\.)*"`)
)

// write makes a recording that says nothing of the machine it was made on.
func (r *recorder) write(file, root string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b bytes.Buffer
	for _, l := range r.lines {
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		b.Write(append(text, '\n'))
	}
	ids := map[string]string{}
	text := uuid.ReplaceAllStringFunc(b.String(), func(id string) string {
		if id == nobody {
			return id
		}
		if ids[id] == "" {
			ids[id] = fmt.Sprintf("00000000-0000-7000-8000-%012d", len(ids)+1)
		}
		return ids[id]
	})
	text = strings.ReplaceAll(text, root, "/home/user")
	text = clock.ReplaceAllString(text, "${1}1700000000")
	text = hidden.ReplaceAllString(text, `${1}"…"`)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
