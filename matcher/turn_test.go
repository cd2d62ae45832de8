package matcher_test

import (
	"testing"
	"time"

	"github.com/cxhook/cxhook/matcher"
)

// script feeds a watcher of 80 by 40 cells, at times in milliseconds.
type script struct {
	w  *matcher.Watcher
	at time.Duration
}

func newScript(o matcher.Options) *script {
	o.Cols, o.Rows = 80, 40
	return &script{w: matcher.NewWatcher(o)}
}

func (s *script) time(ms int) time.Duration {
	s.at = time.Duration(ms) * time.Millisecond
	return s.at
}

func (s *script) draw(ms int, v scene)     { s.w.Output(s.time(ms), v.draw(80, 40)) }
func (s *script) write(ms int, b string)   { s.w.Output(s.time(ms), []byte(b)) }
func (s *script) typed(ms int, key string) { s.w.Input(s.time(ms), []byte(key)) }
func (s *script) pause(ms int)             { s.w.Idle(s.time(ms)) }

// want compares the incidents that have been given out since the last call.
func (s *script) want(t *testing.T, n int) {
	t.Helper()
	if found := s.w.Incidents(); len(found) != n {
		t.Errorf("at %v: %d incidents, want %d: %+v", s.at, len(found), n, found)
	}
}

const (
	stateWorking = "\x1b]7501;state=working:app=codex\x1b\\"
	stateIdle    = "\x1b]7501;state=idle:app=codex\x1b\\"
	stateError   = "\x1b]7501;state=error:app=codex\x1b\\"
	stateDone    = "\x1b]7501;state=done:app=codex\x1b\\"
)

var (
	one, two, three = userPrompt("one"), userPrompt("two"), userPrompt("three")
	refused         = errorCell(sentence)
)

func queued(cells ...cell) scene {
	s := working(cells...)
	s.queue = "two"
	return s
}

func TestWithoutAQueueTheFirstPauseIsEnough(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, working(one))
	s.draw(100, resting(one, refused))
	s.want(t, 0)
	if due, ok := s.w.Due(); !ok || due != 600*time.Millisecond {
		t.Errorf("due at %v, %v; want 600ms", due, ok)
	}
	s.pause(160)
	s.want(t, 1)
	if _, ok := s.w.Due(); ok {
		t.Error("something is due after the incident")
	}
	s.pause(1000)
	s.want(t, 0)
}

func TestAQueuedPromptThatFailsTooBelongsToTheSameIncident(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, queued(one))
	s.draw(100, resting(one, refused))
	s.pause(160)
	s.draw(200, working(one, refused, two))
	s.draw(300, resting(one, refused, two, refused))
	s.pause(360)
	s.pause(900)
	s.want(t, 1)
}

func TestAQueuedPromptThatSucceedsLeavesNoIncident(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, queued(one))
	s.draw(100, resting(one, refused))
	s.pause(160)
	s.draw(200, working(one, refused, two))
	s.draw(900, working(one, refused, two))
	s.draw(2000, resting(one, refused, two, prose("Done.")))
	s.pause(3000)
	s.want(t, 0)
}

func TestAQueuedPromptThatIsNeverSentDoesNotHideTheFailure(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, queued(one))
	s.draw(100, resting(one, refused))
	s.pause(160)
	s.want(t, 0)
	s.pause(600)
	s.want(t, 1)
}

// Codex may draw the queued prompt with the failure before it and lose it, or send it.
func TestAQueuedPromptThatIsDrawnWithTheFailureDoesNotHideIt(t *testing.T) {
	for _, next := range []cell{two, one} { // the same words may be asked again
		lost := newScript(matcher.Options{})
		lost.draw(0, queued(one))
		lost.draw(100, resting(one, refused, next))
		lost.pause(160)
		lost.want(t, 0)
		lost.pause(600)
		lost.want(t, 1)
		lost.draw(700, resting(one, refused, next))
		lost.pause(2000)
		lost.want(t, 0)

		sent := newScript(matcher.Options{})
		sent.draw(0, queued(one))
		sent.draw(100, resting(one, refused, next))
		sent.draw(120, working(one, refused, next))
		sent.draw(900, resting(one, refused, next, prose("Done.")))
		sent.pause(2000)
		sent.want(t, 0)
	}
}

func TestAFailureAboveANewerPromptIsNotTheRunningTurns(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, queued(one, refused, two))
	s.draw(100, resting(one, refused, two, prose("Done."), three))
	s.pause(160)
	s.pause(2000)
	s.want(t, 0)
}

