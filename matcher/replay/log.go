package replay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/cxhook/cxhook/matcher"
)

// frame is the time that a frame of the terminal interface is taken to last where nothing tells: Codex animates every
// 32 ms while it works (0.171).
const frame = 32 * time.Millisecond

// frameEnd ends a frame.
var frameEnd = []byte("\x1b[?2026l")

// Log plays bytes without times, on a terminal of the given size: what exec wrote, its JSON events, or the raw output
// of the terminal interface. The incidents have no time.
func Log(r io.Reader, cols, rows int) ([]matcher.Incident, error) {
	w := matcher.NewWatcher(matcher.Options{Cols: cols, Rows: rows})
	reader := bufio.NewReaderSize(r, 64<<10)
	var now time.Duration
	var tail []byte
	for {
		// The last byte of a frame is the only place where the split into reads could matter.
		piece, err := reader.ReadSlice(frameEnd[len(frameEnd)-1])
		w.Output(now, piece)
		tail = append(tail, piece[max(0, len(piece)-len(frameEnd)):]...)
		tail = append(tail[:0], tail[max(0, len(tail)-len(frameEnd)):]...)
		if bytes.Equal(tail, frameEnd) {
			now += frame
			w.Idle(now)
		}
		switch {
		case err == nil, errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			w.Exit(now, matcher.StatusUnknown)
			return timeless(w.Incidents()), nil
		default:
			return timeless(w.Incidents()), fmt.Errorf("read log: %w", err)
		}
	}
}

func timeless(found []matcher.Incident) []matcher.Incident {
	for i := range found {
		found[i].At = 0
	}
	return found
}
