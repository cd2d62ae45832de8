package recovery

import (
	"context"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
)

// catalogueTimeout bounds asking codex for its models. The command takes 0.2 s on
// 0.171.0 and may ask the service first.
const catalogueTimeout = 10 * time.Second

// facts are what an offer is made from, gathered beside a running codex: its start
// must not wait for them.
type facts struct {
	config    config.Config
	catalogue []codex.Model
	err       error // why there is no catalogue
	done      chan struct{}
}

// gather begins to gather and returns at once.
func gather(load func() config.Config, bin codex.Binary, env []string) *facts {
	f := &facts{done: make(chan struct{})}
	go func() { // ends within catalogueTimeout
		defer close(f.done)
		defer func() {
			if recover() != nil {
				f.config = config.Default()
			}
		}()
		f.config = load()
		ctx, cancel := context.WithTimeout(context.Background(), catalogueTimeout)
		defer cancel()
		f.catalogue, f.err = codex.Catalogue(ctx, bin, env)
	}()
	return f
}

// ready tells whether everything has come in; only then may the fields be read.
func (f *facts) ready() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}
