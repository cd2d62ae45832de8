//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// goalIsNotLeftInSilence: a fork drops the goal, and says so where the user looks.
func goalIsNotLeftInSilence(t *testing.T) {
	l := newLab(t, options{models: servedOnce})
	l.settings(relaunch)
	s := l.wrapped()
	s.line("codex")
	s.submit("/goal make every test pass")
	s.answer("1", crowded, firstAlt)
	l.turnOn(firstAlt)
	if got := l.modes(); got != "fork" {
		t.Errorf("went on by %q, want fork", got)
	}
	s.seeAny("the goal stays with the old conversation")
}

func goalStaysInPlace(t *testing.T) {
	l := newLab(t, options{models: servedOnce})
	s := l.wrapped()
	s.line("codex")
	s.submit("/goal make every test pass")
	s.answer("1", crowded, firstAlt)
	l.turnOn(firstAlt)
	if !until(t, func() bool { return l.askedOf(firstAlt) > 2 }) {
		t.Errorf("the goal was not pursued beyond the refused step: %s", l.wire())
	}
	if got := l.modes(); got != "in_place" {
		t.Errorf("went on by %q, want in_place", got)
	}
}

// permissionsStayNarrow narrows them during the session, which its command line does not say.
func permissionsStayNarrow(t *testing.T) {
	for _, c := range []struct {
		name  string
		needs feature
		set   string
	}{
		{"in place", daemon, ""},
		{"by a new codex", always, relaunch},
	} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			t.Parallel()
			l := newLab(t, options{})
			l.settings(c.set)
			s := l.wrapped()
			s.line("codex -s danger-full-access")
			s.submit("/permissions")
			var digit, narrow string
			s.wait("choice of permissions", func(rows []string) bool {
				for _, row := range rows {
					if m := narrower.FindStringSubmatch(row); m != nil && digit == "" {
						digit, narrow = m[1], map[bool]string{true: "read-only", false: "workspace-write"}[m[2] == "Read Only"]
					}
				}
				return digit != ""
			})
			s.settle()
			s.key(digit)
			s.submit("hello")
			before := l.turnOn(crowded)
			s.answer("1", crowded, firstAlt)
			after := l.turnOn(firstAlt)
			for _, r := range []fakeapi.Request{before, after} {
				if got := sandbox(r); got != narrow {
					t.Errorf("%s was asked with sandbox %q, want %s: %s", r.Model, got, narrow, said(r))
				}
			}
		})
	}
}

// narrower is the first choice of permissions, the narrowest that a release offers: workspace-write in 0.106.0 (Default) and
// 0.155.1 (Ask for approval).
var narrower = regexp.MustCompile(`(\d)\. (Read Only|Default|Ask for approval)`)

// sandbox is the last word that the model was given about it.
func sandbox(r fakeapi.Request) string {
	if r.Sandbox != "" {
		return r.Sandbox
	}
	mode := regexp.MustCompile("`sandbox_mode` is `([a-z-]+)`")
	last := ""
	for _, i := range r.Input {
		for _, m := range mode.FindAllStringSubmatch(i.Text, -1) {
			last = m[1]
		}
	}
	return last
}

// draftSurvives: in place it stays where it is. A codex that is ended loses it, so cxhook gives it back.
func draftSurvives(t *testing.T) {
	for _, c := range []struct {
		name  string
		needs feature
		set   string
		hint  string // how the draft comes back, "" where it never went
	}{
		{"in place", daemon, "", ""},
		{"by a new codex", always, relaunch, map[bool]string{true: "your draft: in codex's history, ↑ brings it back", false: "your draft: shown again when codex ends"}[!keptDrafts.missing()]},
	} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			t.Parallel()
			l := newLab(t, options{models: servedOnce})
			l.settings(c.set)
			s := l.wrapped()
			s.line("codex hello")
			s.see("• Done")
			s.submit("and now")
			s.bar(crowded, firstAlt)
			read()
			s.typed("a thought of mine")
			s.see("› a thought of mine")
			s.settle()
			s.key("C-]")
			s.answer("1", crowded, firstAlt)
			if r := l.turnOn(firstAlt); r.Says("user", "a thought") {
				t.Errorf("the draft was sent: %s", said(r))
			}
			if c.hint != "" {
				s.seeAny(c.hint)
				if s.idle(); !keptDrafts.missing() {
					s.wait("draft from the history, behind what was said since", func(rows []string) bool {
						if onScreen(rows, "› a thought of mine") {
							return true
						}
						s.settle()
						s.key("Up")
						return false
					})
					s.key("C-c")
				}
				s.quit()
				s.seeAny("your draft at the switch: a thought of mine")
				return
			}
			s.see("› a thought of mine")
		})
	}
}

