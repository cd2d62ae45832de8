package recovery

import (
	"context"
	"sync"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
)

const (
	// catalogueDelay keeps the question for the models out of codex's own start.
	catalogueDelay = 2 * time.Second
	// catalogueTimeout bounds the question. The command takes 0.2 s on 0.171.0 and
	// may ask the service first.
	catalogueTimeout = 10 * time.Second
)

// facts are what an offer is made from, gathered beside a running codex: its start
// must not wait for them.
type facts struct {
	mu        sync.Mutex
	config    config.Config
	problems  []config.Problem
	loaded    bool
	catalogue []codex.Model
	asked     bool // the catalogue has come in, or there is none

	changed func() // called when something has come in; nil: nobody listens

	need chan struct{} // closed when the catalogue is wanted now
	once sync.Once
	done chan struct{} // closed when all has come in
}

// gather begins to gather and returns at once. Its goroutine ends with the answer.
func gather(o Options) *facts {
	f := &facts{need: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(f.done)
		f.load(o)
		select {
		case <-f.need:
		case <-time.After(catalogueDelay):
		}
		f.ask(o)
	}()
	return f
}

func (f *facts) load(o Options) {
	c := config.Default()
	var problems []config.Problem
	defer func() {
		if p := recover(); p != nil {
			o.Log.Error("settings", "panic", p)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.config, f.problems, f.loaded = c, problems, true
		f.tell()
	}()
	c, problems = o.Load()
}

func (f *facts) ask(o Options) {
	var models []codex.Model
	defer func() {
		if p := recover(); p != nil {
			o.Log.Error("catalogue", "panic", p)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.catalogue, f.asked = models, true
		f.tell()
	}()
	ctx, cancel := context.WithTimeout(context.Background(), catalogueTimeout)
	defer cancel()
	models, err := codex.Catalogue(ctx, o.Binary, o.Env)
	if err != nil {
		o.Log.Info("no catalogue", "err", err)
	}
}

// listen has a function called whenever something comes in from now on, in place of the one
// before; any goroutine may call it.
func (f *facts) listen(changed func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.changed = changed
}

// tell is called with the lock held.
func (f *facts) tell() {
	if f.changed != nil {
		f.changed()
	}
}

// version counts what has come in: the settings, the catalogue.
func (f *facts) version() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, in := range []bool{f.loaded, f.asked} {
		if in {
			n++
		}
	}
	return n
}

// hurry says that the catalogue is wanted now.
func (f *facts) hurry() { f.once.Do(func() { close(f.need) }) }

// wait waits until all has come in.
func (f *facts) wait() { <-f.done }

// settings gives the settings, the defaults while they have not come in.
func (f *facts) settings() (c config.Config, problems []config.Problem, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.loaded {
		return config.Default(), nil, false
	}
	return f.config, f.problems, true
}

// models gives the catalogue; ok is false while it has not come in.
func (f *facts) models() (catalogue []codex.Model, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.catalogue, f.asked
}
