package recovery

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/terminal"
)

const question = "make the parser accept empty input"

func TestARefusedFirstTurnFromTheCommandLineStartsAnewOnTheOtherModel(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.press("1")
	s.WaitText("Done: the parser now handles empty input.")
	s.WaitText("now on gpt-6-sol")
	if got := s.models(); got != "gpt-5.6-sol gpt-6-sol" {
		t.Errorf("turns ran on %q", got)
	}
	for _, session := range s.sessions() {
		if s.forkedFrom(session) != "" {
			t.Errorf("session %s is a fork, want the same arguments anew", session.ID)
		}
	}
	s.Type("\x03")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestATypedPromptIsCarriedOverByAFork(t *testing.T) {
	t.Parallel()
	s := start(t, play{})
	s.WaitText("Ask Codex to do anything")
	s.Type(question + "\r")
	s.press("2")
	s.WaitText("Done: the parser now handles empty input.")
	s.WaitText("now on gpt-6-luna")
	all := s.sessions()
	if len(all) != 2 || s.forkedFrom(all[1]) != all[0].ID {
		t.Fatalf("%d sessions; the second has to be a fork of the first", len(all))
	}
}

func TestARefusalOfTheSecondModelIsOfferedWithoutBoth(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol,gpt-6-sol"})
	s.press("1")
	s.WaitText(" gpt-6-sol is at capacity   1 gpt-6-luna   w wait")
	s.press("1")
	s.WaitText("Done: the parser now handles empty input.")
	s.WaitText("now on gpt-6-luna")
}

func TestEscapeLeavesTheScreenAsItWouldHaveBeen(t *testing.T) {
	for _, release := range []string{"0.171.0", "0.144.6"} {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			bare := start(t, play{args: []string{question}, release: release, dir: dir, bare: true})
			bare.WaitText("Selected model is at capacity.")
			s := start(t, play{args: []string{question}, release: release, dir: dir})
			s.press("\x1b")
			s.WaitFor(func(screen *terminal.Screen) bool { return !strings.Contains(last(screen), "at capacity") }, "the bar to go")
			if got, want := picture(s), picture(bare); got != want {
				t.Errorf("screen with cxhook:\n%s\nwithout:\n%s", got, want)
			}
			s.Type("again\r")
			s.WaitText("› again")
		})
	}
}

// On a terminal that is a second away a key that comes half a second after the bar left here was pressed before anybody
// saw it.
func TestAKeyFromAFarTerminalCountsOnlyIfTheBarCanHaveBeenSeen(t *testing.T) {
	t.Parallel()
	const trip = 1500 * time.Millisecond
	t.Run("too soon", func(t *testing.T) {
		t.Parallel()
		s := start(t, play{args: []string{question}, roundTrip: trip})
		s.press("1")
		s.WaitText("› 1")
		if got := s.models(); got != "gpt-5.6-sol" {
			t.Errorf("turns ran on %q, want no switch", got)
		}
	})
	t.Run("in time", func(t *testing.T) {
		t.Parallel()
		s := start(t, play{args: []string{question}, roundTrip: trip})
		s.WaitText(bar)
		wait(t, trip+trip/2) // for what a busy machine adds to it
		s.press("1")
		s.WaitText("now on gpt-6-sol")
	})
}

func TestAPasteGoesToTheComposerWhileTheBarIsUp(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.press("\x1b[200~1. first point\x1b[201~")
	s.WaitText("› 1. first point")
	if got := s.models(); got != "gpt-5.6-sol" {
		t.Errorf("turns ran on %q, want no switch", got)
	}
}

func TestADraftKeepsTheBarPassiveUntilTheOpenKey(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.draft("hello")
	s.WaitText(bar)
	wait(t, prompt.Reaction+50*time.Millisecond)
	s.Type("\x1b")
	s.WaitFor(func(screen *terminal.Screen) bool { return !strings.Contains(last(screen), "at capacity") }, "the bar to go")
	s.WaitText("› hello")
}

// The key opens the bar anew: what it shows then is the same, letter for letter, and its keys still count.
func TestTheOpenKeyWhileTheBarIsUpLeavesItsKeysInForce(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.press("\x1d")
	wait(t, time.Second) // nothing on the screen tells that the key has come
	s.press("1")
	s.WaitText("now on gpt-6-sol")
}

func TestADraftIsPointedOutWhereASwitchCouldNotKeepIt(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.draft("hello")
	s.press("1")
	s.WaitText("now on gpt-6-sol; your draft: shown again when codex ends")
	s.Settle()
	s.Type("\x03")
	s.WaitText("your draft at the switch: hello")
}

func TestFreshStartsTheSameArgumentsEvenWhereAForkWouldDo(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol@2"})
	s.WaitText("Done: the parser now handles empty input.")
	s.Type("and the lexer\r")
	s.WaitText("f fresh (without your question)")
	s.press("f")
	s.WaitFor(func(*terminal.Screen) bool { return s.models() == "gpt-5.6-sol gpt-5.6-sol gpt-6-sol" }, "a fresh turn on gpt-6-sol")
	all := s.sessions()
	if s.forkedFrom(all[len(all)-1]) != "" {
		t.Error("the last session is a fork")
	}
	s.WaitText("codex's end prints it")
	s.Type("\x03")
	s.WaitOutput("what you had asked: and the lexer")
}

