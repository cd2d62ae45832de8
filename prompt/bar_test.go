package prompt

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

var start = time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)

func offer() Offer {
	return Offer{
		Title:   "gpt-5.6-sol is at capacity",
		Actions: actions(Action{Label: "gpt-6-sol"}, Action{Label: "gpt-6-luna"}),
		Why:     []string{"The server has no room for this model."},
	}
}

// actions are those models on the digits, and what letters do beside them.
func actions(models ...Action) []Action {
	models = slices.Clone(models)
	for i := range models {
		models[i].Key = '1' + rune(i)
	}
	return append(models, Action{Key: 'w', Label: lang.Text("bar.wait")}, Action{Key: 'f', Label: lang.Text("bar.fresh")})
}

// player presses keys on a bar as a terminal would send them.
type player struct {
	*Bar
	t     *testing.T
	input terminal.Input
	now   time.Time
}

// open gives a bar that has been on the screen, taking keys, for two seconds.
func open(t *testing.T) *player {
	p := &player{Bar: New(offer()), t: t, now: start}
	p.SetReady(true)
	p.show()
	p.now = p.now.Add(2 * time.Second)
	return p
}

// wide is the space below the composer of codex on a terminal of 100 columns.
var wide = Space{Cols: 100, Below: 3}

// show draws the bar for the user to see.
func (p *player) show() []string {
	rows := p.Draw(wide, p.now)
	p.Drawn(p.now)
	return rows
}

// press sends bytes in one read, lets the settling time pass and gives all outcome.
func (p *player) press(raw string) Outcome {
	out := p.Handle(append(p.input.Write([]byte(raw)), p.input.Flush()...), p.now)
	p.now = p.now.Add(settle)
	late := p.Tick(p.now)
	out.Pass = append(out.Pass, late.Pass...)
	if late.Choice.Kind != None {
		out.Choice = late.Choice
	}
	return out
}

func TestAKeyPressedAfterTheDrawingChooses(t *testing.T) {
	tests := []struct {
		name, raw string
		want      Choice
	}{
		{"first model", "1", Choice{Act, '1'}},
		{"second model", "2", Choice{Act, '2'}},
		{"second model, kitty protocol", "\x1b[50u", Choice{Act, '2'}},
		{"wait", "w", Choice{Act, 'w'}},
		{"fresh", "f", Choice{Act, 'f'}},
		{"escape", "\x1b", Choice{Kind: Leave}},
		{"escape, kitty protocol", "\x1b[27u", Choice{Kind: Leave}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := open(t).press(tt.raw)
			if out.Choice != tt.want || len(out.Pass) != 0 {
				t.Errorf("choice %+v, passed %q; want %+v and nothing passed", out.Choice, out.Pass, tt.want)
			}
		})
	}
}

func TestWhatIsNoAnswerGoesToCodexAndChoosesNothing(t *testing.T) {
	for name, raw := range map[string]string{
		"a paste":                     "\x1b[200~1\x1b[201~",
		"an unbracketed paste":        "1 is my first point",
		"a pasted digit and enter":    "1\r",
		"a pasted row with a digit":   "1\n",
		"a key repeat":                "\x1b[49;1:2u",
		"a key release":               "\x1b[49;1:3u",
		"an arrow":                    "\x1b[A",
		"a wheel turned into arrows":  "\x1b[A\x1b[A\x1b[A",
		"a mouse press":               "\x1b[<0;4;4M",
		"focus":                       "\x1b[I",
		"a cursor position report":    "\x1b[1;1R",
		"device attributes":           "\x1b[?62;22c",
		"a colour report":             "\x1b]11;rgb:0000/0000/0000\x1b\\",
		"a kitty flags report":        "\x1b[?7u",
		"a control key":               "\x03",
		"a digit with alt":            "\x1b1",
		"enter":                       "\r",
		"a digit without a candidate": "3",
	} {
		t.Run(name, func(t *testing.T) {
			out := open(t).press(raw)
			if string(out.Pass) != raw {
				t.Errorf("passed %q, want %q", out.Pass, raw)
			}
			if k := out.Choice.Kind; k != None && k != Leave {
				t.Errorf("chose %+v", out.Choice)
			}
		})
	}
}

