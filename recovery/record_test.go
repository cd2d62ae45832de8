package recovery

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/replay"
)

// replayed are the incidents that a replay of the scene's recording finds.
func replayed(t *testing.T, path string) []matcher.Incident {
	t.Helper()
	file, err := os.Open(path)
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
	return found
}

// logged are surface, task and class of the incidents that the run has found.
func (s *scene) logged() (all []string) {
	s.t.Helper()
	log, err := os.ReadFile(filepath.Join(s.home, "log"))
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if _, facts, found := strings.Cut(line, "msg=incident "); found {
			facts, _, _ = strings.Cut(facts, " at=")
			all = append(all, facts)
		}
	}
	return all
}

func TestAReplayOfARecordingFindsWhatTheRunFound(t *testing.T) {
	for name, c := range map[string]struct {
		play play
		bars []string // models whose bars are answered with the first choice, one after the other
		say  string   // at the end, once the answer is there
		want []string
	}{
		"a switch with a new launch": {play{args: []string{question}}, []string{"gpt-5.6-sol"}, "\x03", []string{"surface=tui task=turn class=capacity"}},
		"the second model too": {
			play{args: []string{question}, refuse: "gpt-5.6-sol,gpt-6-sol"}, []string{"gpt-5.6-sol", "gpt-6-sol"}, "\x03",
			[]string{"surface=tui task=turn class=capacity", "surface=tui task=turn class=capacity"},
		},
		"the inline view": {play{args: []string{question}, release: "0.144.6"}, []string{"gpt-5.6-sol"}, "\x03", []string{"surface=inline task=turn class=capacity"}},
		"exec":            {play{args: []string{"exec", question}}, []string{"gpt-5.6-sol"}, "", []string{"surface=exec task=turn class=capacity"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.play.record = filepath.Join(t.TempDir(), "run.cast")
			s := start(t, c.play)
			for _, model := range c.bars {
				s.WaitText(" " + model + " is at capacity   1 ")
				s.press("1")
			}
			s.WaitText("Done: the parser now handles empty input.")
			if c.say != "" {
				s.WaitText("now on ")
				s.Type(c.say)
			}
			s.Wait()
			if diff := cmp.Diff(c.want, s.logged()); diff != "" {
				t.Fatalf("the run found: %s", diff)
			}
			var got []string
			for _, i := range replayed(t, c.play.record) {
				got = append(got, "surface="+string(i.Surface)+" task="+string(i.Task)+" class="+string(i.Class))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("the replay found: %s", diff)
			}
			if info, err := os.Stat(c.play.record); err != nil || info.Mode() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestARecordingKeepsInputAndResizes(t *testing.T) {
	t.Parallel()
	p := play{refuse: "none", record: filepath.Join(t.TempDir(), "run.cast")}
	s := start(t, p)
	s.WaitText("Ask Codex to do anything")
	s.Resize(60, 20)
	s.Type("hello")
	s.WaitText("hello")
	s.Type("\x03\x03")
	if status := s.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	text, err := os.ReadFile(p.record)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"width":100,"height":24`, `"command":"codex"`, `"r","60x20"]`, `"x","0"]`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the recording lacks %s", want)
		}
	}
	if !strings.Contains(string(text), `"i","h`) {
		t.Error("the recording lacks what was typed")
	}
}

func TestARecordingThatCannotBeWrittenCostsOneLineAtTheEnd(t *testing.T) {
	for name, path := range map[string]string{"no such folder": "/no/such/folder/run.cast", "a device": "/dev/full"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, play{args: []string{question}, record: path})
			s.press("1")
			s.WaitText("now on gpt-6-sol")
			s.Type("\x03")
			if status := s.Wait(); status != 0 {
				t.Errorf("status %d", status)
			}
			if n := strings.Count(string(s.Output()), "CXHOOK_RECORD: "+path+" is no whole recording: "); n != 1 {
				t.Errorf("%d lines about the recording, want 1:\n%q", n, s.Output())
			}
		})
	}
}