// Codex sends what was queued as soon as a turn has failed: the refused work is abandoned, and nobody has chosen that.
func TestAQueuedPromptThatIsAnsweredLeavesAWord(t *testing.T) {
	t.Parallel()
	s := start(t, play{refuse: "gpt-5.6-sol*1", turn: "1s", queue: "1s"})
	s.WaitText("Ask Codex to do anything")
	s.Type(question + "\r")
	s.WaitText("Working")
	s.Type("and the lexer\r")
	s.WaitText("codex goes on with what you queued; what was refused is not done")
	s.WaitText("what failed before is still not done   r ask it again   ? why   esc")
	wait(t, prompt.Reaction+50*time.Millisecond)
	s.Type("r")
	s.WaitFor(func(*terminal.Screen) bool { return s.models() == "gpt-5.6-sol gpt-5.6-sol gpt-5.6-sol" }, "a third turn")
	if asked, err := rollout.LastPrompt(s.sessions()[0].Path); err != nil || asked != question {
		t.Errorf("asked again: %q, %v", asked, err)
	}
	s.WaitFor(func(*terminal.Screen) bool { return strings.Contains(s.choices(), "retry") }, "the choice in the journal")
	if got := s.choices(); got != "overtaken by queue, retry by key" {
		t.Errorf("chosen: %s", got)
	}
}

func TestASecondTurnThatIsRefusedKeepsTheConversation(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol@2"})
	s.WaitText("Done: the parser now handles empty input.")
	s.Type("and the lexer\r")
	s.press("1")
	s.WaitText("now on gpt-6-sol")
	all := s.sessions()
	if len(all) != 2 || s.forkedFrom(all[1]) != all[0].ID {
		t.Fatalf("%d sessions; the second has to be a fork of the first", len(all))
	}
}

func TestARefusedExecAsksBelowItsOutputAndLendsTheLastStatus(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{"exec", question}})
	s.press("1")
	s.WaitText("Done: the parser now handles empty input.")
	s.WaitText("now on gpt-6-sol")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestARefusedExecThatIsLeftKeepsItsStatus(t *testing.T) {
	for name, key := range map[string]string{"escape": "\x1b", "ctrl-c": "\x03", "another key": "x"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, play{args: []string{"exec", question}})
			s.press(key)
			if status := s.Wait(); status != 1 {
				t.Errorf("status %d", status)
			}
			if strings.Contains(string(s.Output()[len(s.Output())-40:]), "at capacity") {
				t.Error("the bar was left behind")
			}
		})
	}
}

func TestThePolicySwitchNeedsNoKeyAndTwoWitnesses(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, policy: config.Switch, refuse: "gpt-5.6-sol,gpt-6-sol"})
	s.WaitText("Done: the parser now handles empty input.")
	if got := s.models(); got != "gpt-5.6-sol gpt-6-sol gpt-6-luna" {
		t.Errorf("turns ran on %q", got)
	}
}

// Where one model after the other is refused, the policy asks the next no faster than a user would.
func TestThePolicyTakesTimeBetweenTwoSwitches(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, policy: config.Switch, refuse: "gpt-5.6-sol,gpt-6-sol", pause: "1h"})
	s.WaitText(" gpt-6-sol is at capacity   1 gpt-6-luna")
	s.press("1")
	s.WaitText("now on gpt-6-luna")
	if by := s.choices(); by != "fresh by policy, fresh by key" {
		t.Errorf("chosen: %s", by)
	}
}

// A model takes turns again after some time, and what was refused before an answer is no matter behind it.
func TestARefusalIsForgottenAfterAWhileAndRetriesAfterAnAnswer(t *testing.T) {
	now := time.Now()
	r := run{refused: refusals{"gpt-5.6-sol": now.Add(refusedFor)}, retries: maxRetries, Options: Options{Notes: NotesIn(t.TempDir())}}
	if !r.refused.at(now.Add(refusedFor - time.Second))["gpt-5.6-sol"] {
		t.Error("offered again at once")
	}
	if r.refused.at(now.Add(refusedFor))["gpt-5.6-sol"] {
		t.Error("not offered again")
	}
	r.noteResult("id", journal.Worked, "gpt-5.6-sol", "")
	if r.retries != 0 || r.refused.at(now)["gpt-5.6-sol"] {
		t.Errorf("after an answer %d retries count, refused are %v", r.retries, r.refused.at(now))
	}
}

