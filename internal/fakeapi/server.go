// Package fakeapi owns a Responses API on the loopback interface that answers as it is told and remembers what it was
// asked, so that tests can run a real codex without a network and read from the wire which model a turn really used.
// It must never listen on anything but loopback, and it knows nothing of cxhook.
package fakeapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	responsesPath = "/v1/responses"
	compactSuffix = "/compact"
	// maxBody bounds a request's body; the longest seen from a real release is some 100 kB of instructions and tools.
	maxBody = 32 << 20
)

// Options is what a Server is started with. The zero value answers every request with a success on a free port.
type Options struct {
	// Address is host:port; the host must be a loopback address. "127.0.0.1:0" by default.
	Address string
	// Models holds the script of each model by its slug, and under AnyModel that of all the others (default: OK).
	Models map[string]Script
	// Log receives every Request as one line of JSON, once it is answered, or nothing when it is nil.
	Log io.Writer
}

// Server is a running fake of the service. Its methods may be called from any goroutine.
type Server struct {
	http     *http.Server
	listener net.Listener
	log      io.Writer

	mu       sync.Mutex
	scripts  map[string]Script
	turns    map[string]int // turn requests answered so far, by model
	requests []Request
	changed  chan struct{} // closed and replaced whenever requests grows
	release  chan struct{} // closed and replaced by Release
}

// Start listens and serves until Close. It fails when the address is not a loopback address or is taken.
func Start(o Options) (*Server, error) {
	address := firstNonEmpty(o.Address, "127.0.0.1:0")
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("fake api: %w", err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("fake api: %s is not a loopback address", host)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("fake api: %w", err)
	}
	s := &Server{
		listener: listener, log: o.Log, turns: map[string]int{},
		changed: make(chan struct{}), release: make(chan struct{}),
	}
	s.Script(o.Models)
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener) // it returns ErrServerClosed when Close is called
	return s, nil
}

// URL is the base URL for Codex's configuration: it ends in /v1.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/v1" }

// Close ends the service and every exchange in progress.
func (s *Server) Close() error { return s.http.Close() }

// Script replaces the scripts of all models and starts each at its first answer.
func (s *Server) Script(models map[string]Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts = models
	clear(s.turns)
}

// Release lets every held exchange go on; later ones are held again.
func (s *Server) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.release)
	s.release = make(chan struct{})
}

// Requests returns what was seen so far, oldest first. The slice is the caller's.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// WaitRequest waits for a request, seen before or after the call, for which cond holds and returns the oldest such. The
// error names the requests that were seen instead.
func (s *Server) WaitRequest(ctx context.Context, cond func(Request) bool) (Request, error) {
	for {
		s.mu.Lock()
		seen, changed := slices.Clone(s.requests), s.changed
		s.mu.Unlock()
		if i := slices.IndexFunc(seen, cond); i >= 0 {
			return seen[i], nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Request{}, fmt.Errorf("no such request (%w); seen: %s", ctx.Err(), summary(seen))
		}
	}
}

func summary(requests []Request) string {
	var words []string
	for _, r := range requests {
		if r.Purpose != Other {
			words = append(words, fmt.Sprintf("%s %s %s", r.Purpose, r.Model, r.Answered))
		}
	}
	return "[" + strings.Join(words, ", ") + "]"
}

func (s *Server) serve(w http.ResponseWriter, h *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, h.Body, maxBody))
	if err != nil && !errors.Is(err, io.EOF) {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	request := newRequest(h, body, time.Now())
	if request.Purpose == Other {
		s.record(request)
		serveOther(w, h)
		return
	}
	answer, release := s.next(request)
	request.Answered = answer.Kind
	number := s.record(request)
	exchange{w: w, r: h, req: request, answer: answer, id: fmt.Sprintf("resp-%d", number), release: release}.write()
}

// serveOther answers what is not a model request. A websocket upgrade gets 426, upon which Codex takes plain HTTP.
func serveOther(w http.ResponseWriter, h *http.Request) {
	switch {
	case h.Header.Get("Upgrade") != "":
		w.WriteHeader(http.StatusUpgradeRequired)
	case h.Method == http.MethodGet:
		writeJSON(w, http.StatusOK, map[string]any{"models": []any{}, "data": []any{}})
	default:
		writeJSON(w, http.StatusNotFound, apiError("", "not found"))
	}
}

// next takes the answer for a request and counts the turn.
func (s *Server) next(r Request) (Answer, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	script := s.scripts[r.Model]
	if script == nil {
		script = s.scripts[AnyModel]
	}
	if len(script) == 0 {
		return Answer{Kind: OK}, s.release
	}
	answer := script[min(s.turns[r.Model], len(script)-1)]
	if r.Purpose == Turn {
		s.turns[r.Model]++
	} else if answer.Kind == Tool || answer.Kind == Hold {
		answer = Answer{Kind: OK} // neither makes sense for a title or a summary
	}
	return answer, s.release
}

// record keeps and logs a request and returns its number, from 1.
func (s *Server) record(r Request) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	close(s.changed)
	s.changed = make(chan struct{})
	if s.log != nil {
		_ = json.NewEncoder(s.log).Encode(r) // a full disk must not change what codex is answered
	}
	return len(s.requests)
}
