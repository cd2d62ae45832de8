package replay_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/replay"
)

// pair is a turn that is refused and then a compaction.
var pair = []matcher.Task{matcher.Turn, matcher.RemoteCompact}

// recordings lists what testdata/recordings/README.md says of each: the tasks of the live incidents, in order.
var recordings = map[string][]matcher.Task{
	"exec":               {matcher.Turn},
	"exec-no-color":      {matcher.Turn},
	"exec-traced":        {matcher.Turn},
	"exec-traced-json":   {matcher.Turn},
	"no-color":           {matcher.Turn},
	"tui-100x30":         {matcher.Turn},
	"tui-200x50":         {matcher.Turn},
	"tui-40x24":          {matcher.Turn},
	"tui-20x24":          {matcher.Turn},
	"tui-60x12":          {matcher.Turn},
	"inline":             {matcher.Turn},
	"second-turn":        {matcher.Turn},
	"compact":            {matcher.Turn, matcher.RemoteCompact},
	"compact-local":      {matcher.Turn, matcher.Turn},
	"compact-fatal":      {matcher.RemoteCompact},
	"draft":              {matcher.Turn},
	"queued-lost":        {matcher.Turn},
	"fork-replay-ok":     nil,
	"quote":              nil,
	"tool":               nil,
	"exec-tool":          nil,
	"composer":           nil,
	"dialog":             nil,
	"resize":             {matcher.Turn},
	"resume":             nil,
	"resume-picker":      nil,
	"resume-in-session":  nil,
	"resume-prompt-ok":   nil,
	"resume-prompt-fail": {matcher.Turn},
	"queued":             {matcher.Turn},
	"agents":             {matcher.Turn},
	"ultra":              {matcher.Turn},
	"three-failures":     {matcher.Turn, matcher.Turn, matcher.Turn},
	"retry":              nil,
	"session":            slices.Concat(pair, pair, pair, pair),
}

// classes are those of the recordings whose errors are none of capacity.
var classes = map[string]matcher.Class{
	"compact-fatal": matcher.ServerError, "err-AUTH": matcher.Auth, "err-CONTEXT": matcher.ContextWindow, "err-NOMODEL": matcher.ModelUnsupported,
	"err-RATE": matcher.RateLimit, "err-S503": matcher.ServerError, "err-USAGE": matcher.UsageLimit,
}

func classOf(name string) matcher.Class {
	if class, other := classes[name]; other {
		return class
	}
	return matcher.Capacity
}

func surfaceOf(release, name string) matcher.Surface {
	switch {
	case strings.HasPrefix(name, "exec") && strings.HasSuffix(name, "json"):
		return matcher.ExecJSON
	case strings.HasPrefix(name, "exec"):
		return matcher.Exec
	case (release == "0.159.0" || release == "0.171.0") && name != "inline":
		return matcher.TUI
	}
	return matcher.Inline
}

type recording struct {
	release, name string
	header        cast.Header
	events        []cast.Event
}

func load(t testing.TB) []recording {
	t.Helper()
	paths, err := filepath.Glob("../testdata/recordings/*/*.cast")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d recordings, %v", len(paths), err)
	}
	var all []recording
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := cast.NewReader(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		r := recording{filepath.Base(filepath.Dir(path)), strings.TrimSuffix(filepath.Base(path), ".cast"), c.Header(), nil}
		for e, err := c.Next(); err == nil; e, err = c.Next() {
			r.events = append(r.events, e)
		}
		all = append(all, r)
	}
	return all
}

// play feeds the recording with every output event cut into pieces of at most n bytes; 0 leaves it whole, and join
// puts output events in a row together as long as nothing comes between.
func (r recording) play(n int, join bool) []matcher.Incident {
	w := matcher.NewWatcher(replay.Options(r.header))
	status := matcher.StatusUnknown
	if r.header.Exit != nil {
		status = *r.header.Exit
	}
	var held []byte
	var at time.Duration
	flush := func() {
		size := n
		if size == 0 {
			size = len(held) + 1
		}
		for piece := range slices.Chunk(held, size) {
			w.Output(at, piece)
		}
		held = nil
	}
	for _, e := range r.events {
		if e.Kind == cast.Output {
			if len(held) == 0 {
				at = e.At
			}
			held = append(held, e.Data...)
			if !join || e.At-at > 5*time.Millisecond {
				flush()
			}
			continue
		}
		flush()
		if err := replay.Feed(w, e); err != nil {
			panic(err)
		}
	}
	flush()
	w.Exit(r.events[len(r.events)-1].At, status)
	return w.Incidents()
}

