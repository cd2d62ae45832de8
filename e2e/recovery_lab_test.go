//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// recoveryInFull is the variable that has every test of recovery run, not only the few that are worth their time each
// time.
const recoveryInFull = "CXHOOK_E2E_RECOVERY"

// feature is something that not every release can do. A test that needs one does not apply to the others.
type feature string

const (
	always        feature = ""
	noDaemon      feature = "a TUI without a daemon" // and so no other way on than a new codex
	daemon        feature = "a shared daemon"
	queue         feature = "codex queue"
	goals         feature = "goals"
	migrations    feature = "a question before an old model is used"
	exitHint      feature = "the session's id at the end"
	compactsFirst feature = "a compaction by the model of before, and by no other"
	keptDrafts    feature = "a history of what was not sent"
	sidePanes     feature = "/side in the whole terminal"
	keptQueue     feature = "a queue that it does not itself lose behind a refusal" // 0.106.0 did, 2 times of 10 under script
)

// since is the first of the tried releases that has a feature, until the last one that lacks it.
var (
	since    = map[feature]int{daemon: 163, queue: 163, goals: 155, migrations: 163, exitHint: 130, keptQueue: 130, sidePanes: 163, compactsFirst: 144, keptDrafts: 130}
	lastWith = map[feature]int{noDaemon: 155, sidePanes: 163, compactsFirst: 155}
)

// minor is the middle number of the release.
func minor() int {
	n, _ := strconv.Atoi(strings.Split(release, ".")[1]) // scripts/e2e names a release
	return n
}

func (f feature) missing() bool {
	last, ends := lastWith[f]
	return minor() < since[f] || ends && minor() > last
}

// needs ends a test that does not apply to this release, and says so.
func needs(t *testing.T, f feature) {
	t.Helper()
	if f.missing() {
		t.Skipf("not applicable: codex %s has not %s", release, f)
	}
}

// TestRecoveryInFull is what recovery promises, each promise on the release under test.
func TestRecoveryInFull(t *testing.T) {
	if os.Getenv(recoveryInFull) == "" {
		t.Skip("takes minutes: set " + recoveryInFull + "=1")
	}
	for _, c := range []struct {
		name  string
		needs feature
		test  func(*testing.T)
	}{
		{"a bare fork changes the model", always, bareFork},
		{"a bare resume changes the model without a daemon", noDaemon, bareResume},
		{"a bare resume keeps the model under a daemon", daemon, bareResumeKeeps},
		{"a bare resume beside the daemon is shut out", daemon, bareResumeIsShutOut},
		{"a bare resume after a run without the daemon changes the model", daemon, bareResumeWithoutDaemon},
		{"a bare exec resume changes the model", always, bareExecResume},
		{"a bare resume tries the same model again", always, bareResumeRetries},
		{"a bare queue tries the same model again", queue, bareQueueRetries},
		{"every way on keeps the conversation", always, everyWayOn},
		{"a goal is not left behind in silence", goals, goalIsNotLeftInSilence},
		{"a goal stays in place", daemon, goalStaysInPlace},
		{"narrowed permissions stay narrow", always, permissionsStayNarrow},
		{"a draft survives", always, draftSurvives},
		{"a refused compaction sends no message", always, compactionSendsNoMessage},
		{"an automatic compaction's turn goes on", always, automaticCompactionGoesOn},
		{"a prompt behind two refused compactions is kept", always, promptRefusedTwiceIsKept},
		{"a compaction by the model of before is blamed on that", compactsFirst, compactsByTheOld},
		{"a local compaction is repeated", always, localCompactionIsRepeated},
		{"a review is sent again", always, reviewIsSentAgain},
		{"the conversation is found in another directory", daemon, foundElsewhere},
		{"a side conversation is left alone", sidePanes, sideIsLeft},
		{"an automatic compaction's turn of exec goes on", always, automaticCompactionOfExecGoesOn},
		{"a prompt behind a compaction that nothing holds is told", noDaemon, unheldPromptIsTold},
		{"a queued prompt is not lost", keptQueue, queuedPromptIsNotLost},
		{"two terminals in one directory keep to their own", always, twoTerminals},
		{"the same model is tried again", always, sameModelAgain},
		{"a policy acts unasked", always, policyActs},
		{"the bar opens over a picker", always, barOverAPicker},
		{"a model that was not taken is said loudly", daemon, notTakenIsSaid},
		{"a held conversation starts over in a copy", daemon, heldStartsOver},
		{"a question of codex is pointed out and left", migrations, questionIsLeft},
		{"exec with files and pipes", always, execWithFiles},
		{"again runs the command on another model", always, againOnAnotherModel},
	} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			t.Parallel()
			c.test(t)
		})
	}
}

