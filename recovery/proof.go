package recovery

import (
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/terminal"
)

// sameMoment is how far apart a refusal on the screen and in the session file are at
// most: 0.2 s on an idle machine, a second on a loaded one.
const sameMoment = 2 * time.Second

// recorded reports whether a refusal that was shown then must stand in its file by now.
func recorded(shown time.Time) bool { return !shown.IsZero() && time.Since(shown) > sameMoment }

// proved gives the one of several sessions of a directory that is surely the one of this
// codex, nil if none is: the one whose file it has open; the only one whose last turn was
// refused; the only one that was refused at the moment in which the refusal was shown; or
// the only refused one whose last prompt stands above the refusal.
// A session whose turn still runs may be ours for a moment, not yet written down.
func (l *launch) proved(sessions []*rollout.Session, c clues) *rollout.Session {
	if s := l.openOf(sessions); s != nil {
		return s
	}
	runs := func(s *rollout.Session) bool {
		turn, ok := s.Last()
		return ok && turn.Ended.IsZero()
	}
	if !recorded(c.shown) && slices.ContainsFunc(sessions, runs) {
		return nil
	}
	if s := only(sessions, l.failedIn); s != nil {
		return s
	}
	if c.shown.IsZero() {
		return nil
	}
	if s := only(sessions, func(s *rollout.Session) bool { return l.failedIn(s) && endedAt(s, c.shown) }); s != nil {
		return s
	}
	return only(sessions, func(s *rollout.Session) bool { return l.failedIn(s) && asks(s, c.prompt) })
}

// provedAmong gives the one of several refused at one moment that is surely the one of
// this codex: it has its file open, or shows its last prompt above the refusal.
func (l *launch) provedAmong(refused []*rollout.Session, c clues) *rollout.Session {
	if s := l.openOf(refused); s != nil {
		return s
	}
	return only(refused, func(s *rollout.Session) bool { return asks(s, c.prompt) })
}

// openOf gives the only one whose file this codex has open, nil for none.
func (l *launch) openOf(sessions []*rollout.Session) *rollout.Session {
	if l.group == 0 {
		return nil
	}
	open := openFiles(l.group)
	return only(sessions, func(s *rollout.Session) bool { return open[s.Path] })
}

// promptLength is how much of a prompt is compared, in runes without blanks: a screen
// shows that much of it.
const promptLength = 60

// lastPrompt is the prompt above the refusal on the screen, without blanks, as far as
// the screen shows it; empty if it does not.
func lastPrompt(s *terminal.Screen, refusal string) string {
	var rows strings.Builder
	_, n := s.Size()
	for y := range n {
		text := s.Row(y).Text()
		for _, mark := range []string{"›", "»"} { // the latter at the ultra effort
			if rest, ok := strings.CutPrefix(text, mark); ok {
				text = promptMark + rest
			}
		}
		rows.WriteString(text)
	}
	above := blankless(rows.String())
	above = above[:max(strings.LastIndex(above, blankless(refusal)), 0)]
	if i := strings.LastIndex(above, promptMark); i >= 0 {
		return above[i+len(promptMark):]
	}
	return ""
}

// promptMark stands for a mark in the first column, as no text on a screen can have it.
const promptMark = "\x00"

// firstOf is as much of a blankless text as is compared.
func firstOf(text string) string {
	begin := []rune(text)
	return string(begin[:min(len(begin), promptLength)])
}

// asks reports whether a session's last prompt is the one on the screen.
func asks(s *rollout.Session, prompt string) bool {
	text, err := rollout.LastPrompt(s.Path)
	begin := firstOf(blankless(text))
	return err == nil && begin != "" && strings.HasPrefix(prompt, begin)
}

func blankless(s string) string { return strings.Join(strings.Fields(s), "") }

// endedAt reports whether the last turn ended in the moment in which a refusal was shown.
func endedAt(s *rollout.Session, shown time.Time) bool {
	turn, ok := s.Last()
	return ok && !shown.IsZero() && turn.Ended.Sub(shown).Abs() < sameMoment
}

// only gives the one session for which is holds; nil if there is none or another.
func only(sessions []*rollout.Session, is func(*rollout.Session) bool) (found *rollout.Session) {
	for _, s := range sessions {
		if !is(s) {
			continue
		}
		if found != nil {
			return nil
		}
		found = s
	}
	return found
}