func TestACompactionsSecondTextIsNoSecondIncident(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, working(one))
	s.draw(100, resting(one, errorCell(compactSentence)))
	s.pause(160)
	s.want(t, 1)
	s.draw(200, working(one, errorCell(compactSentence)))
	s.draw(300, resting(one, errorCell(compactSentence), refused))
	s.pause(360)
	s.pause(1000)
	s.want(t, 0)
}

func TestTheStateThatCodexReportsCounts(t *testing.T) {
	// 0.163 to 0.167 report idle after a refusal, later releases error; the frame that shows it may come after either.
	for _, ended := range []string{stateIdle, stateError} {
		s := newScript(matcher.Options{})
		s.write(0, stateWorking)
		s.draw(10, resting(one)) // no working line yet
		if !s.w.Working() {
			t.Error("not working after the state was reported")
		}
		s.draw(100, resting(one, refused))
		s.pause(160)
		s.want(t, 0)
		s.write(200, ended)
		s.draw(210, resting(one, refused))
		s.pause(300)
		s.want(t, 1)
	}
}

func TestAfterATurnThatIsDoneNothingFails(t *testing.T) {
	s := newScript(matcher.Options{})
	s.write(0, stateWorking)
	s.draw(10, working(one))
	s.draw(100, resting(one, prose("Done.")))
	s.write(110, stateDone)
	s.draw(2000, resting(one, prose("Done."), refused))
	s.pause(3000)
	s.want(t, 0)
}

func TestAReplayMayComeInSeveralFrames(t *testing.T) {
	for name, state := range map[string]string{"before 0.163": "", "since 0.163": stateWorking} {
		t.Run(name, func(t *testing.T) {
			s := newScript(matcher.Options{Resumed: true, Prompted: true})
			s.write(0, state)
			s.draw(10, resting())
			s.draw(20, resting(one))
			s.draw(30, resting(one, refused))
			s.pause(90)
			s.draw(100, resting(one, refused, two))
			s.draw(110, working(one, refused, two))
			s.want(t, 0)
			s.write(120, stateError)
			s.draw(130, resting(one, refused, two, refused))
			s.pause(200)
			s.want(t, 1)
		})
	}
}

func TestASlashCommandMayDrawAnotherConversation(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, working(one))
	s.draw(100, resting(one, prose("Done.")))
	s.typed(200, "/resume")
	s.draw(210, scene{cells: []cell{one, prose("Done.")}, draft: "/resume", footer: "x"})
	s.typed(300, "\r")
	s.draw(310, scene{cells: []cell{{"  ", "Resume a previous session", 2, normal}}, overlay: true})
	s.typed(400, "\r")
	s.draw(410, resting(two))
	s.draw(420, resting(two, refused))
	s.pause(500)
	s.want(t, 0)
	// The next turn is one like any other.
	s.draw(600, working(two, refused, three))
	s.draw(700, resting(two, refused, three, refused))
	s.pause(800)
	s.want(t, 1)
}

func TestEnterTellsATurnThatFailsBeforeItIsDrawn(t *testing.T) {
	for name, keys := range map[string]string{"legacy": "\r", "kitty": "\x1b[13u", "kitty with its release": "\x1b[13u\x1b[13;1:3u"} {
		t.Run(name, func(t *testing.T) {
			s := newScript(matcher.Options{Prompted: true})
			s.draw(0, resting(one, refused))
			s.pause(60)
			s.want(t, 1)
			s.typed(100, "two")
			s.draw(110, scene{cells: []cell{one, refused}, draft: "two", footer: "x"})
			s.typed(200, keys)
			s.draw(210, resting(one, refused, two, refused))
			s.pause(300)
			s.want(t, 1)
		})
	}
	for name, keys := range map[string]string{"a line feed": "\n", "Alt": "\x1b\r", "Shift": "\x1b[13;2u", "inside a paste": "\x1b[200~x\r\x1b[201~"} {
		t.Run(name+" sends nothing", func(t *testing.T) {
			s := newScript(matcher.Options{})
			s.draw(0, resting(one, prose("Done.")))
			s.typed(100, keys)
			s.draw(210, resting(three, refused))
			s.pause(300)
			s.want(t, 0)
		})
	}
}

func TestAPromptOnTheCommandLineIsATurn(t *testing.T) {
	for _, prompted := range []bool{true, false} {
		s := newScript(matcher.Options{Prompted: prompted})
		s.draw(0, resting())
		s.draw(100, resting(one, refused))
		s.pause(200)
		if prompted {
			s.want(t, 1)
		} else {
			s.want(t, 0)
		}
	}
}

