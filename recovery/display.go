package recovery

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/ptywrap"
)

// noticeTime is how long a notice stays up: about ten words, read twice.
const noticeTime = 6 * time.Second

// notice is a text of ours on the screen that asks nothing.
type notice struct {
	text  string
	until time.Time // when it goes; zero: there is none
	stays bool      // a refusal does not take it off
}

func (s *session) notify(text string, now time.Time) {
	s.Log.Info("notice", "length", len(text))
	s.notice = notice{text: text, until: now.Add(noticeTime)}
}

// wanted is what should stand over the last rows of codex's screen now.
func (s *session) wanted(now time.Time) []string {
	space := s.space()
	switch {
	case s.args.Exec() || s.quit != nil:
		return nil
	case s.notice.text != "" && now.Before(s.notice.until):
		return prompt.Notice(s.notice.text, space)
	case s.machine.Quiet(), s.offer != nil && s.offer.hidden():
		return nil
	case s.offer != nil:
		return s.offer.bar.Draw(space, now)
	case s.Hint != "":
		return prompt.Notice(s.Hint, space)
	}
	return nil
}

// space is where a bar may stand: above or below codex's composer. While there is none in
// sight, two rows at the bottom, and the upper half for what needs more.
func (s *session) space() prompt.Space {
	c := s.watch.Composer()
	if !c.Visible {
		return prompt.Space{Cols: int(s.size.Cols), Above: int(s.size.Rows) / 2, Below: min(2, int(s.size.Rows)-1)}
	}
	return prompt.Space{Cols: int(s.size.Cols), Above: c.Top, Below: int(s.size.Rows) - 1 - c.Bottom}
}

// top is the row in which lines begin.
func (s *session) top(lines []string) int {
	if space := s.space(); len(lines) > space.Below {
		return max(0, space.Above-len(lines))
	}
	return int(s.size.Rows) - len(lines)
}

// display brings what is wanted onto the screen and takes off what is not. Codex's
// next write takes it off too; it comes back when codex is quiet again.
func (s *session) display(now time.Time) {
	if !s.notice.until.IsZero() && !now.Before(s.notice.until) {
		s.notice = notice{}
	}
	lines := s.wanted(now)
	if len(lines) == 0 && s.offer != nil {
		s.offer.bar.Hidden()
	}
	want := strings.Join(lines, "\n")
	if (s.Terminal.Shown() || s.Terminal.CardShown()) && want == s.shown {
		s.seen(now) // a key may have begun the bar anew without changing a letter of it
		return
	}
	s.Terminal.Hide()
	s.Terminal.HideCard()
	s.shown = ""
	first := s.offer != nil && !s.offer.seen
	if len(lines) == 0 || !first && now.Sub(s.lastOutput) < quiet {
		return
	}
	screen := s.watch.Screen()
	cols, rows := screen.Size()
	if cols != int(s.size.Cols) || rows != int(s.size.Rows) {
		return
	}
	shown := false
	top := s.top(lines)
	if undo, ok := screen.Paint(top, top+len(lines)); ok {
		shown = s.Terminal.Show(overlay(lines, top), undo, s.offset)
	} else {
		shown = s.showStale(lines, now)
	}
	if shown {
		s.shown = want
		s.seen(now)
	}
}

// seen says that the user can see what is wanted now.
func (s *session) seen(now time.Time) {
	if s.offer != nil && s.notice.text == "" {
		s.offer.seen = true
		s.offer.bar.Drawn(now)
	}
}

// showStale shows lines over a screen whose content is not known for certain, so
// that it could not be put back. On the alternate screen a change of size has codex
// draw everything anew, once; in the inline view that would cost lines of the
// scrollback, so a card on the alternate screen asks instead, where keys count, below
// what is known of codex's screen.
func (s *session) showStale(lines []string, now time.Time) bool {
	switch {
	case s.offer == nil:
		return false
	case s.watch.Screen().Alternate():
		if !s.offer.nudged {
			s.offer.nudged = true
			s.child.Nudge()
		}
		return false
	case !s.offer.bar.TakesKeys(now):
		return false
	}
	above, made := s.watch.Screen().Picture(0, int(s.size.Rows)-len(lines)), s.size
	return s.Terminal.ShowCard(func(size ptywrap.Size) []byte {
		bar := overlay(lines, int(size.Rows)-len(lines))
		if size != made {
			return bar
		}
		return slices.Concat(above, bar)
	})
}

// overlay is the bytes that draw lines from row top on and put the cursor and its
// attributes back: DECSC (ESC 7), for each row CUP (CSI row ; 1 H), DECRC
// (ESC 8).
func overlay(lines []string, top int) []byte {
	var b strings.Builder
	b.WriteString("\x1b7")
	for i, line := range lines {
		fmt.Fprintf(&b, "\x1b[%d;1H%s", top+i+1, line)
	}
	b.WriteString("\x1b8")
	return []byte(b.String())
}