func TestKeysBeforeTheBarCouldBeReadPass(t *testing.T) {
	tests := []struct {
		name string
		bar  func() (*Bar, time.Time)
	}{
		{"never drawn", func() (*Bar, time.Time) {
			b := New(offer())
			b.SetReady(true)
			return b, start.Add(time.Minute)
		}},
		{"drawn a moment ago", func() (*Bar, time.Time) {
			b := New(offer())
			b.SetReady(true)
			b.Drawn(start)
			return b, start.Add(Reaction - time.Millisecond)
		}},
		{"drawn passive", func() (*Bar, time.Time) {
			b := New(offer())
			b.Drawn(start)
			b.SetReady(true)
			return b, start.Add(time.Minute)
		}},
		{"a draft in the composer", func() (*Bar, time.Time) {
			b := New(offer())
			b.SetReady(true)
			b.Drawn(start)
			b.SetReady(false)
			return b, start.Add(time.Minute)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, now := tt.bar()
			p := &player{Bar: b, t: t, now: now}
			if out := p.press("1"); string(out.Pass) != "1" || out.Choice.Kind != None {
				t.Errorf("passed %q, chose %+v; want the key passed", out.Pass, out.Choice)
			}
		})
	}
}

func TestAKeyCountsOnlyOnceTheBarCanHaveBeenSeenOnAFarTerminal(t *testing.T) {
	const trip = 1200 * time.Millisecond
	for after, want := range map[time.Duration]Choice{
		Reaction + trip - time.Millisecond: {},
		Reaction + trip:                    {Act, '1'},
	} {
		b := New(offer())
		b.SetRoundTrip(trip)
		b.SetReady(true)
		b.Draw(wide, start)
		b.Drawn(start)
		p := &player{Bar: b, t: t, now: start.Add(after)}
		if out := p.press("1"); out.Choice != want {
			t.Errorf("chose %+v %v after the drawing, want %+v", out.Choice, after, want)
		}
	}
}

func TestTheBarWaitsLongerAfterAKeyFromAFarTerminal(t *testing.T) {
	p := open(t)
	p.SetRoundTrip(time.Second)
	at := p.now
	p.Passed(p.input.Write([]byte("x"))[0], at)
	if due := p.Next(at); due != at.Add(calm+time.Second) || p.TakesKeys(due.Add(-1)) || !p.TakesKeys(due) {
		t.Errorf("due %v after the key", due.Sub(at))
	}
}

func TestNewChoicesHaveToBeSeenBeforeAKeyTakesOne(t *testing.T) {
	p := open(t)
	p.offer.Actions = nil
	p.SetOffer(offer())
	p.Drawn(p.now)
	if out := p.press("1"); string(out.Pass) != "1" || out.Choice.Kind == Act {
		t.Errorf("passed %q, chose %+v at the moment the digits appeared", out.Pass, out.Choice)
	}
}

func TestAHeldKeyPasses(t *testing.T) {
	p := open(t)
	p.opened = true
	p.Passed(p.input.Write([]byte("1"))[0], p.now)
	p.Drawn(p.now)
	p.now = p.now.Add(heldKey - time.Millisecond)
	if out := p.press("1"); string(out.Pass) != "1" || out.Choice.Kind != None {
		t.Fatalf("passed %q, chose %+v; the key was still held down", out.Pass, out.Choice)
	}
	p.Drawn(p.now)
	p.now = p.now.Add(heldKey)
	if out := p.press("1"); out.Choice != (Choice{Act, '1'}) {
		t.Errorf("chose %+v; the key had been released long ago", out.Choice)
	}
}

func TestAPasteSplitOverTwoReadsPassesWhole(t *testing.T) {
	p := open(t)
	first := p.Handle(p.input.Write([]byte("1")), p.now)
	second := p.Handle(p.input.Write([]byte(". buy milk")), p.now.Add(settle/2))
	if got := string(first.Pass) + string(second.Pass); got != "1. buy milk" {
		t.Errorf("passed %q", got)
	}
	if first.Choice.Kind != None || second.Choice.Kind != None {
		t.Errorf("chose %+v, %+v", first.Choice, second.Choice)
	}
	if out := p.Tick(p.now.Add(time.Minute)); out.Choice.Kind != None {
		t.Errorf("chose %+v afterwards", out.Choice)
	}
}

