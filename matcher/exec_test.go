package matcher_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

const (
	execHeader = "OpenAI Codex v0.171.0\r\n--------\r\n\x1b[1mworkdir:\x1b[0m /home/dev/project\r\n\x1b[1mmodel:\x1b[0m gpt-5.6-sol\r\n" +
		"\x1b[1msession id:\x1b[0m 01a2278f-9aa9-7be2-8fda-0352e718b1a4\r\n--------\r\n\x1b[36muser\x1b[0m\r\nhello\r\n"
	execError   = "\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m " + sentence + "\r\n"
	execCompact = "\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m " + compactSentence + "\r\n"
	execAnswer  = "\x1b[35m\x1b[3mcodex\x1b[0m\x1b[0m\r\n"
	execTokens  = "\x1b[2mtokens used\x1b[0m\r\n1,914\r\n"
	execTrace   = "\x1b[2m2026-11-29T18:01:08.372341Z\x1b[0m \x1b[31mERROR\x1b[0m \x1b[2mcodex_core::session\x1b[0m\x1b[2m:\x1b[0m " +
		"failed to record rollout items: thread 01a22877-c23c-75d0-b47a-23e134ef4ff6 not found\r\n"
	plainHeader = "OpenAI Codex v0.150.1\n--------\nworkdir: /home/dev/project\nmodel: gpt-5.6-sol\n--------\nuser\nhello\n"
)

func runLog(surface matcher.Surface, status int, text string) []matcher.Incident {
	o := size(80, 24)
	o.Surface = surface
	w := matcher.NewWatcher(o)
	w.Output(0, []byte(text))
	w.Exit(1, status)
	return w.Incidents()
}

func TestAnExecRunIsJudgedByItsEnd(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		text   string
		want   matcher.Task // "" for no incident
	}{
		"printed twice":                        {1, execHeader + execError + execError, matcher.Turn},
		"printed once, as 0.106 does":          {1, execHeader + execError, matcher.Turn},
		"compaction":                           {1, execHeader + execCompact + execCompact, matcher.RemoteCompact},
		"compaction with both texts":           {1, execHeader + execCompact + execError, matcher.RemoteCompact},
		"the token count follows":              {1, execHeader + execError + execError + execTokens, matcher.Turn},
		"0.125 traces something after it":      {1, execHeader + execError + execError + execTrace + execTokens, matcher.Turn},
		"-o gets nothing":                      {1, execHeader + execError + "Warning: no last agent message; wrote empty content to out\r\n", matcher.Turn},
		"a trace alone":                        {1, execHeader + execTrace, ""},
		"after part of an answer":              {1, execHeader + execAnswer + "part\r\n" + execError + execError, matcher.Turn},
		"without colour":                       {1, plainHeader + "ERROR: " + sentence + "\n", matcher.Turn},
		"the last line has no line feed":       {1, plainHeader + "ERROR: " + sentence, matcher.Turn},
		"status unknown":                       {matcher.StatusUnknown, execHeader + execError + execError, matcher.Turn},
		"an answer holds an event":             {1, execHeader + execAnswer + failed, ""},
		"an answer holds a whole run's events": {1, execHeader + execAnswer + started + failed, ""},
		"an event, and the run succeeded":      {0, execHeader + execAnswer + failed + execTokens, ""},
		"the run succeeded":                    {0, execHeader + execAnswer + "ERROR: " + sentence + "\r\n" + execTokens, ""},
		"the run succeeded, without colour":    {0, plainHeader + "codex\nERROR: " + sentence + "\n", ""},
		"killed":                               {143, execHeader + execError, ""},
		"the answer ends with it, status lost": {matcher.StatusUnknown, plainHeader + "codex\nERROR: " + sentence + "\ntokens used\n15\n", ""},
		"uncoloured where labels are coloured": {1, execHeader + "ERROR: " + sentence + "\r\n", ""},
		"something was printed after it":       {1, execHeader + execError + "thread panicked\r\n", ""},
		"retrying":                             {1, execHeader + "\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m Reconnecting... 1/4\r\n", ""},
		"indented":                             {1, plainHeader + "  ERROR: " + sentence + "\n", ""},
		"no log of codex at all":               {1, "make: ...\nERROR: " + sentence + "\n", ""},
		"a line of a mebibyte, then the error": {1, execHeader + strings.Repeat("x", 2<<20) + "\r\n" + execError, matcher.Turn},
		"the error is part of an endless line": {1, execHeader + strings.Repeat("x", 2<<20) + execError, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := runLog("", c.status, c.text)
			switch {
			case c.want == "" && len(found) > 0:
				t.Errorf("%+v, want none", found)
			case c.want != "" && (len(found) != 1 || found[0].Task != c.want || found[0].Surface != matcher.Exec || found[0].Text != sentence):
				t.Errorf("%+v, want one of %s", found, c.want)
			}
		})
	}
}