// settings replaces those of cxhook.
func (l *lab) settings(lines ...string) {
	l.t.Helper()
	l.write("x/cxhook/config.toml", fmt.Sprintf("models = [%q, %q]\n%s\n", firstAlt, otherAlt, strings.Join(lines, "\n")))
}

// relaunch is the setting that keeps cxhook from going on in place.
const relaunch = `switch = "relaunch"`

// asked are the turns of the user that the wire has carried, oldest first. In 0.155.1 the hidden thread that asks for a
// title looks like one.
func (l *lab) asked() []fakeapi.Request {
	return slices.DeleteFunc(l.api.Requests(), func(r fakeapi.Request) bool {
		return r.Purpose != fakeapi.Turn || r.Says("user", "title")
	})
}

// askedOf counts those of a model.
func (l *lab) askedOf(model string) (n int) {
	for _, r := range l.asked() {
		if r.Model == model {
			n++
		}
	}
	return n
}

// submit asks, and presses Enter once more if codex took the first for a part of a paste, as a busy machine makes it.
func (s *screen) submit(text string) {
	s.t.Helper()
	s.ask(text)
	s.leaves(text, "Enter")
}

// enqueue types a prompt while a turn runs and queues it. The screen does not come to rest then, so that Tab may come too
// early and is pressed again.
func (s *screen) enqueue(text string) {
	s.t.Helper()
	s.typed(text)
	s.see("› " + text)
	s.key("Tab")
	s.leaves(text, "Tab")
}

// leaves waits for a text to leave the composer, and presses a key every 2 s until it does.
func (s *screen) leaves(text, key string) {
	s.t.Helper()
	next := time.Now().Add(2 * time.Second)
	s.wait("composer without "+text, func(rows []string) bool {
		last := ""
		for _, row := range rows {
			if strings.HasPrefix(row, "› ") {
				last = row
			}
		}
		if last == "› "+text && time.Now().After(next) {
			s.key(key)
			next = time.Now().Add(2 * time.Second)
		}
		return last != "› "+text
	})
}

// turnAfter waits for the turn that follows the first n.
func (l *lab) turnAfter(n int) fakeapi.Request {
	l.t.Helper()
	if !until(l.t, func() bool { return len(l.asked()) > n }) {
		what := ""
		if l.screen != nil {
			what = "; the screen:\n" + strings.TrimSpace(strings.Join(l.screen.rows(), "\n"))
		}
		l.t.Fatalf("no turn after %s%s", l.wire(), what)
	}
	return l.asked()[n]
}

// said is what a request holds besides instructions, shortened for a message.
func said(r fakeapi.Request) string {
	var words []string
	for _, i := range r.Input {
		if i.Role != "developer" && i.Role != "system" {
			words = append(words, fmt.Sprintf("%s %s: %.120q", i.Type, i.Role, i.Text))
		}
	}
	return strings.Join(words, "\n")
}

// modes are the ways on that cxhook has written down.
func (l *lab) modes() string {
	text, err := os.ReadFile(filepath.Join(l.root, "s", "cxhook", "journal.jsonl"))
	if err != nil {
		l.t.Fatal(err)
	}
	var modes []string
	for _, part := range strings.Split(string(text), `"mode":"`)[1:] {
		modes = append(modes, part[:strings.IndexByte(part, '"')])
	}
	return strings.Join(modes, " ")
}

// outcomes are what cxhook has noted of the first turns after its switches.
func (l *lab) outcomes() string {
	text, _ := os.ReadFile(filepath.Join(l.root, "s", "cxhook", "journal.jsonl")) // not there yet: nothing is
	var outcomes []string
	for _, part := range strings.Split(string(text), `"outcome":"`)[1:] {
		outcomes = append(outcomes, part[:strings.IndexByte(part, '"')])
	}
	return strings.Join(outcomes, " ")
}

// seeAny waits for a text anywhere on the screen, broken into rows or not.
func (s *screen) seeAny(text string) {
	s.t.Helper()
	s.wait(fmt.Sprintf("text %q", text), func(rows []string) bool { return onScreen(rows, text) })
}

func onScreen(rows []string, text string) bool {
	return strings.Contains(strings.Join(strings.Fields(strings.Join(rows, " ")), " "), text)
}

// read takes the time that a person needs to read the bar.
func read() { time.Sleep(reading) }