func TestAnotherTextKeyDismissesAndPasses(t *testing.T) {
	p := open(t)
	out := p.press("h")
	if string(out.Pass) != "h" || out.Choice.Kind != Leave || !p.dismissed {
		t.Errorf("passed %q, chose %+v, dismissed %v", out.Pass, out.Choice, p.dismissed)
	}
}

func TestTheOpenKeyOpensAPassiveBarAndRecallsADismissedOne(t *testing.T) {
	for name, key := range map[string]string{"legacy": "\x1d", "kitty": "\x1b[93;5u"} {
		t.Run(name, func(t *testing.T) {
			p := open(t)
			p.press("\x1b")
			if !p.dismissed {
				t.Fatal("still visible after escape")
			}
			p.SetReady(false)
			if out := p.press(key); len(out.Pass) != 0 || !p.TakesKeys(p.now) {
				t.Fatalf("passed %q, takes keys %v", out.Pass, p.TakesKeys(p.now))
			}
			p.Drawn(p.now)
			p.now = p.now.Add(time.Second)
			if out := p.press("2"); out.Choice != (Choice{Act, '2'}) {
				t.Errorf("chose %+v", out.Choice)
			}
		})
	}
}

func TestABarWaitsASecondAfterTheLastKey(t *testing.T) {
	p := open(t)
	p.press("\x1b[A")
	if p.TakesKeys(p.now) {
		t.Error("takes keys right after an arrow")
	}
	due := p.Next(p.now)
	if p.TakesKeys(due.Add(-time.Millisecond)) || !p.TakesKeys(due) {
		t.Errorf("does not begin to take keys at %v, when it says it changes", due.Sub(p.now))
	}
}

func TestACountdownIsShownAndMayBeCutShort(t *testing.T) {
	for raw, want := range map[string]Kind{" ": Now, "\x1b": StopWait, "2": Act, "w": None} {
		p := open(t)
		p.StartWait(p.now.Add(45 * time.Second))
		if got := plain(p.Draw(wide, p.now)); !strings.Contains(got, "retry in 45s   space now") {
			t.Errorf("bar reads %q", got)
		}
		if due := p.Next(p.now); plain(p.Draw(wide, due)) == plain(p.Draw(wide, p.now)) {
			t.Errorf("the bar does not change at %v, when it says it does", due.Sub(p.now))
		}
		p.Drawn(p.now)
		p.now = p.now.Add(time.Second)
		if out := p.press(raw); out.Choice.Kind != want {
			t.Errorf("%q chose %+v, want %v", raw, out.Choice, want)
		}
	}
}

func TestACountdownShowsWhatIsLeftAndOfALongOneWhenItEnds(t *testing.T) {
	zone := time.FixedZone("", 8*60*60) // 18:00 there at the start
	for left, want := range map[time.Duration]string{
		-time.Hour:                                      "retry in 0s",
		400 * time.Millisecond:                          "retry in 1s",
		99 * time.Second:                                "retry in 99s",
		100 * time.Second:                               "retry in 1:40 (18:01)",
		9*time.Minute + 58*time.Second + 1:              "retry in 9:59 (18:09)",
		10 * time.Minute:                                "retry in 10:00 (18:10)",
		2*time.Hour + 13*time.Minute:                    "retry in 2:13:00 (20:13)",
		2*time.Hour + 12*time.Minute + 5*time.Second:    "retry in 2:13:00 (20:12)",
		6*time.Hour + time.Minute:                       "retry in 6:01:00 (Nov 30 00:01)",
		3*24*time.Hour + 4*time.Minute + 30*time.Second: "retry in 72:05:00 (Dec 2 18:04)",
	} {
		if got := countdown(start.Add(left).In(zone), start); got != want {
			t.Errorf("%v left: %q, want %q", left, got, want)
		}
	}
}