func TestAnAnswerMayLookLikeTheStatusRow(t *testing.T) {
	s := newScript(matcher.Options{})
	s.draw(0, working(one))
	s.draw(100, resting(one, prose("Working (3s • esc to interrupt)"), refused))
	s.pause(200)
	s.want(t, 1)
}

func TestAfterALossTheFailureAloneMayBeDrawn(t *testing.T) {
	s := newScript(matcher.Options{})
	s.w.Lost()
	s.write(0, "\x1b[?2026h\x1b[36;1H\x1b[1m•\x1b[0m Working (1s • esc to interrupt)\x1b[K\x1b[?2026l")
	s.write(100, "\x1b[?2026h\x1b[36;1H\x1b[K\x1b[8;1H\x1b[31m■ "+sentence+"\x1b[0m\x1b[38;1H\x1b[?2026l")
	s.pause(200)
	s.want(t, 1)
}

func TestACursorReportPlacesTheScreen(t *testing.T) {
	s := newScript(matcher.Options{})
	s.write(0, "\x1b[6n")
	s.typed(1, "\x1b[7;3R")
	if row, col, _ := s.w.Screen().Cursor(); row != 6 || col != 2 {
		t.Errorf("cursor at %d, %d; want 6, 2", row, col)
	}
}

func TestACompactionThatIsRefusedAtOnce(t *testing.T) {
	again := errorCell(compactSentence)
	for _, name := range []string{"/compact", "/com", "  /compact "} {
		s := newScript(matcher.Options{})
		s.draw(0, working(one))
		s.draw(100, resting(one, refused))
		s.pause(160)
		s.want(t, 1)
		s.typed(1000, name)
		s.typed(1100, "\r")
		s.draw(1150, resting(one, refused))
		s.draw(1200, resting(one, refused, again))
		s.pause(1260)
		s.want(t, 1)
	}
}

func TestACompactionIsToldByTheComposerWhereNoInputIsKnown(t *testing.T) {
	again := errorCell(compactSentence)
	for _, gone := range []scene{resting(one, refused), resting(one, refused, again)} {
		s := newScript(matcher.Options{})
		s.draw(0, working(one))
		s.draw(100, resting(one, refused))
		s.pause(160)
		s.want(t, 1)
		typed := resting(one, refused)
		typed.draft = "/compact"
		s.draw(1000, typed)
		s.draw(1150, gone)
		s.draw(1200, resting(one, refused, again))
		s.pause(1260)
		s.want(t, 1)
	}
}

func TestACommandThatIsStillTypedIsNoCompaction(t *testing.T) {
	typed := resting(one)
	typed.draft = "/compact"
	s := newScript(matcher.Options{})
	s.draw(0, working(one))
	s.draw(100, resting(one))
	s.write(150, stateDone)
	s.draw(1000, typed)
	typed.cells = append(typed.cells, refused)
	s.draw(1200, typed)
	s.pause(2000)
	s.want(t, 0)
}

func TestAFailureThatAListHasCoveredIsNoNewOne(t *testing.T) {
	var screen []cell
	for range 15 { // so long that the list stands over the failure
		screen = append(screen, prose("Done."))
	}
	screen = append(screen, one, refused)
	s := newScript(matcher.Options{})
	s.draw(0, working(screen[:len(screen)-1]...))
	s.draw(100, resting(screen...))
	s.pause(160)
	s.want(t, 1)
	s.typed(1000, "/compact")
	typed := resting(screen...)
	typed.draft, typed.list = "/compact", []string{"/compact", "", ""}
	s.draw(1050, typed)
	s.typed(1100, "\r")
	s.draw(1150, resting(screen...))
	s.pause(2000)
	s.want(t, 0)
	s.draw(2100, resting(append(screen, errorCell(compactSentence))...))
	s.pause(2200)
	s.want(t, 1)
}

func TestACompactionRunsWhereItsLineIsCutInsideTheTime(t *testing.T) {
	for _, status := range []string{"Compacting context (0…", "Working (1m…", "Working (1m 2…", "Working (12s…", "Working (…"} {
		s := newScript(matcher.Options{})
		v := working(one)
		v.status = status
		s.draw(0, v)
		if !s.w.Working() {
			t.Errorf("%q is no working line", status)
		}
	}
}

func TestAnotherCommandIsNoCompaction(t *testing.T) {
	for _, name := range []string{"/resume", "/co", "/compactx"} {
		s := newScript(matcher.Options{})
		s.draw(0, working(one))
		s.draw(100, resting(one))
		s.typed(1000, name+"\r")
		s.draw(1150, resting(one, refused))
		s.pause(2000)
		s.want(t, 0)
	}
}
