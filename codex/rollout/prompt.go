package rollout

import (
	"fmt"
	"io"

	"github.com/cxhook/cxhook/internal/untrusted"
)

// LastPrompt reads the user's last message out of a session file, "" if it holds none.
// The user's messages are the only texts that this package gives, for a comparison, for the
// user's own eyes and to be asked again: they must not be kept or logged.
func LastPrompt(path string) (text string, err error) {
	return FindPrompt(path, func(string) bool { return true })
}

// FindPrompt is LastPrompt for the last message that is the one meant.
func FindPrompt(path string, meant func(text string) bool) (text string, err error) {
	f, err := untrusted.Open(path)
	if err != nil {
		return "", fmt.Errorf("session file: %w", err)
	}
	defer f.Close()
	src := newLines(f)
	defer src.close()
	for {
		line, whole, err := src.next(func(beginning []byte) (bool, error) { return prompts[name(beginning)], nil })
		if whole && prompts[name(line)] {
			if said := prompt(line); said != "" && meant(said) {
				text = said
			}
		}
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return "", fmt.Errorf("session file %s: %w", path, err)
		}
	}
}

// prompts are the lines with a message of the user: to 0.155, and since.
var prompts = map[string]bool{"event_msg/user_message": true, "event_msg/item_completed/UserMessage": true}

// prompt is the message of such a line; "" if it cannot be read.
func prompt(line []byte) string {
	p, err := payload[struct {
		Message string `json:"message"`
		Item    struct {
			Content []struct{ Text string } `json:"content"`
		} `json:"item"`
	}](line)
	if err != nil {
		return ""
	}
	for _, c := range p.Item.Content {
		p.Message += c.Text
	}
	return p.Message
}
