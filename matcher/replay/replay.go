// Package replay feeds recordings to a matcher.Watcher as a live run would, so that a replay finds what the run found. It
// must never judge by itself what an incident is.
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
const pause = 60 * time.Millisecond

// Size of the terminal that a log without one is taken to come from.
const (
	logCols = 80
	logRows = 24
)

// Options reads from the header of a recording what the caller of a live run knows.
func Options(h cast.Header) matcher.Options {
	o := matcher.Options{Cols: h.Width, Rows: h.Height}
	for word := range strings.FieldsSeq(h.Command) {
		switch word {
		case "resume", "fork":
			o.Resumed = true
		case "--":
			return o
		}
	}
	return o
}

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
	case cast.Exit:
		status, err := e.Status()
		if err != nil {
			return err
		}
		w.Exit(e.At, status)
	}
	return nil
}

// Recording plays c to its end and gives the incidents in it. The exit status is that of an exit event, else the header's,
// else unknown. On an error the incidents before it are given too.
func Recording(c *cast.Reader) ([]matcher.Incident, error) {
	w := matcher.NewWatcher(Options(c.Header()))
	var last cast.Event
	for ended := false; ; {
		e, err := c.Next()
		if errors.Is(err, io.EOF) {
			if !ended {
				status := matcher.StatusUnknown
				if h := c.Header(); h.Exit != nil {
					status = *h.Exit
				}
				w.Exit(last.At, status)
			}
			return w.Incidents(), nil
		}
		if err == nil {
			if e.At > last.At+pause {
				w.Idle(last.At + pause)
			}
			err = Feed(w, e)
		}
		if err != nil {
			return w.Incidents(), fmt.Errorf("play recording: %w", err)
		}
		last, ended = e, ended || e.Kind == cast.Exit
	}
}

// Log plays bytes without times: what exec wrote, its JSON events, or the raw output of a terminal of 80 by 24.
func Log(r io.Reader) ([]matcher.Incident, error) {
	w := matcher.NewWatcher(matcher.Options{Cols: logCols, Rows: logRows})
	buffer := make([]byte, 64<<10)
	for {
		n, err := r.Read(buffer)
		w.Output(0, buffer[:n])
		if errors.Is(err, io.EOF) {
			w.Exit(0, matcher.StatusUnknown)
			return w.Incidents(), nil
		}
		if err != nil {
			return w.Incidents(), fmt.Errorf("read log: %w", err)
		}
	}
}
