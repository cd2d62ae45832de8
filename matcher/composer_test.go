package matcher_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/replay"
)

// walk plays a recording and calls before ahead of every key or paste.
func walk(t *testing.T, name string, before func(w *matcher.Watcher, key string)) *matcher.Watcher {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata/recordings", name+".cast"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c, err := cast.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	w := matcher.NewWatcher(replay.Options(c.Header()))
	at := time.Duration(0)
	for e, err := c.Next(); err == nil; e, err = c.Next() {
		reply := strings.HasPrefix(e.Data, "\x1b[?") || strings.HasPrefix(e.Data, "\x1b]") || strings.HasSuffix(e.Data, "R")
		if e.Kind == cast.Input && !reply {
			before(w, e.Data)
		}
		if err := replay.Feed(w, e); err != nil {
			t.Fatal(err)
		}
		at = e.At
	}
	w.Exit(at, 0)
	return w
}

func TestComposerStates(t *testing.T) {
	empty := matcher.Composer{Visible: true, Empty: true}
	drafted := matcher.Composer{Visible: true}
	blocked := matcher.Composer{Blocked: true}
	// The state in which each input found the composer.
	steps := []struct {
		key   string
		state matcher.Composer
	}{
		{"hello draft", empty},
		{"\x15", drafted},
		{"?", empty},
		{"\x7f", empty}, // the shortcuts are shown below it
		{"/model", empty},
		{"\r", drafted}, // with a list of commands
		{"\x1b", blocked},
		{"\x15", empty},
		{"line one", empty},
		{"\n", drafted},
		{"line two", drafted},
		{"\x15", drafted},
		{"\x15", drafted},
		{"\x15", drafted},
		{"\x14", empty},
		{"q", blocked}, // the transcript covers the screen
		{"\x1b[200~pasted text\x1b[201~", empty},
		{"\x03", drafted},
		{"\x03", empty},
	}
	for _, release := range []string{"0.98.0", "0.106.0", "0.144.6", "0.171.0"} {
		t.Run(release, func(t *testing.T) {
			i := 0
			w := walk(t, release+"/composer", func(w *matcher.Watcher, key string) {
				if i >= len(steps) || key != steps[i].key {
					t.Fatalf("input %d is %q", i, key)
				}
				want := steps[i].state
				if release == "0.171.0" {
					// There Ctrl-T unfolds the transcript in place, so that the q after it is a draft.
					switch i {
					case 15:
						want = empty
					case 16:
						want = drafted
					}
				}
				if got := state(w.Composer()); got != want {
					t.Errorf("before input %d, %q: %+v, want %+v", i, key, got, want)
				}
				if w.Model() != "gpt-5.6-sol" {
					t.Errorf("before input %d, %q: model %q", i, key, w.Model())
				}
				i++
			})
			if i < len(steps) {
				t.Errorf("%d inputs, want %d", i, len(steps))
			}
			if c := w.Composer(); c.Visible || c.Empty {
				t.Errorf("after the end: %+v", c)
			}
		})
	}
}

func TestComposerBesideOtherThings(t *testing.T) {
	for name, c := range map[string]struct {
		key  string
		want matcher.Composer
	}{
		"0.171.0/queued":        {"second", matcher.Composer{Visible: true, Empty: true, Busy: true}},
		"0.144.6/queued":        {"second", matcher.Composer{Visible: true, Empty: true, Busy: true}},
		"0.106.0/queued":        {"second", matcher.Composer{Visible: true, Empty: true, Busy: true}},
		"0.171.0/agents":        {"\x1b", matcher.Composer{Blocked: true}},
		"0.171.0/dialog":        {"\x1b", matcher.Composer{Blocked: true}},
		"0.144.6/dialog":        {"\x1b", matcher.Composer{Blocked: true, Busy: true}},
		"0.106.0/dialog":        {"\x1b", matcher.Composer{Blocked: true, Busy: true}},
		"0.171.0/resume-picker": {"\r", matcher.Composer{Blocked: true}},
		"0.144.6/resume-picker": {"\r", matcher.Composer{Blocked: true}},
		"0.171.0/ultra":         {"\x03", matcher.Composer{Visible: true, Empty: true}},
		"0.171.0/tui-20x24":     {"\x03", matcher.Composer{Visible: true, Empty: true}},
		"0.106.0/tui-60x12":     {"\x03", matcher.Composer{Visible: true, Empty: true}},
		"0.171.0/draft":         {"\x03", matcher.Composer{Visible: true}},
		"0.144.6/draft":         {"\x03", matcher.Composer{Visible: true}},
	} {
		t.Run(name, func(t *testing.T) {
			asked := false
			walk(t, name, func(w *matcher.Watcher, key string) {
				if key == c.key && !asked {
					asked = true
					if got := state(w.Composer()); got != c.want {
						t.Errorf("before %q: %+v, want %+v", key, got, c.want)
					}
				}
			})
			if !asked {
				t.Errorf("no input %q in the recording", c.key)
			}
		})
	}
}