// compactionSendsNoMessage: what was refused is not a prompt, so the new model is given none.
func compactionSendsNoMessage(t *testing.T) {
	l := newLab(t, options{models: servedOnce, builtIn: true})
	l.settings(relaunch)
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Done")
	s.submit("/compact")
	s.see(glyph + " Error running remote compact task: " + capacity)
	n := len(l.asked())
	s.answer("1", crowded, firstAlt)
	s.wait("footer with "+firstAlt, func(rows []string) bool {
		return slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(strings.ToLower(row), "  "+firstAlt+" ") })
	})
	s.idle()
	s.settle()
	if got := len(l.asked()); got != n {
		t.Errorf("a message was sent: %s", l.wire())
	}
	s.submit("and now")
	if r := l.turnOn(firstAlt); !r.Says("user", "hello") || !r.Says("user", "and now") {
		t.Errorf("the request to %s lost the conversation: %s", firstAlt, said(r))
	}
}

// compactsSoon is what makes codex compact by itself before the second turn. On the command line it would keep codex off
// its daemon.
const compactsSoon = "model_auto_compact_token_limit = 500"

// automaticCompactionGoesOn: codex compacts by itself before a turn, which is to go on with what was asked.
func automaticCompactionGoesOn(t *testing.T) {
	for _, c := range []struct {
		name    string
		builtIn bool
		cell    string
	}{
		{"codex's own provider", true, " Error running remote compact task: " + capacity},
		{"a provider of the user's", false, " " + capacity},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{models: servedOnce, builtIn: c.builtIn, config: compactsSoon})
			s := l.wrapped()
			s.line("codex hello")
			s.see("• Done")
			s.submit("and now")
			s.see(glyph + c.cell)
			s.answer("1", crowded, firstAlt)
			r := l.turnOn(firstAlt)
			if !r.Says("user", "and now") {
				t.Errorf("the request to %s lost what was asked: %s", firstAlt, said(r))
			}
			l.request("the compaction by "+firstAlt, func(r fakeapi.Request) bool {
				return r.Model == firstAlt && r.Purpose == fakeapi.Compaction && r.Says("user", "hello")
			})
			s.see("• Done")
			if got, want := l.modes(), map[bool]string{true: "fork", false: "in_place"}[daemon.missing()]; got != want {
				t.Errorf("went on by %q, want %s", got, want)
			}
		})
	}
}

// promptRefusedTwiceIsKept: a fork's own compaction is refused as well.
func promptRefusedTwiceIsKept(t *testing.T) {
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: servedOnce[crowded], firstAlt: refused}, builtIn: true, config: compactsSoon})
	l.settings(relaunch)
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Done")
	s.submit("and now")
	s.answer("1", crowded, firstAlt)
	s.answer("1", firstAlt, otherAlt)
	if r := l.turnOn(otherAlt); !r.Says("user", "and now") {
		t.Errorf("the request to %s lost what was asked: %s", otherAlt, said(r))
	}
}

// compactsByTheOld: the next model reads another form of compacted conversation, so that codex asks the model before for
// one first. That one is refused, and no other is to be blamed.
func compactsByTheOld(t *testing.T) {
	const otherFamily = "gpt-5.5"
	l := newLab(t, options{models: servedOnce, builtIn: true})
	l.write("x/cxhook/config.toml", fmt.Sprintf("models = [%q, %q]\n%s\n", otherFamily, otherAlt, relaunch))
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Done")
	s.submit("and now")
	s.answer("1", crowded, otherFamily)
	l.request("the compaction by "+crowded, func(r fakeapi.Request) bool { return r.Model == crowded && r.Purpose == fakeapi.Compaction })
	s.bar(crowded, otherFamily)
	if n := l.askedOf(otherFamily); n != 0 {
		t.Errorf("%s was asked: %s", otherFamily, l.wire())
	}
	journal, err := os.ReadFile(filepath.Join(l.root, "s", "cxhook", "journal.jsonl"))
	if got, want := blamed(string(journal)), crowded+" "+crowded; err != nil || got != want {
		t.Errorf("blamed are %q (%v), want %q", got, err, want)
	}
}

// blamed are the models of a journal's incidents.
func blamed(journal string) string {
	var models []string
	for line := range strings.Lines(journal) {
		var r struct{ Kind, Model string }
		if json.Unmarshal([]byte(line), &r) == nil && r.Kind == "incident" {
			models = append(models, r.Model)
		}
	}
	return strings.Join(models, " ")
}

// localCompactionIsRepeated: by a provider of the user's own a compaction is a request like any other, and its refusal
// says no more than a turn's.
func localCompactionIsRepeated(t *testing.T) {
	for _, c := range []struct {
		name, set string
		needs     feature
	}{
		{"in place", "", daemon},
		{"by a new codex", relaunch, always},
	} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			t.Parallel()
			l := newLab(t, options{models: servedOnce})
			l.settings(c.set)
			s := l.wrapped()
			s.line("codex hello")
			s.see("• Done")
			s.submit("/compact")
			s.see(glyph + " " + capacity)
			n := len(l.asked())
			s.answer("1", crowded, firstAlt)
			if c.set == "" {
				l.request("the compaction by "+firstAlt, func(r fakeapi.Request) bool { return r.Model == firstAlt && r.Purpose == fakeapi.Compaction })
				if !until(t, func() bool { return l.outcomes() == "worked" }) {
					t.Errorf("what came of it was noted as %q, want worked", l.outcomes())
				}
			}
			s.wait("footer with "+firstAlt, func(rows []string) bool {
				return slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(strings.ToLower(row), "  "+firstAlt+" ") })
			})
			s.idle()
			s.settle()
			if got := len(l.asked()); got != n {
				t.Errorf("a turn was sent that nobody asked for: %s", l.wire())
			}
		})
	}
}

