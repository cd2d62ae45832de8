package rollout

import (
	"bufio"
	"encoding/json"
	"fmt"
	"github.com/cxhook/cxhook/internal/untrusted"
	"io"
)

// LastPrompt reads the user's last message out of a session file, "" if it holds none.
// It is the only text that this package gives, and it is for a comparison and for the
// user's own eyes: it must not be kept or logged.
func LastPrompt(path string) (text string, err error) {
	f, err := untrusted.Open(path)
	if err != nil {
		return "", fmt.Errorf("session file: %w", err)
	}
	defer f.Close()
	lines := lineReader{src: bufio.NewReaderSize(f, 64<<10)}
	for {
		line, whole, err := lines.next()
		if said, ok := prompt(line); whole && ok {
			text = said
		}
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return "", fmt.Errorf("session file %s: %w", path, err)
		}
	}
}

// prompt is the user's message in a line: the event user_message (to 0.155), or a
// completed item UserMessage (0.171).
func prompt(line []byte) (text string, ok bool) {
	if m := head().FindSubmatch(line); m != nil && string(m[3]) != "user_message" && string(m[3]) != "item_completed" {
		return "", false
	}
	var rec struct {
		Payload struct {
			Type    string `json:"type"`
			Message string `json:"message"`
			Item    struct {
				Type    string                  `json:"type"`
				Content []struct{ Text string } `json:"content"`
			} `json:"item"`
		} `json:"payload"`
	}
	if json.Unmarshal(line, &rec) != nil {
		return "", false
	}
	p := rec.Payload
	switch {
	case p.Type == "user_message":
		return p.Message, true
	case p.Type == "item_completed" && p.Item.Type == "UserMessage":
		for _, c := range p.Item.Content {
			text += c.Text
		}
		return text, true
	}
	return "", false
}