func TestEveryRecordingGivesItsIncidents(t *testing.T) {
	for _, r := range load(t) {
		t.Run(r.release+"/"+r.name, func(t *testing.T) {
			want, listed := recordings[r.name]
			switch {
			case strings.HasPrefix(r.name, "err-"):
				want, listed = []matcher.Task{matcher.Turn}, true
			case r.name == "queued" && r.release == "0.171.0":
				want = []matcher.Task{matcher.Turn, matcher.Turn}
			case r.name == "dialog" && r.release == "0.171.0":
				want = []matcher.Task{matcher.Turn}
			}
			if !listed {
				t.Fatal("not listed in recordings")
			}
			file, err := os.Open(filepath.Join("../testdata/recordings", r.release, r.name+".cast"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			c, err := cast.NewReader(file)
			if err != nil {
				t.Fatal(err)
			}
			found, err := replay.Recording(c)
			if err != nil {
				t.Fatal(err)
			}
			var tasks []matcher.Task
			for _, i := range found {
				tasks = append(tasks, i.Task)
				if class := classOf(r.name); i.Class != class {
					t.Errorf("class %s, want %s: %q", i.Class, class, i.Text)
				}
				if surface := surfaceOf(r.release, r.name); i.Surface != surface {
					t.Errorf("surface %s, want %s", i.Surface, surface)
				}
			}
			if diff := cmp.Diff(want, tasks); diff != "" {
				t.Errorf("%s\n%+v", diff, found)
			}
		})
	}
}

// ofRules compares rules by what they say.
var ofRules = cmpopts.IgnoreUnexported(matcher.Rule{})

func TestTheSplitOfTheBytesDoesNotMatter(t *testing.T) {
	for _, r := range load(t) {
		t.Run(r.release+"/"+r.name, func(t *testing.T) {
			whole := r.play(0, false)
			for _, n := range []int{1, 7, 4096} {
				if diff := cmp.Diff(whole, r.play(n, false), ofRules); diff != "" {
					t.Errorf("pieces of %d bytes: %s", n, diff)
				}
			}
			// Reads that come together have one time, so only the times may differ.
			joined := r.play(0, true)
			for i := range min(len(joined), len(whole)) {
				joined[i].At = whole[i].At
			}
			if diff := cmp.Diff(whole, joined, ofRules); diff != "" {
				t.Errorf("reads joined: %s", diff)
			}
		})
	}
}

func TestLostOutputHidesNothingLater(t *testing.T) {
	for _, r := range load(t) {
		if strings.HasPrefix(r.name, "exec") {
			continue // exec's log has to be whole
		}
		t.Run(r.release+"/"+r.name, func(t *testing.T) {
			var want []matcher.Task
			for _, i := range r.play(0, false) {
				want = append(want, i.Task)
			}
			for lost := 1; lost < len(r.events); lost += 17 {
				w := matcher.NewWatcher(replay.Options(r.header))
				for i, e := range r.events {
					if i == lost {
						w.Lost()
					}
					if err := replay.Feed(w, e); err != nil {
						t.Fatal(err)
					}
				}
				w.Exit(r.events[len(r.events)-1].At, 0)
				var got []matcher.Task
				for _, i := range w.Incidents() {
					got = append(got, i.Task)
				}
				// In a session a failure is drawn in one frame, over a prompt that is drawn in another, a moment
				// after Enter: a loss inside of these may take it along, and it alone.
				taken := r.name == "session" && len(got) == len(want)-1 && without(want, got)
				if !taken && !slices.Equal(got, want) {
					t.Errorf("lost before event %d: %v, want %v", lost, got, want)
				}
			}
		})
	}
}

// without says whether got is want with one left out.
func without(want, got []matcher.Task) bool {
	for i := range want {
		if slices.Equal(slices.Delete(slices.Clone(want), i, i+1), got) {
			return true
		}
	}
	return false
}

func TestLogsOfExec(t *testing.T) {
	paths, err := filepath.Glob("../testdata/recordings/*/*exec*[!t]")
	if err != nil || len(paths) < 15 {
		t.Fatalf("%d logs, %v", len(paths), err)
	}
	for _, path := range paths {
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		want, surface := 0, matcher.ExecJSON
		switch {
		case strings.HasPrefix(name, "err-"):
			want, surface = 1, matcher.Exec
		case strings.HasSuffix(path, "exec.jsonl"):
			want = 1
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		found, err := replay.Log(file, 80, 24)
		file.Close()
		if err != nil || len(found) != want {
			t.Errorf("%s: %+v, %v; want %d", path, found, err, want)
		}
		if len(found) > 0 && (found[0].Surface != surface || found[0].Class != classOf(name)) {
			t.Errorf("%s: %s on %s", path, found[0].Class, found[0].Surface)
		}
	}
}

func TestABrokenRecordingGivesWhatCameBefore(t *testing.T) {
	text := `{"version": 2, "width": 80, "height": 24}` + "\n" + `[0, "o", "` + `{\"type\":\"turn.started\"}\r\n"]` + "\n" + `[1, "r", "wide"]` + "\n"
	c, err := cast.NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Recording(c); err == nil || !strings.Contains(err.Error(), `size "wide" is not COLSxROWS`) {
		t.Errorf("error %v", err)
	}
}

func TestAnExitEventGivesTheStatus(t *testing.T) {
	for status, want := range map[int]int{1: 1, 0: 0} {
		text := `{"version": 2, "width": 80, "height": 24}` + "\n" +
			`[0, "o", "OpenAI Codex v0.171.0\r\nERROR: Selected model is at capacity. Please try a different model.\r\n"]` + "\n" +
			fmt.Sprintf(`[1, "x", "%d"]`, status) + "\n"
		c, err := cast.NewReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if found, err := replay.Recording(c); err != nil || len(found) != want {
			t.Errorf("status %d: %+v, %v; want %d", status, found, err, want)
		}
	}
}