func TestTheModelIsReadOnEveryScreen(t *testing.T) {
	for name, want := range map[string]string{
		"0.98.0/tui-60x12": "gpt-5.6-sol", "0.106.0/tui-100x30": "gpt-5.6-sol", "0.106.0/tui-40x24": "gpt-5.6-sol", "0.144.6/quote": "gpt-6-astra",
		"0.144.6/tui-200x50": "gpt-5.6-sol", "0.171.0/tui-20x24": "gpt-5.6-sol", "0.171.0/tui-40x24": "gpt-5.6-sol", "0.171.0/inline": "gpt-5.6-sol",
		"0.171.0/fork-replay-ok": "gpt-6-astra", "0.171.0/ultra": "gpt-5.6-sol", "0.171.0/no-color": "gpt-5.6-sol",
	} {
		if got := walk(t, name, func(*matcher.Watcher, string) {}).Model(); got != want {
			t.Errorf("%s: model %q, want %q", name, got, want)
		}
	}
}

func TestAListWithoutColoursIsNoComposer(t *testing.T) {
	// With NO_COLOR the chosen row of a list looks like the composer; but the cursor is hidden.
	w := matcher.NewWatcher(size(80, 24))
	w.Output(0, []byte("\x1b[?2026h\x1b[?25l\x1b[2J\x1b[20;3HSelect Model\x1b[22;1H\x1b[1m› 1. gpt-5.6-sol\x1b[0m\x1b[?2026l"))
	if got, want := w.Composer(), (matcher.Composer{Blocked: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTheExitHintTellsTheSession(t *testing.T) {
	for name, want := range map[string]string{
		"0.171.0/tui-100x30": "01a2278f-", "0.171.0/tui-20x24": "01a227e6-", "0.144.6/compact": "01a227a0-7f76-79e1-87b5-16f74eb3e4fb", "0.144.6/tui-20x24": "01a227e8-",
	} {
		w := walk(t, name, func(*matcher.Watcher, string) {})
		if id := w.SessionID(); len(id) != 36 || !strings.HasPrefix(id, want) {
			t.Errorf("%s: session %q, want %s…", name, id, want)
		}
	}
}

func TestOnlyACursorReportPlacesTheCursor(t *testing.T) {
	w := matcher.NewWatcher(matcher.Options{Cols: 80, Rows: 24})
	w.Input(0, []byte("\x1b[5;7R"))
	w.Input(0, []byte("\x1b[8;24;80t")) // the size, in characters
	if row, col, _ := w.Screen().Cursor(); row != 4 || col != 6 {
		t.Errorf("the cursor is at %d,%d, want 4,6", row, col)
	}
}

// state is a composer without its place.
func state(c matcher.Composer) matcher.Composer {
	c.Top, c.Bottom = 0, 0
	return c
}

// Codex shades the composer with a row above and below the text; a draft of several rows belongs to it.
func TestTheComposersPlaceHasItsShadeAndItsDraft(t *testing.T) {
	for name, want := range map[string][2]int{
		"0.171.0/tui-20x24": {17, 19},
		"0.106.0/tui-60x12": {8, 10},
		"0.171.0/ultra":     {25, 27},
	} {
		walk(t, name, func(w *matcher.Watcher, key string) {
			if c := w.Composer(); key == "\x03" && c.Visible && (c.Top != want[0] || c.Bottom != want[1]) {
				t.Errorf("%s: rows %d to %d, want %v", name, c.Top, c.Bottom, want)
			}
		})
	}
}
