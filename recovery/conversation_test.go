package recovery

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/matcher"
)

// written is a session file of 0.171.0 with one turn.
type written struct {
	id, cwd, source string
	begun, ended    time.Time // a zero end: the turn still runs
	prompt, failure string
}

func (w written) write(t *testing.T, home string) {
	t.Helper()
	stamp := func(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }
	lines := []string{
		fmt.Sprintf(`{"timestamp":%q,"type":"session_meta","payload":{"id":%q,"timestamp":%q,"cwd":%q,"cli_version":"0.171.0","source":"cli","thread_source":%q}}`,
			stamp(w.begun), w.id, stamp(w.begun), w.cwd, w.source),
		fmt.Sprintf(`{"timestamp":%q,"type":"event_msg","payload":{"type":"task_started","turn_id":"turn"}}`, stamp(w.begun)),
		fmt.Sprintf(`{"timestamp":%q,"type":"turn_context","payload":{"turn_id":"turn","model":"gpt-5.6-sol"}}`, stamp(w.begun)),
		fmt.Sprintf(`{"timestamp":%q,"type":"event_msg","payload":{"type":"user_message","message":%q}}`, stamp(w.begun), w.prompt),
	}
	if end := `{"timestamp":%q,"type":"event_msg","payload":{"type":"task_complete","turn_id":"turn","last_agent_message":%s}}`; !w.ended.IsZero() {
		outcome := `"Done."`
		if w.failure != "" {
			outcome = fmt.Sprintf(`null,"error":{"message":"crowded","codex_error_info":%q}`, w.failure)
		}
		lines = append(lines, fmt.Sprintf(end, stamp(w.ended), outcome))
	}
	dir := filepath.Join(home, "sessions", "2026", "12", "01")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "rollout-2026-12-01T10-00-00-"+w.id+".jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyTheConversationThatWasRefusedIsFound(t *testing.T) {
	const here, elsewhere, overloaded = "/home/dev/project", "/home/dev/worktree", "server_overloaded"
	now := time.Now()
	launched, shown := now.Add(-time.Minute), now.Add(-10*time.Second)
	refused := func(id, cwd, prompt string) written {
		return written{id, cwd, "user", launched.Add(time.Second), shown.Add(-100 * time.Millisecond), prompt, overloaded}
	}
	answered := written{"answered", here, "user", launched.Add(time.Second), shown.Add(-20 * time.Second), "hello", ""}
	older := refused("older", elsewhere, "hello")
	older.begun = launched.Add(-time.Hour)
	agent := refused("agent", here, "look")
	agent.source = "subagent"
	before := refused("before", here, "hello")
	before.ended = launched.Add(-time.Millisecond)
	before.begun = launched.Add(-time.Second)
	running := written{"running", here, "user", launched.Add(time.Second), time.Time{}, "hello", ""}
	falseAlarm := answered
	falseAlarm.id, falseAlarm.ended = "false-alarm", shown.Add(time.Second)
	for name, c := range map[string]struct {
		files  []written
		prompt string // on the screen, above the refusal
		shown  time.Time
		want   string // or why it is not known
	}{
		"begun in another directory since":       {[]written{refused("moved", elsewhere, "x"), answered}, "", shown, "moved"},
		"chosen in a list, of another directory": {[]written{older, answered}, "hello", shown, "older"},
		"but not on the word of the time alone":  {[]written{older, answered}, "", shown, errManyCandidates.Error()},
		"of two at once by the prompt":           {[]written{refused("a", here, "hello"), refused("b", here, "and now")}, "andnow", shown, "b"},
		"and without it neither":                 {[]written{refused("a", here, "hello"), refused("b", here, "and now")}, "", shown, errManyCandidates.Error()},
		"an agent's is no conversation":          {[]written{answered, agent}, "", shown, errNotMain.Error()},
		"the main one that was refused with it":  {[]written{refused("main", here, "hello"), agent}, "", shown, "main"},
		"what has no file":                       {[]written{answered}, "", shown, errNoConversation.Error()},
		"refused before this codex began":        {[]written{before}, "", launched.Add(time.Second), errNoConversation.Error()},
		"not while one runs that may be it":      {[]written{refused("a", here, "hello"), running}, "", now, errManyCandidates.Error()},
		"unless the prompt tells":                {[]written{refused("a", here, "hello"), running}, "hello", shown, "a"},
		"one that tells that none was refused":   {[]written{falseAlarm}, "", shown, "false-alarm"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			for _, w := range c.files {
				if c.shown == now && w.failure != "" {
					w.ended = now
				}
				w.write(t, home)
			}
			args, err := codex.ParseArgs(nil)
			if err != nil {
				t.Fatal(err)
			}
			l := launch{run: &run{Options: Options{Dir: here}}, args: args, started: launched}
			got := ""
			session, err := l.refusedThen(home, clues{shown: c.shown, prompt: c.prompt, class: matcher.Capacity})
			switch {
			case err == nil:
				got = session.ID
			case errors.Is(err, errNoConversation), errors.Is(err, errManyCandidates), errors.Is(err, errNotMain):
				got = err.Error()
			default:
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
