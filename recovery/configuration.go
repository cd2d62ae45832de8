package recovery

import (
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/codex/rollout"
)

// configurationTime bounds the wait for codex's configuration, which is read in some
// milliseconds: a plan that does not know it names every setting.
const configurationTime = 250 * time.Millisecond

// configuration is what codex's files say, read beside the loop.
type configuration struct {
	done   chan struct{}
	values codex.Configured // once done is closed; nil if unknown
}

// readConfiguration begins to read what codex would read if it were started now.
func (l *launch) readConfiguration() {
	c := &configuration{done: make(chan struct{})}
	o := layers.Options{Args: l.args, Home: rollout.Home(l.Env), Dir: l.Dir, Rules: layers.RulesOf(l.Binary.Release())}
	go func() {
		defer close(c.done)
		defer func() {
			if p := recover(); p != nil {
				l.Log.Error("configuration", "panic", p)
			}
		}()
		c.values = layers.Configured(o)
	}()
	l.configuration = c
}

// configured gives what was read since the refusal, nil if it is not there in time.
func (l *launch) configured() codex.Configured {
	if l.configuration == nil {
		l.readConfiguration()
	}
	select {
	case <-l.configuration.done:
		return l.configuration.values
	case <-time.After(configurationTime):
		return nil
	}
}
