// Package replay feeds recordings to a matcher.Watcher as a live run would, so that a replay finds what the run
// found. It must never judge by itself what an incident is.
package replay

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/matcher"
)

// pause is how long codex has to be silent before a run judges what is on the screen.
const pause = 20 * time.Millisecond

// Feed gives one event to w. Kinds that are no traffic are passed over.
func Feed(w *matcher.Watcher, e cast.Event) error {
	switch e.Kind {
	case cast.Output:
		w.Output(e.At, []byte(e.Data))
	case cast.Input:
		w.Input(e.At, []byte(e.Data))
	case cast.Resize:
		cols, rows, err := e.Size()
		if err != nil {
			return err
		}
		w.Resize(e.At, cols, rows)
	case cast.Marker:
		if e.Data == cast.LostMark {
			w.Lost()
		}
	case cast.Exit:
		status, err := e.Status()
		if err != nil {
			return err
		}
		w.Exit(e.At, status)
	}
	return nil
}

// player is a recording being played. A recording may hold several launches of codex, one after the other: each has a
// watcher of its own, as in the run.
type player struct {
	watcher    *matcher.Watcher
	cols, rows int
	before     int64         // bytes of output before this launch
	offset     int64         // bytes of output in all
	wrote      time.Duration // when the last output came
	quiet      bool          // the watcher knows that codex has been silent since
	ended      bool          // this launch is over
	found      []matcher.Incident
}

// Recording plays c to its end and gives the incidents in it, with times and offsets from the start of the recording.
// The exit status is that of an exit event, else the header's, else unknown. On an error, which names the line, the
// incidents before it are given too.
func Recording(c *cast.Reader) ([]matcher.Incident, error) {
	h := c.Header()
	p := player{watcher: matcher.NewWatcher(Options(h)), cols: h.Width, rows: h.Height, quiet: true}
	var last time.Duration
	for {
		e, err := c.Next()
		if errors.Is(err, io.EOF) {
			status := matcher.StatusUnknown
			if h.Exit != nil {
				status = *h.Exit
			}
			p.exit(last, status)
			return p.found, nil
		}
		if err != nil {
			return p.found, err
		}
		p.idle(e.At)
		if err := p.feed(e); err != nil {
			return p.found, fmt.Errorf("line %d: %w", c.Line(), err)
		}
		last = e.At
	}
}

// idle tells the watcher of the pauses that end before at, when a run would have judged.
func (p *player) idle(at time.Duration) {
	for {
		due, ok := p.watcher.Due()
		if !p.quiet && (!ok || p.wrote+pause < due) {
			due, ok = p.wrote+pause, true
		}
		if !ok || due >= at {
			return
		}
		p.quiet = true
		p.watcher.Idle(due)
		p.take()
		if again, waits := p.watcher.Due(); waits && again <= due {
			return // it is given out with what comes next
		}
	}
}

func (p *player) feed(e cast.Event) error {
	if command, launch := strings.CutPrefix(e.Data, cast.LaunchMark); launch && e.Kind == cast.Marker {
		p.exit(e.At, matcher.StatusUnknown)
		p.watcher = matcher.NewWatcher(options(command, p.cols, p.rows))
		p.before, p.quiet, p.ended = p.offset, true, false
		return nil
	}
	if err := Feed(p.watcher, e); err != nil {
		return err
	}
	switch e.Kind {
	case cast.Output:
		p.offset += int64(len(e.Data))
		p.wrote, p.quiet = e.At, false
	case cast.Resize:
		p.cols, p.rows, _ = e.Size() // Feed has read it
	case cast.Exit:
		p.ended = true
	}
	p.take()
	return nil
}

// exit ends the launch if nothing in the recording has.
func (p *player) exit(at time.Duration, status int) {
	if !p.ended {
		p.watcher.Exit(at, status)
		p.take()
	}
	p.ended = true
}

func (p *player) take() {
	for _, i := range p.watcher.Incidents() {
		i.Offset += p.before
		p.found = append(p.found, i)
	}
}
