package recovery

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery/incident"
	"github.com/cxhook/cxhook/terminal"
)

// askOnLine asks after an exec run has ended with a refusal: the same bar, on lines
// of its own below codex's output. Ctrl-C and any key without a meaning leave it. Where
// the terminal cannot be had for it, nothing is asked.
func (s *session) askOnLine() {
	if err := s.Terminal.Borrow(); err != nil {
		s.Log.Info("not asked", "reason", err)
		return
	}
	defer func() {
		if err := s.Terminal.Restore(); err != nil {
			s.Log.Error("restore terminal", "err", err)
		}
	}()
	o := s.offer
	bar := o.bar
	bar.SetReady(true)
	s.do(incident.Catalogue{}, time.Now()) // exec's plan waits for none
	s.facts.listen(s.Terminal.Wake)
	drawn := 0
	var keys terminal.Input
	var out prompt.Outcome
	for stays := true; stays; {
		now := time.Now()
		if o.facts != s.facts.version() {
			s.fill(o)
		}
		if o.helpless() {
			s.line(nil, drawn)
			s.say(o.title)
			return
		}
		s.byPolicy(now)
		if s.next != nil {
			break
		}
		if size, err := s.Terminal.Size(); err == nil && size.Cols > 0 && size.Rows > 0 {
			s.size = size
		}
		drawn = s.line(bar.Draw(prompt.Space{Cols: int(s.size.Cols), Below: int(s.size.Rows) - 1}, now), drawn)
		bar.Drawn(now)
		if drawn == 0 {
			return // no room to ask in
		}
		var err error
		out, err = s.readLine(bar, &keys)
		switch {
		case errors.Is(err, ptywrap.ErrDisturbed):
			s.line([]string{"", ""}, 0) // what was printed meanwhile stays, we go on below it
			drawn = 0
		case counts(out.Choice):
			s.choose(out.Choice, time.Now())
		case strings.ContainsAny(string(out.Pass), "\x03\x04\r"):
			out.Choice.Kind = prompt.Leave
		}
		if until, waiting := bar.Waiting(); waiting && !time.Now().Before(until) {
			out.Choice.Kind = prompt.Now
		}
		stays = out.Choice.Kind == prompt.None || counts(out.Choice)
	}
	s.line(nil, drawn)
	if s.next == nil { // else the policy has chosen
		s.choose(out.Choice, time.Now())
	}
}

// counts reports whether a choice begins or ends a countdown, after which the line still asks.
func counts(c prompt.Choice) bool {
	return c.Kind == prompt.StopWait || c == prompt.Choice{Kind: prompt.Act, Key: 'w'}
}

// readLine waits for one read from the keyboard, or until the bar changes by itself. The
// error is ptywrap.ErrDisturbed or nil.
func (s *session) readLine(bar *prompt.Bar, keys *terminal.Input) (prompt.Outcome, error) {
	now := time.Now()
	due := earliest(bar.Next(now), s.policyDue())
	if keys.Pending() {
		due = now.Add(escapePause)
	}
	typed, err := s.Terminal.ReadInput(due)
	var ending *ptywrap.SignalError
	now = time.Now()
	switch {
	case len(typed) > 0:
		return bar.Handle(keys.Write(typed), now), nil
	case errors.Is(err, ptywrap.ErrDisturbed):
		return prompt.Outcome{}, err
	case errors.As(err, &ending):
		s.told = ending.Signal
		return prompt.Outcome{Choice: prompt.Choice{Kind: prompt.Leave}}, nil
	case !errors.Is(err, os.ErrDeadlineExceeded):
		return prompt.Outcome{Choice: prompt.Choice{Kind: prompt.Leave}}, nil
	case keys.Pending():
		return bar.Handle(keys.Flush(), now), nil
	}
	return bar.Tick(now), nil
}

// line replaces the lines drawn last, of which there are drawn, by others, and
// leaves the cursor behind them. CUU (CSI n A), CR and ED (CSI J) take the old off.
func (s *session) line(lines []string, drawn int) int {
	var b strings.Builder
	if drawn > 1 {
		fmt.Fprintf(&b, "\x1b[%dA", drawn-1)
	}
	if drawn > 0 {
		b.WriteString("\r\x1b[J")
	}
	b.WriteString(strings.Join(lines, "\r\n"))
	if _, err := s.Terminal.Write([]byte(b.String())); err != nil {
		s.Log.Warn("ask", "err", err)
	}
	return len(lines)
}