// An error of another class is written down as what it was, and says nothing of the model's room.
func TestOnlyCapacityMakesAModelCrowded(t *testing.T) {
	dir := t.TempDir()
	r := run{refused: refusals{}, Options: Options{Notes: NotesIn(dir)}}
	for id, class := range map[string]matcher.Class{"sol": matcher.Capacity, "luna": matcher.UsageLimit} {
		r.noteIncident(id, matcher.Incident{Verdict: matcher.Verdict{Class: class}}, "gpt-6-"+id, nil)
	}
	now := time.Now()
	for model, want := range map[string]bool{"gpt-6-sol": true, "gpt-6-luna": false} {
		if r.refused.at(now)[model] != want || r.Notes.Pacing.RecentlyRefused(now)[model] != want {
			t.Errorf("%s: refused in this run %v, in any terminal %v", model, r.refused.at(now), r.Notes.Pacing.RecentlyRefused(now))
		}
	}
	written, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil || !strings.Contains(string(written), `"incident":"luna","model":"gpt-6-luna","class":"usage_limit"`) || !strings.Contains(string(written), `"class":"capacity"`) {
		t.Errorf("%s %v", written, err)
	}
}

// With tiers the bar does not wait for the catalogue, and says what that knows as soon as it has come. Each switch
// starts from the effort that the user had, not from what the switch before made of it.
func TestAnEffortThatAModelLacksIsSaidAndComesBackWithTheNext(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, refuse: "gpt-5.6-sol,gpt-5.6-luna", settings: `models = ["gpt-5.6-luna", "gpt-6-sol"]`})
	s.WaitText("1 gpt-5.6-luna (effort medium)")
	s.press("1")
	s.WaitText(" gpt-5.6-luna is at capacity   1 gpt-6-sol   w")
	s.press("1")
	s.WaitText("now on gpt-6-sol; effort low again")
	var efforts []string
	for _, session := range s.sessions() {
		efforts = append(efforts, session.Now.Effort)
	}
	if got := strings.Join(efforts, " "); got != "low medium low" {
		t.Errorf("turns ran with the efforts %q", got)
	}
}

func TestAPolicyWithoutBudgetAsks(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, policy: config.Switch, settings: "models = [\"gpt-6-sol\", \"gpt-6-luna\"]\nmax_actions = 0"})
	s.WaitText("the budget of 0 steps is spent")
	s.press("\x1b")
	if got := s.models(); got != "gpt-5.6-sol" {
		t.Errorf("turns ran on %q", got)
	}
}

func TestAMistakeInTheSettingsIsToldWhenCodexHasEnded(t *testing.T) {
	t.Parallel()
	s := start(t, play{refuse: "none", settings: "models = [\n"})
	s.WaitText("Ask Codex to do anything")
	s.Type("\x03")
	s.WaitOutput("settings.toml:")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestNotesThatCannotBeWrittenAreToldOnceAndNothingElseIsLost(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, notes: "/dev/full/notes"})
	s.press("1")
	s.WaitText("now on gpt-6-sol")
	s.Settle()
	s.Type("\x03")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	if n := strings.Count(string(s.Output()), "missing in cxhook's notes"); n != 1 {
		t.Errorf("told %d times, want once", n)
	}
}

func TestAnUnansweredBarEndsWithCodexAndKeepsItsStatus(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.WaitText(bar)
	s.Type("\x03")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	s.WaitText("cxhook: gpt-5.6-sol was at capacity; the same command on another model: cxhook again gpt-6-sol")
}

func TestATerminalTooSmallForABarRunsCodexAsIs(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}, cols: 10, rows: 3})
	s.WaitOutput("\x1b[?1049h")
	s.WaitOutput("state=error:app=codex")
	s.Type("\x03")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestTheBarFollowsTheSizeOfTheTerminal(t *testing.T) {
	t.Parallel()
	s := start(t, play{args: []string{question}})
	s.WaitText(bar)
	s.Resize(60, 20)
	s.WaitFor(func(screen *terminal.Screen) bool {
		cols, rows := screen.Size()
		return cols == 60 && strings.Contains(screen.Row(rows-2).Text(), " gpt-5.6-sol is at capacity")
	}, "the bar on two rows")
	wait(t, prompt.Reaction+50*time.Millisecond)
	s.Type("1")
	s.WaitText("now on gpt-6-sol")
}

// journal are the records of the scene's journal.
func (s *scene) journal() (all []journal.Record) {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.home, "journal.jsonl"))
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var r journal.Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			s.t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// choices are what was chosen, and by whom.
func (s *scene) choices() string {
	var all []string
	for _, r := range s.journal() {
		if r.Kind == journal.KindChoice {
			all = append(all, fmt.Sprintf("%s by %s", r.Action, r.By))
		}
	}
	return strings.Join(all, ", ")
}

// picture is the screen with its colours.
func picture(s *scene) string {
	s.Settle()
	var b strings.Builder
	s.WaitFor(func(screen *terminal.Screen) bool {
		b.Reset()
		_, rows := screen.Size()
		for y := range rows {
			for _, c := range screen.Row(y).Cells {
				b.WriteString(c.Text)
				if c.Style != (terminal.Style{}) {
					b.WriteString("{")
					fmt.Fprint(&b, c.Style)
					b.WriteString("}")
				}
			}
			b.WriteByte('\n')
		}
		return true
	}, "a look at the screen")
	return b.String()
}

// wait lets real time pass where the behaviour under test is about time.
func wait(t *testing.T, d time.Duration) {
	t.Helper()
	<-time.After(d)
}