// reviewIsSentAgain: where the daemon can be asked for one; elsewhere it is said.
func reviewIsSentAgain(t *testing.T) {
	const asked = "look at the parser"
	l := newLab(t, options{models: servedOnce})
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Done")
	s.submit("/review " + asked)
	s.seeAny("Code review started")
	s.answer("1", crowded, firstAlt)
	if daemon.missing() {
		s.seeAny("codex cannot be told to review again")
		s.settle()
		if n := l.askedOf(firstAlt); n != 0 {
			t.Errorf("a turn was sent that nobody asked for: %s", l.wire())
		}
		return
	}
	r := l.turnOn(firstAlt)
	if !r.Says("user", asked) || r.Says("user", "hello") { // a review begins with nothing of the conversation
		t.Errorf("%s was not asked for the review: %s", firstAlt, said(r))
	}
	s.seeAny("now on " + firstAlt)
}

// automaticCompactionOfExecGoesOn: the prompt is on the command line.
func automaticCompactionOfExecGoesOn(t *testing.T) {
	l := newLab(t, options{models: servedOnce, builtIn: true})
	s := l.wrapped()
	s.line("codex exec --skip-git-repo-check hello 2>&1 | tail -1")
	s.see(answered)
	s.line("codex exec --skip-git-repo-check -c model_auto_compact_token_limit=500 resume --last 'and now'")
	s.answer("1", crowded, firstAlt)
	if r := l.turnOn(firstAlt); !r.Says("user", "and now") {
		t.Errorf("the request to %s lost what was asked: %s", firstAlt, said(r))
	}
	s.shell()
	if status := s.status(); status != "0" {
		t.Errorf("status %s", status)
	}
}

// unheldPromptIsTold: codex has neither written down what was asked nor kept it in its history. Where the session's file
// holds it (0.155.1), the turn goes on.
func unheldPromptIsTold(t *testing.T) {
	l := newLab(t, options{models: servedOnce, builtIn: true})
	s := l.wrapped()
	s.line(`codex -c 'history.persistence="none"' -c model_auto_compact_token_limit=500 hello`)
	s.see("• Done")
	s.submit("and now")
	s.see(glyph + " Error running remote compact task: " + capacity)
	s.answer("1", crowded, firstAlt)
	if minor() < 155 {
		s.seeAny("codex has not kept what you asked last")
	} else if r := l.turnOn(firstAlt); !r.Says("user", "and now") {
		t.Errorf("the request to %s lost what was asked: %s", firstAlt, said(r))
	}
}

// untilGo is a command that ends when the test makes the file.
const untilGo = "until test -e go; do sleep 0.1; done"

// queuedPromptIsNotLost: codex sends it right after the refusal, to the same model.
func queuedPromptIsNotLost(t *testing.T) {
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.Tool, Text: untilGo}, {Kind: fakeapi.Capacity}}}})
	s := l.wrapped()
	s.line("codex --yolo hello")
	s.seeAny("esc to interrupt")
	s.enqueue("and then this")
	l.write("h/project/go", "")
	l.turnAfter(2)
	s.answer("1", crowded, firstAlt)
	r := l.turnOn(firstAlt)
	for _, text := range []string{"hello", "and then this"} {
		if !r.Says("user", text) {
			t.Errorf("the request to %s lost %q: %s", firstAlt, text, said(r))
		}
	}
	if n := strings.Count(fmt.Sprint(r.Input), "and then this"); n != 1 {
		t.Errorf("the queued prompt stands there %d times: %s", n, said(r))
	}
}

// twoTerminals: both wait for an answer in the same directory.
func twoTerminals(t *testing.T) {
	l := newLab(t, options{})
	screens := map[string]*screen{}
	words := []string{"ALPHA-QUESTION", "BETA-QUESTION"}
	for _, word := range words {
		s := l.wrapped()
		s.line("codex")
		s.submit(word)
		s.bar(crowded, firstAlt)
		screens[word] = s
	}
	for n, word := range words {
		l.screen = screens[word]
		screens[word].answer("1", crowded, firstAlt)
		r := l.turnAfter(2 + n)
		other := words[1-n]
		if r.Model != firstAlt || !r.Says("user", word) || r.Says("user", other) {
			t.Errorf("the terminal of %q asked %s: %s", word, r.Model, said(r))
		}
		screens[word].see("• Done")
	}
}
