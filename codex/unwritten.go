package codex

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/internal/untrusted"
)

const (
	// submitTime is how long before a turn begins its prompt may have been sent; it
	// took 20 ms on 0.106.0.
	submitTime = time.Second
	// historyEnd bounds what is read of history.jsonl, from its end, in bytes.
	historyEnd = 256 << 10
	// longestArgument is what one word of a command line may hold on Linux, with
	// room to spare (MAX_ARG_STRLEN is 128 KiB).
	longestArgument = 100 << 10
)

// Unwritten gives the prompt of a session's last turn if the session's file does not
// hold it, else "". Up to 0.144.6 Codex writes a prompt down only after the compaction
// that has to come first, and never if that is refused (0.155.1 does it before). The
// TUI keeps every prompt in CODEX_HOME/history.jsonl too, with the time in seconds.
func Unwritten(home string, s rollout.Session) string {
	last, ok := s.Last()
	if !ok || last.Prompted || last.Requested || last.Answered || last.RanTool {
		return ""
	}
	file, err := untrusted.Open(filepath.Join(home, "history.jsonl"))
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > historyEnd {
		_, _ = file.Seek(-historyEnd, io.SeekEnd) // on an error the whole is read
	}
	text, err := io.ReadAll(io.LimitReader(file, 2*historyEnd))
	if err != nil {
		return ""
	}
	began := last.Started.Add(-submitTime).Unix()
	prompt, sent := "", 0
	for line := range bytes.Lines(text) {
		var entry struct {
			Session string `json:"session_id"`
			At      int64  `json:"ts"`
			Text    string `json:"text"`
		}
		if json.Unmarshal(line, &entry) == nil && entry.Session == s.ID && entry.At >= began && entry.At <= last.Started.Unix() {
			prompt = entry.Text
			sent++
		}
	}
	for _, t := range s.Turns {
		if t.Prompted && t.Started.Unix() >= began && !s.Copied(t) {
			sent-- // its prompt is among them, or came before
		}
	}
	if sent <= 0 || strings.HasPrefix(prompt, "/") {
		return ""
	}
	return prompt
}

// sendable tells whether a prompt from the history can be sent as it is: the history
// holds a word in place of an image or a long paste.
func sendable(prompt string) bool {
	for _, instead := range []string{"[Pasted Content ", "[Image ", "[image "} {
		if strings.Contains(prompt, instead) {
			return false
		}
	}
	return len(prompt) <= longestArgument && !strings.ContainsRune(prompt, 0)
}
