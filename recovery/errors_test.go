package recovery

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/terminal"
)

// What scripted turns end with: codex_error_info and the words.
const (
	highDemand = "internal_server_error We're currently experiencing high demand, which may cause temporary errors."
	cutStream  = "response_stream_disconnected stream disconnected before completion: Transport error: network error: error decoding response body"
	tooLong    = "context_window_exceeded Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying."
	loggedOut  = "unauthorized Your access token could not be refreshed. Please log out and sign in again."
	notHere    = `other {"detail":"The 'gpt-5.6-sol' model is not supported when using Codex with a ChatGPT account."}`
)

// limitedUntil is a limit that is given back then, in the words of the codex of today.
func limitedUntil(at time.Time) string {
	return "usage_limit_exceeded You've hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/codex/settings/usage to purchase more credits or try again at " +
		at.Format("Jan 2") + ordinal(at.Day()) + at.Format(", 2006 3:04 PM") + "."
}

func ordinal(day int) string {
	switch {
	case day%10 == 1 && day != 11:
		return "st"
	case day%10 == 2 && day != 12:
		return "nd"
	case day%10 == 3 && day != 13:
		return "rd"
	}
	return "th"
}

// answered presses a key once a bar with that title can be read.
func (s *scene) answered(title, key string) {
	s.t.Helper()
	s.WaitText(title)
	wait(s.t, prompt.Reaction+50*time.Millisecond)
	s.Type(key)
}

func TestALimitOfTheAccountIsWaitedForAndAnsweredByNoOtherModel(t *testing.T) {
	t.Parallel()
	until := time.Now().Add(3 * time.Hour)
	s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol*1", failure: limitedUntil(until), pause: "2h59m59s"})
	s.answered(" usage limit reached until "+prompt.Clock(until, time.Now())+"   w wait   ? why   esc", "w")
	s.WaitText(" retry in 3:00:00 (")
	s.answered(" space now   esc stop", " ")
	s.WaitText("Done: the parser now handles empty input.")
	if got := s.models(); got != "gpt-5.6-sol gpt-5.6-sol" {
		t.Errorf("turns ran on %q", got)
	}
	if got := s.choices(); got != "retry by key" {
		t.Errorf("chosen: %s", got)
	}
	for _, r := range s.journal() {
		if r.Kind == journal.KindIncident && r.Class != "usage_limit" {
			t.Errorf("written down as %q", r.Class)
		}
	}
}

func TestAnErrorThatPassesByItselfIsWaitedForUnasked(t *testing.T) {
	for name, failure := range map[string]string{"high demand": highDemand, "a stream cut": cutStream} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol*2", failure: failure, settings: "on_transient = \"wait\"\nmodels = [\"gpt-6-sol\"]"})
			s.WaitText("Done: the parser now handles empty input.")
			if got := s.models(); got != "gpt-5.6-sol gpt-5.6-sol gpt-5.6-sol" {
				t.Errorf("turns ran on %q", got)
			}
			s.WaitFor(func(*terminal.Screen) bool { return s.choices() == "retry by policy, retry by policy" }, "both retries in the journal")
		})
	}
}

func TestAModelThatIsNotToBeHadIsLeftForAnother(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, failure: notHere})
	s.answered(" gpt-5.6-sol cannot be used here   1 gpt-6-sol   2 gpt-6-luna   ? why   esc", "1")
	s.WaitText("now on gpt-6-sol")
}

func TestWhereNoKeyWouldHelpOneLineSaysWhatToRun(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, failure: loggedOut})
	s.answered(" Log in again with `codex login`, or correct the API key.   ? why   esc", "1")
	s.WaitText("› 1") // the key is codex's
	if got := s.models(); got != "gpt-5.6-sol" {
		t.Errorf("turns ran on %q", got)
	}
}

func TestAnErrorThatTheUserHasTakenOutIsCodexsAlone(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, failure: highDemand, settings: "offer = [\"capacity\"]\non_transient = \"wait\""})
	s.WaitText("We're currently experiencing high demand")
	s.WaitFor(func(*terminal.Screen) bool {
		text, err := os.ReadFile(filepath.Join(s.home, "journal.jsonl"))
		return err == nil && bytes.Contains(text, []byte(`"class":"high_demand"`))
	}, "the error in the journal")
	s.Type("1")
	s.WaitText("› 1")
	if strings.Contains(string(s.Output()), "overloaded") {
		t.Error("a bar was shown")
	}
}

// Without a daemon codex compacts and goes on as its user would have it.
func TestAConversationThatIsTooLongIsCompactedInTheComposer(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol*1", failure: tooLong})
	s.answered(" the conversation no longer fits into gpt-5.6-sol   c compact and go on   ? why   esc", "c")
	s.WaitText("› The last turn was stopped by an error. Continue where it left off.")
	s.WaitFor(func(*terminal.Screen) bool { return s.choices() == "compact by key" }, "the choice in the journal")
}

// exec says the same on a line of its own, and in a pipe a policy does the same.
func TestExecKnowsTheSameErrors(t *testing.T) {
	t.Run("on the line", func(t *testing.T) {
		t.Parallel()
		s := start(t, play{args: []string{"exec", question}, refuse: "gpt-5.6-sol*1", failure: cutStream})
		s.answered(" the connection broke off   w wait   ? why   esc", "w")
		if status := s.Wait(); status != 0 {
			t.Errorf("status %d", status)
		}
	})
	t.Run("where no key would help", func(t *testing.T) {
		t.Parallel()
		s := start(t, play{args: []string{"exec", question}, failure: loggedOut})
		if status := s.Wait(); status != 1 {
			t.Errorf("status %d", status)
		}
		if out := string(s.Output()); !strings.Contains(out, "cxhook: Log in again with `codex login`") || strings.Contains(out, "esc") {
			t.Errorf("%q", out)
		}
	})
	t.Run("in a pipe", func(t *testing.T) {
		t.Parallel()
		s := start(t, play{args: []string{"exec", "--json", question}, refuse: "gpt-5.6-sol*1", failure: cutStream, noTerminal: true, settings: `on_transient = "wait"`})
		var stdout, stderr bytes.Buffer
		s.cmd.Stdout, s.cmd.Stderr = &stdout, &stderr
		err := s.cmd.Run()
		if err != nil || !strings.Contains(stderr.String(), "cxhook: the connection broke off; trying it again in ") || strings.Contains(stdout.String(), "turn.failed") {
			t.Errorf("%v\n%s\n%s", err, stdout.String(), stderr.String())
		}
	})
	t.Run("in a pipe, where only the user can help", func(t *testing.T) {
		t.Parallel()
		s := start(t, play{args: []string{"exec", question}, failure: loggedOut, noTerminal: true, settings: "on_limit = \"wait\"\non_transient = \"wait\"\non_capacity = \"switch\""})
		out, err := s.cmd.CombinedOutput()
		if err == nil || bytes.Contains(out, []byte("cxhook:")) || s.cmd.ProcessState.ExitCode() != 1 {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
