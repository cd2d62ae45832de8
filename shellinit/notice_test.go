package shellinit

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

const noticeText = "gpt-6-sol is usually crowded 10:00–16:00; cxhook use gpt-6-luna"

// notice is one line of the notices, its times as seconds from now.
func notice(from, to int64, text string) string {
	now := time.Now().Unix()
	return fmt.Sprintf("%d %d %s\n", now+from, now+to, text)
}

func (s *session) writeNotices(lines ...string) {
	s.t.Helper()
	if err := os.WriteFile(s.notices, []byte(strings.Join(lines, "")), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// prompts enters two commands and gives all that was printed from the first prompt
// after loading on; the answers of the commands stand in it.
func (s *session) prompts(setup string) string {
	s.t.Helper()
	c := s.open(setup)
	var all strings.Builder
	for _, word := range []string{"one", "two"} {
		c.enter(`printf "=%s=" ` + word)
		for _, mark := range []string{"=" + word + "=", promptMark} {
			all.WriteString(c.until(mark))
		}
	}
	return c.before + all.String()
}

func TestThePromptTellsOfCrowdedHours(t *testing.T) {
	due := notice(-60, 3600, noticeText)
	tests := []struct {
		name  string
		lines []string
		want  int
	}{
		{"once, when they are near", []string{notice(-9000, -60, "over"), due, notice(7200, 9000, "later")}, 1},
		{"not before", []string{notice(600, 4000, noticeText)}, 0},
		{"not after", []string{notice(-9000, -60, noticeText)}, 0},
		{"not of what is no notice", []string{"a[$(touch${IFS}pwned)] 9999999999 " + noticeText + "\n", "\n", "12\n"}, 0},
		{"behind what is no notice", []string{"some words\n", due}, 1},
		{"not from an empty file", nil, 0},
	}
	for _, shell := range Shells() {
		for _, tt := range tests {
			t.Run(shell+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				s := newSession(t, shell)
				s.init(Options{})
				s.writeNotices(tt.lines...)
				out := s.prompts(s.load())
				if got := strings.Count(out, noticeText); got != tt.want {
					t.Errorf("told %d times, want %d: %q", got, tt.want, out)
				}
				if strings.Contains(out, "later") || strings.Contains(out, "over") {
					t.Errorf("told of another time: %q", out)
				}
				if _, err := os.Stat(s.file("pwned")); err == nil {
					t.Error("a line of the file was run")
				}
			})
		}
	}
}

// The next shell of the same user is silent, although the hours may have moved.
func TestAPeakIsToldOnceForAllShells(t *testing.T) {
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.init(Options{})
		s.writeNotices(notice(-60, 3600, noticeText))
		if first := s.prompts(s.load()); strings.Count(first, noticeText) != 1 {
			t.Fatalf("not told: %q", first)
		}
		s.writeNotices(notice(-30, 7200, noticeText))
		if second := s.prompts(s.load()); strings.Contains(second, noticeText) {
			t.Errorf("told again: %q", second)
		}
	})
}

// hooks add a hook of the user's before and after ours.
var hooks = map[string][2]string{
	"zsh":  {"theirs() { echo THEIRS }; precmd_functions=(theirs)\n", "\nafter() { echo AFTER }; precmd_functions+=(after)\n"},
	"bash": {"PROMPT_COMMAND='echo THEIRS;'\n", "\nPROMPT_COMMAND+=('echo AFTER')\n"},
	"fish": {"function theirs --on-event fish_prompt; echo THEIRS; end\n", "\nfunction after --on-event fish_prompt; echo AFTER; end\n"},
}

func TestHooksOfThePromptStandBesideEachOther(t *testing.T) {
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.init(Options{})
		s.writeNotices(notice(-60, 3600, noticeText))
		out := s.prompts(strict[s.shell] + hooks[s.shell][0] + s.load() + "\n" + s.load() + hooks[s.shell][1])
		if strings.Count(out, noticeText) != 1 || strings.Count(out, "THEIRS") != 3 || strings.Count(out, "AFTER") != 3 {
			t.Errorf("want one notice at three prompts and all hooks at each: %q", out)
		}
	})
}

func TestOffTakesTheHookAway(t *testing.T) {
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.init(Options{})
		s.writeNotices(notice(-60, 3600, noticeText))
		out := s.prompts(hooks[s.shell][0] + s.load() + "\ncxhook off" + hooks[s.shell][1])
		if strings.Contains(out, noticeText) || strings.Count(out, "THEIRS") != 3 || strings.Count(out, "AFTER") != 3 {
			t.Errorf("want no notice, and the other hooks at each prompt: %q", out)
		}
	})
}

func TestWithoutNoticesThePromptIsLeftAlone(t *testing.T) {
	for _, shell := range Shells() {
		code, err := Render(shell, Options{Self: "/bin/cxhook"})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(code, "@") && strings.Contains(code, "@notices@") {
			t.Errorf("%s: a placeholder is left", shell)
		}
		s := newSession(t, shell)
		s.notices = ""
		s.init(Options{})
		if out := s.prompts(s.load()); strings.Contains(out, "rror") {
			t.Errorf("%s: %q", shell, out)
		}
	}
	if _, err := Render("zsh", Options{Self: "/bin/cxhook", Notices: "notices"}); err == nil {
		t.Error("a relative path was taken")
	}
}
