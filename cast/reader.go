package cast

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// longestLine bounds one line in bytes. A recorder writes what one read gave it, 64 KiB at most, and JSON makes that
// six times longer at worst; hand-made recordings put a whole session on one line.
const longestLine = 16 << 20

// Reader reads a recording line by line. It is for one goroutine.
type Reader struct {
	header Header
	lines  *bufio.Scanner
	line   int
}

// NewReader reads the header. Errors name line 1.
func NewReader(r io.Reader) (*Reader, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	c := &Reader{lines: lines}
	text, err := c.next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: empty file, want an asciicast header")
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &c.header); err != nil {
		return nil, fmt.Errorf("line 1: not an asciicast header: %w", err)
	}
	if c.header.Version != 2 {
		return nil, fmt.Errorf("line 1: asciicast version %d, want 2", c.header.Version)
	}
	if c.header.Width < 1 || c.header.Height < 1 {
		return nil, fmt.Errorf("line 1: size %dx%d, want at least 1x1", c.header.Width, c.header.Height)
	}
	return c, nil
}

// Header gives the first line.
func (c *Reader) Header() Header { return c.header }

// Line is the number of the line that was read last, from 1.
func (c *Reader) Line() int { return c.line }

// Next gives the next event, or io.EOF after the last. Empty lines are skipped. Other errors name the line; the events
// before it were good, so a recording cut off in the middle can still be used.
func (c *Reader) Next() (Event, error) {
	for {
		text, err := c.next()
		if err != nil {
			return Event{}, err
		}
		if len(text) == 0 {
			continue
		}
		event, err := decode(text)
		if err != nil {
			return Event{}, fmt.Errorf("line %d: %w", c.line, err)
		}
		return event, nil
	}
}

func (c *Reader) next() ([]byte, error) {
	c.line++
	if c.lines.Scan() {
		return c.lines.Bytes(), nil
	}
	if err := c.lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", c.line, err)
	}
	return nil, io.EOF
}

func decode(text []byte) (Event, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return Event{}, fmt.Errorf("not an asciicast event: %w", err)
	}
	if len(parts) < 3 {
		return Event{}, fmt.Errorf("event has %d members, want [seconds, kind, data]", len(parts))
	}
	var seconds float64
	var event Event
	if err := json.Unmarshal(parts[0], &seconds); err != nil {
		return Event{}, fmt.Errorf("time: %w", err)
	}
	if err := json.Unmarshal(parts[1], &event.Kind); err != nil {
		return Event{}, fmt.Errorf("kind: %w", err)
	}
	// Kinds unknown here may carry data of any shape: they are passed on as JSON.
	if err := json.Unmarshal(parts[2], &event.Data); err != nil {
		event.Data = string(parts[2])
	}
	event.At = time.Duration(seconds * float64(time.Second)).Round(time.Microsecond)
	return event, nil
}