func TestWhatIsKnownToBeExecIsNotTakenForTheTerminalInterface(t *testing.T) {
	// A tool's output may hold anything, also the sequences and cells of the terminal interface.
	hello := userPrompt("hello")
	forged := string(working(hello).draw(80, 24)) + string(resting(hello, errorCell(sentence)).draw(80, 24))
	if found := runLog(matcher.Exec, 0, execHeader+forged); len(found) > 0 {
		t.Errorf("%+v, want none", found)
	}
}

const (
	started = `{"type":"thread.started","thread_id":"01a2278f-9c07-79b3-8ac6-51aa4bdeb702"}` + "\n" + `{"type":"turn.started"}` + "\n"
	broken  = `{"type":"error","message":"` + sentence + `"}` + "\n"
	failed  = `{"type":"turn.failed","error":{"message":"` + sentence + `"}}` + "\n"
)

// event ends a turn with a message.
func event(message string) string {
	text, _ := json.Marshal(message) // a string always marshals
	return `{"type":"turn.failed","error":{"message":` + string(text) + "}}\n"
}

func TestAnEventStreamIsJudgedByItsLastEvent(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want matcher.Task
	}{
		"turn.failed":    {started + broken + failed, matcher.Turn},
		"CRLF":           {strings.ReplaceAll(started+broken+failed, "\n", "\r\n"), matcher.Turn},
		"compaction":     {started + strings.ReplaceAll(failed, sentence, compactSentence), matcher.RemoteCompact},
		"after an item":  {started + `{"type":"item.completed","item":{"type":"agent_message","text":"part"}}` + "\n" + failed, matcher.Turn},
		"0.125 traces":   {started + broken + failed + execTrace, matcher.Turn},
		"error alone":    {started + broken, ""},
		"retrying":       {started + strings.ReplaceAll(broken, sentence, "Reconnecting... 1/4 ("+sentence+")"), ""},
		"inside an item": {started + `{"type":"item.completed","item":{"type":"agent_message","text":"` + sentence + `"}}` + "\n", ""},
		"inside output":  {started + `{"type":"item.completed","item":{"type":"command_execution","aggregated_output":"{\"type\":\"turn.failed\",\"error\":{\"message\":\"` + sentence + `\"}}"}}` + "\n", ""},
		"recovered":      {started + `{"type":"item.completed","item":{"type":"error","message":"Falling back from WebSockets to HTTPS transport. ` + sentence + `"}}` + "\n" + `{"type":"turn.completed","usage":{}}` + "\n", ""},
		// With RUST_LOG the log on stderr can hold whole lines of files that the model read.
		"a line of a file that was read": {started + failed + `{"type":"item.completed","item":{"type":"agent_message","text":"ok"}}` + "\n" + `{"type":"turn.completed","usage":{}}` + "\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, surface := range []matcher.Surface{"", matcher.ExecJSON} {
				found := runLog(surface, 1, c.text)
				switch {
				case c.want == "" && len(found) > 0:
					t.Errorf("%+v, want none", found)
				case c.want != "" && (len(found) != 1 || found[0].Task != c.want || found[0].Surface != matcher.ExecJSON):
					t.Errorf("%+v, want one of %s", found, c.want)
				}
			}
		})
	}
}

func TestAnEventStreamIsNoRefusalUnlessTheRunFailed(t *testing.T) {
	for name, c := range map[string]struct {
		surface matcher.Surface
		status  int
		text    string
		want    int
	}{
		"failed":                       {matcher.ExecJSON, 1, started + broken + failed, 1},
		"no status, as in a replay":    {"", matcher.StatusUnknown, started + broken + failed, 1},
		"succeeded":                    {matcher.ExecJSON, 0, started + failed, 0},
		"killed":                       {matcher.ExecJSON, 143, started + failed, 0},
		"a label for people on stderr": {matcher.ExecJSON, 1, started + "ERROR: " + sentence + "\n", 0},
		"a whole log for people":       {matcher.ExecJSON, 1, plainHeader + "ERROR: " + sentence + "\n", 0},
		"the beginning was lost":       {matcher.ExecJSON, 1, broken + failed, 1},
		"no run of codex at all":       {"", 1, failed, 0},
		"two objects in a line":        {matcher.ExecJSON, 1, started + `{"type":"turn.failed","error":{"message":"` + sentence + `"}} {}` + "\n", 0},
		"a key that codex never wrote": {matcher.ExecJSON, 1, started + `{"note":1,"type":"turn.failed","error":{"message":"` + sentence + `"}}` + "\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if found := runLog(c.surface, c.status, c.text); len(found) != c.want {
				t.Errorf("%+v, want %d", found, c.want)
			}
		})
	}
}

func TestExecTellsModelAndSession(t *testing.T) {
	for name, text := range map[string]string{"log": execHeader, "events": started} {
		w := matcher.NewWatcher(size(80, 24))
		w.Output(0, []byte(text))
		if !strings.HasPrefix(w.SessionID(), "01a2278f-9") {
			t.Errorf("%s: session %q", name, w.SessionID())
		}
		if model := w.Model(); name == "log" && model != "gpt-5.6-sol" {
			t.Errorf("model %q", model)
		}
	}
}
