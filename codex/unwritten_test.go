package codex

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
)

// A fork of 0.144.6 repeats the turns of before, at the time of the fork; the history knows its own prompts by its id.
func TestAForkRefusedAgainHasItsPromptInTheHistory(t *testing.T) {
	began := time.Date(2026, 11, 29, 19, 32, 37, 200e6, time.UTC)
	fork := rollout.Session{ID: "01a227e9-cfa3-7692-b64f-182b8bd1a6fe", ForkedFrom: "01a227e9-ace5-7503-9c31-ecff84f6d795", Turns: []rollout.Turn{
		{ID: "01a227e9-ad7b-7660-a80e-b4d06a840308", Prompted: true, Answered: true, Started: began.Add(-40 * time.Millisecond), Ended: began},
		{ID: "01a227e9-cfd7-7c60-8283-aea4afe9614e", Started: began},
	}}
	home := t.TempDir()
	line := fmt.Sprintf(`{"session_id":%q,"ts":%d,"text":"go on"}`, fork.ID, began.Unix()) + "\n"
	if err := os.WriteFile(filepath.Join(home, "history.jsonl"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Unwritten(home, fork); got != "go on" {
		t.Errorf("%q, want %q", got, "go on")
	}
}

func TestThePromptThatCodexHasNotWrittenDownIsInItsHistory(t *testing.T) {
	began := time.Date(2026, 11, 29, 19, 32, 37, 200e6, time.UTC)
	session := func(last rollout.Turn, before time.Duration) rollout.Session {
		last.Started = began
		return rollout.Session{ID: "ID", Turns: []rollout.Turn{{Prompted: true, Answered: true, Started: began.Add(-before)}, last}}
	}
	entry := func(session string, at time.Time, text string) string {
		return fmt.Sprintf(`{"session_id":%q,"ts":%d,"text":%q}`, session, at.Unix(), text) + "\n"
	}
	earlier := entry("ID", began.Add(-5*time.Second), "hello")
	for name, c := range map[string]struct {
		history string
		last    rollout.Turn
		want    string
		before  time.Duration // how long before it the turn began that the file tells; 0 means 5 s
	}{
		"asked as the turn began":         {earlier + entry("ID", began, "go on"), rollout.Turn{}, "go on", 0},
		"then another session asked":      {earlier + entry("ID", began, "go on") + entry("OTHER", began, "no"), rollout.Turn{}, "go on", 0},
		"the last line is being written":  {earlier + entry("ID", began, "go on") + `{"session_id":"ID","ts`, rollout.Turn{}, "go on", 0},
		"a manual compaction":             {earlier, rollout.Turn{}, "", 0},
		"a manual one in the history":     {earlier + entry("ID", began, "/compact"), rollout.Turn{}, "", 0},
		"the session's file has it":       {earlier + entry("ID", began, "go on"), rollout.Turn{Prompted: true}, "", 0},
		"the turn came to a request":      {earlier + entry("ID", began, "go on"), rollout.Turn{Requested: true}, "", 0},
		"asked since, and waiting":        {earlier + entry("ID", began.Add(4*time.Second), "later"), rollout.Turn{}, "", 0},
		"of another session":              {entry("OTHER", began, "no"), rollout.Turn{}, "", 0},
		"no history is kept":              {"", rollout.Turn{}, "", 0},
		"behind more than is read of it":  {string(make([]byte, 2*historyEnd)) + "\n" + entry("ID", began, "go on"), rollout.Turn{}, "go on", 0},
		"two in one second":               {entry("ID", began, "hello") + entry("ID", began, "go on"), rollout.Turn{}, "go on", 100 * time.Millisecond},
		"a manual one in the same second": {entry("ID", began, "hello"), rollout.Turn{}, "", 100 * time.Millisecond},
		"a second earlier, by the rounds": {entry("ID", began.Add(-submitTime), "go on"), rollout.Turn{}, "go on", 0},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			if c.history != "" {
				if err := os.WriteFile(filepath.Join(home, "history.jsonl"), []byte(c.history), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := Unwritten(home, session(c.last, cmp.Or(c.before, 5*time.Second))); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