// Each second near its end, each minute before.
func TestACountdownOfHoursWakesNobodyEachSecond(t *testing.T) {
	p := open(t)
	p.StartWait(p.now.Add(3 * time.Hour))
	woken := 0
	for now := p.now; ; woken++ {
		next := p.Next(now)
		if next.IsZero() {
			break
		}
		if text := countdown(p.waitUntil, next); !next.After(now) || text == countdown(p.waitUntil, now) && next.Before(p.waitUntil) {
			t.Fatalf("at %v due in %v, and then it reads %q again", now, next.Sub(now), text)
		}
		if next.Sub(now) > time.Minute {
			t.Fatalf("at %v nobody looks for %v: a computer that slept would not be noticed", now, next.Sub(now))
		}
		now = next
	}
	if most := 170 + 600; woken > most {
		t.Errorf("woken %d times in three hours, want %d at most", woken, most)
	}
}

// A computer that sleeps does not advance the clock that Go measures spans with.
func TestACountdownEndsByTheClockOnTheWall(t *testing.T) {
	p := open(t)
	p.StartWait(time.Now().Add(time.Hour))
	if until, _ := p.Waiting(); strings.Contains(until.String(), "m=") {
		t.Errorf("it ends at %v", until)
	}
}

func TestAKeyWhoseMeaningChangesBeforeItSettlesIsCodexs(t *testing.T) {
	p := open(t)
	p.Handle(p.input.Write([]byte("1")), p.now)
	p.SetOffer(Offer{Title: "m", Actions: actions(Action{Label: "another"})})
	p.Drawn(p.now)
	if out := p.Tick(p.now.Add(settle)); out.Choice.Kind != None || string(out.Pass) != "1" {
		t.Errorf("chose %+v, passed %q", out.Choice, out.Pass)
	}
}

func TestWhatOnlyInformsIsFaint(t *testing.T) {
	p := open(t)
	p.offer = Offer{Title: "not logged in: run codex login", Faint: true, Why: []string{"because"}}
	row := p.show()[0]
	if !strings.HasPrefix(row, faint) || strings.Contains(row, "[7m") {
		t.Errorf("drawn: %q", row)
	}
	if got, want := strings.TrimRight(plain([]string{row}), " "), " not logged in: run codex login   ? why   esc"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheWhyKeyShowsTheReasonUntilEscape(t *testing.T) {
	p := open(t)
	if out := p.press("?"); out.Choice.Kind != None || len(out.Pass) != 0 {
		t.Fatalf("%+v", out)
	}
	if got := plain(p.Draw(wide, p.now)); !strings.Contains(got, "no room for this model") {
		t.Errorf("bar reads %q", got)
	}
	p.press("\x1b")
	if got := plain(p.Draw(wide, p.now)); p.dismissed || strings.Contains(got, "no room") {
		t.Errorf("after escape dismissed %v, reads %q", p.dismissed, got)
	}
}

func TestALongReasonKeepsItsBeginningAndTheKeys(t *testing.T) {
	p := open(t)
	p.offer.Why = []string{strings.Repeat("many words of a reason ", 40)}
	p.why = true
	rows := strings.Split(plain(p.Draw(Space{40, 8, 3}, p.now)), "\n")
	if len(rows) != 8 || !strings.HasPrefix(rows[0], " many words of") {
		t.Errorf("%d rows, the first %q", len(rows), rows[0])
	}
	if got := strings.Join(rows, "\n"); !strings.Contains(got, "…") || !strings.Contains(got, "esc") {
		t.Errorf("the rows do not tell that there is more, or have lost the keys:\n%s", got)
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

func plain(rows []string) string { return sgr.ReplaceAllString(strings.Join(rows, "\n"), "") }

func TestTheBarReadsOnOneRowWhereThereIsRoom(t *testing.T) {
	want := " gpt-5.6-sol is at capacity   1 gpt-6-sol   2 gpt-6-luna   w wait   f fresh   ? why   esc"
	got := plain(open(t).Draw(wide, start.Add(time.Minute)))
	if strings.TrimRight(got, " ") != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAPassiveBarNamesTheOpenKeyOnly(t *testing.T) {
	b := New(offer())
	got := strings.TrimRight(plain(b.Draw(wide, start)), " ")
	if want := " gpt-5.6-sol is at capacity   ctrl-] choose"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// speak sets the language for one test.
func speak(t *testing.T, l lang.Language) {
	lang.Use(func() lang.Language { return l })
	t.Cleanup(func() { lang.Use(func() lang.Language { return lang.English }) })
}

func TestEveryRowIsExactlyAsWideAsTheTerminalInEveryLanguage(t *testing.T) {
	for _, language := range lang.Languages() {
		speak(t, language)
		choosing := open(t)
		choosing.offer.Actions = actions(Action{Label: "gpt-6-sol"}, Action{Label: "gpt-6-luna"}, Action{Label: "模型-\x1b[31m-sol", Note: "effort low, will compact first"})
		choosing.offer.Note, choosing.offer.Title = "2 retries were refused", lang.Text("bar.compact", "gpt-5.6-sol")
		choosing.offer.Why = []string{strings.Repeat("many words of a reason ", 10), "来自 OpenAI 的服务器：该模型现在没有空闲容量。换用另一个模型，继续同一个对话。"}
		choosing.why = true
		waiting := open(t)
		waiting.offer.WaitNote = "models are crowded at the full hour: better switch"
		waiting.StartWait(start.Add(2 * time.Minute))
		passive := New(offer())
		shown := map[string]func(cols int) []string{
			"choosing": func(cols int) []string { return choosing.Draw(Space{cols, 18, 3}, start.Add(time.Minute)) },
			"waiting":  func(cols int) []string { return waiting.Draw(Space{cols, 18, 3}, start.Add(time.Minute)) },
			"passive":  func(cols int) []string { return passive.Draw(Space{cols, 18, 3}, start) },
			"notice": func(cols int) []string {
				return Notice("asked codex to go on with gpt-6-sol, but it did not answer; look before you go on", Space{cols, 18, 3})
			},
		}
		for name, draw := range shown {
			for cols := minCols; cols <= 220; cols++ {
				rows := draw(cols)
				if len(rows) == 0 || len(rows) > 18 {
					t.Fatalf("%s, %s: %d rows at %d columns", language, name, len(rows), cols)
				}
				for _, row := range rows {
					text := plain([]string{row})
					if w := terminal.Width(text); w != cols {
						t.Fatalf("%s, %s: a row of %d columns at %d: %q", language, name, w, cols, text)
					}
					if strings.ContainsAny(text, "\x1b\r\n\x07") {
						t.Fatalf("%s, %s: control characters in %q", language, name, text)
					}
				}
			}
		}
	}
}

func TestTheBarReadsInChineseWithTheSameKeys(t *testing.T) {
	speak(t, lang.Chinese)
	p := open(t)
	p.offer.Title, p.offer.Actions = lang.Text("bar.at_capacity", "gpt-5.6-sol"), actions(Action{Label: "gpt-6-sol"}, Action{Label: "gpt-6-luna"})
	p.offer.Actions[1].Note = "effort low, will compact first"
	want := " gpt-5.6-sol 已满载   1 gpt-6-sol   2 gpt-6-luna (推理强度 low，会先压缩对话)   w 等待   f 重来   ? 原因   esc"
	if got := plain(p.Draw(Space{120, 0, 3}, start.Add(time.Minute))); strings.TrimRight(got, " ") != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if out := p.press("2"); out.Choice != (Choice{Act, '2'}) {
		t.Errorf("2 chose %+v", out.Choice)
	}
}

// A text without spaces is broken between its characters, and no line begins with a mark that closes a phrase.
func TestAChineseNoticeIsShownWholeOnANarrowTerminal(t *testing.T) {
	speak(t, lang.Chinese)
	rows := Notice("asked codex to go on with gpt-6-sol, but it did not answer; look before you go on", Space{20, 18, 3})
	read := ""
	for _, row := range rows {
		text := strings.TrimSpace(plain([]string{row}))
		if strings.HasPrefix(text, "，") || strings.HasPrefix(text, "；") {
			t.Errorf("a row begins with %q", text)
		}
		read += text
	}
	if want := lang.Heard("asked codex to go on with gpt-6-sol, but it did not answer; look before you go on"); strings.ReplaceAll(read, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("the rows read %q, want %q", read, want)
	}
}

func TestAKeyDoesNotChooseFromABarThatIsNotShown(t *testing.T) {
	p := open(t)
	p.Hidden()
	if out := p.press("1"); out.Choice.Kind != None || string(out.Pass) != "1" {
		t.Errorf("%+v, passed %q", out.Choice, out.Pass)
	}
}

func TestATerminalWithoutRoomGetsNoBar(t *testing.T) {
	for _, space := range []Space{{1, 0, 1}, {minCols - 1, 20, 3}, {80, 0, 0}} {
		if rows := open(t).Draw(space, start.Add(time.Minute)); rows != nil {
			t.Errorf("%v: %q", space, rows)
		}
	}
}

// catalogue is what is offered where the user has named no models.
func catalogue() []Action {
	var all []Action
	for _, name := range []string{
		"gpt-6-sol", "gpt-6.1-sol", "gpt-6.2-sol", "gpt-6.2-astra", "gpt-6.1-terra", "gpt-6-astra", "gpt-6-luna", "gpt-5.6-terra", "gpt-5.6-luna",
	} {
		all = append(all, Action{Label: name})
	}
	return all
}

// The more models there are and the less room, the less words, never less than one model, what stops, and the key for
// the others. One row wherever it can tell what the keys do.
func TestAsManyModelsAsFitAreOffered(t *testing.T) {
	tiers := []Action{{Label: "gpt-6-sol"}, {Label: "gpt-6-luna", Note: "effort max"}}
	for _, tt := range []struct {
		name   string
		models []Action
		most   int
		space  Space
		want   string
	}{
		{"tiers on a wide terminal", tiers, 0, Space{120, 24, 3},
			" gpt-5.6-sol is at capacity   1 gpt-6-sol   2 gpt-6-luna (effort max)   w wait   f fresh   ? why   esc"},
		{"the catalogue on a very wide one", catalogue(), 0, Space{160, 24, 3},
			" gpt-5.6-sol is at capacity   1 gpt-6-sol   2 gpt-6.1-sol   3 gpt-6.2-sol   4 gpt-6.2-astra   tab more   w wait   f fresh   ? why   esc"},
		{"on an ordinary one", catalogue(), 0, Space{100, 24, 3},
			" gpt-5.6-sol is at capacity  1 gpt-6-sol  2 gpt-6.1-sol  tab more  w wait  f fresh  ? why  esc"},
		{"on a small one", catalogue(), 0, Space{80, 18, 3},
			" gpt-5.6-sol is at capacity   1 gpt-6-sol   2 gpt-6.1-sol   3 gpt-6.2-sol\n 4 gpt-6.2-astra   tab more   w wait   f fresh   ? why   esc"},
		{"more tiers than four, where they fit", catalogue(), 9, Space{200, 24, 3},
			" gpt-5.6-sol is at capacity   1 gpt-6-sol   2 gpt-6.1-sol   3 gpt-6.2-sol   4 gpt-6.2-astra   5 gpt-6.1-terra   6 gpt-6-astra   7 gpt-6-luna   tab more   w wait   f fresh   ? why   esc"},
		{"a narrow one", catalogue(), 0, Space{40, 18, 3},
			" gpt-5.6-sol is at capacity 1 gpt-6-sol\n 2 gpt-6.1-sol tab w f ? esc"},
		{"one row below the composer", catalogue(), 0, Space{40, 18, 1},
			" 1 gpt-6-sol tab w f ? esc"},
		{"24 by 10", catalogue(), 0, Space{24, 6, 1}, " 1 gpt-6-sol tab w esc"},
		{"20 by 6", catalogue(), 0, Space{20, 1, 2}, " 1 gpt-6-sol   tab\n w   f   ?   esc"},
		{"no row below the composer, but above it", tiers, 0, Space{60, 5, 0},
			" gpt-5.6-sol is at capacity   1 gpt-6-sol\n 2 gpt-6-luna (effort max)   w wait   f fresh   ? why   esc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t)
			p.offer.Actions, p.offer.Most = actions(tt.models...), tt.most
			var got []string
			for _, row := range strings.Split(plain(p.Draw(tt.space, p.now)), "\n") {
				got = append(got, strings.TrimRight(row, " "))
			}
			if got := strings.Join(got, "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestTabShowsTheOtherModelsAndOnlyThoseInSightAreChosen(t *testing.T) {
	p := open(t)
	p.offer.Actions = actions(catalogue()...)
	p.show()
	if out := p.press("5"); string(out.Pass) != "5" || out.Choice.Kind == Act {
		t.Fatalf("passed %q, chose %+v from what is not shown", out.Pass, out.Choice)
	}
	p = open(t)
	p.offer.Actions = actions(catalogue()...)
	seen := 0
	for range 2 { // all, and from the first again
		for first := true; first || p.from > 0; first = false {
			row := plain(p.show())
			for i, c := range catalogue() {
				if strings.Contains(row, c.Label+" ") != (i >= p.from && i < p.to) {
					t.Fatalf("models %d to %d: %s", p.from+1, p.to, row)
				}
			}
			seen = p.to
			p.now = p.now.Add(time.Second)
			if out := p.press("\t"); len(out.Pass) > 0 || out.Choice.Kind != None {
				t.Fatalf("%+v", out)
			}
			if !p.drawn.IsZero() {
				t.Fatal("the next models can be chosen before they are seen")
			}
		}
		if seen != len(catalogue()) {
			t.Errorf("%d models were shown", seen)
		}
	}
	for range 2 {
		p.show()
		p.now = p.now.Add(time.Second)
		if p.from == 0 {
			p.press("\t")
		}
	}
	if out := p.press("3"); out.Choice != (Choice{Act, '3'}) {
		t.Errorf("chose %+v", out.Choice)
	}
}

func TestTabIsCodexsWhereAllModelsAreShown(t *testing.T) {
	p := open(t)
	p.show()
	for _, key := range []string{"\t", "\x1b[Z"} {
		if out := p.press(key); string(out.Pass) != key {
			t.Errorf("%q: passed %q", key, out.Pass)
		}
	}
}

func TestTheOpenKeyShowsTheChoicesNotWhatWasExplainedBefore(t *testing.T) {
	now := time.Now()
	b := New(Offer{Title: "m", Actions: actions(Action{Label: "n"}), Why: []string{"because"}})
	b.SetReady(true)
	later := now
	press := func(key string) {
		later = later.Add(2 * time.Second)
		b.Drawn(later)
		later = later.Add(2 * time.Second)
		var in terminal.Input
		b.Handle(append(in.Write([]byte(key)), in.Flush()...), later)
		b.Tick(later.Add(settle))
	}
	press("?")
	press("x") // the user types on
	press("\x1d")
	if got := strings.Join(b.Draw(Space{Cols: 100, Above: 20, Below: 2}, later), "\n"); strings.Contains(got, "because") {
		t.Errorf("drawn: %q", got)
	}
}

// Who waits for what Next says must not be told of the past: that would be a loop without an end.
func TestACountdownThatHasEndedOverADraftChangesNothingByItself(t *testing.T) {
	now := time.Now()
	b := New(Offer{Title: "m", Actions: actions(Action{Label: "n"})})
	b.StartWait(now)
	for _, late := range []time.Duration{0, time.Millisecond, time.Second, time.Minute} {
		if next := b.Next(now.Add(late)); !next.IsZero() {
			t.Errorf("%v after the end the bar changes at %v", late, next.Sub(now))
		}
	}
	b.Passed(terminal.Event{Kind: terminal.KindPaste}, now)
	if next := b.Next(now.Add(time.Millisecond)); next != now.Add(calm) {
		t.Errorf("the user who types is calm at %v, want %v", next.Sub(now), calm)
	}
}
