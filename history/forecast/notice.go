package forecast

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/internal/folders"

	"github.com/cxhook/cxhook/lang"
)

// NoticePath is where the shell's notices live, whether they exist or not; "" for nowhere.
func NoticePath() string { return folders.State("notices") }

const (
	// early is how long before a crowd its notice begins.
	early = 10 * time.Minute
	// noticeDays is how far ahead notices are written. Older habits are not worth
	// a line at the prompt; each import writes them anew.
	noticeDays = 7
)

// Notice is one line that a shell may show between two times, once.
type Notice struct {
	From, To time.Time
	Text     lang.Message
}

// plain reports whether a model's name can stand in a command as it is.
func plain(name string) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	return name != "" && len(name) <= 100 && name[0] != '-' && strings.Trim(name, letters+"._:/-") == ""
}

// Notices gives those of the coming week for the first of the candidates, in the
// order of their times; own as in Question. There are none without enough data.
func (t *Table) Notices(candidates []string, own bool) (list []Notice) {
	if len(candidates) == 0 || !plain(candidates[0]) {
		return nil
	}
	main := candidates[0]
	if t.All(main).Turns < enough {
		return nil
	}
	today := t.Now.In(t.Zone)
	for d := range noticeDays {
		for _, s := range t.Crowded(main) {
			day := time.Date(today.Year(), today.Month(), today.Day()+d, 0, 0, 0, 0, t.Zone)
			if weekend(day.Weekday()) != s.Weekend {
				continue
			}
			length := (s.To - s.From + hours - 1) % hours
			from := time.Date(day.Year(), day.Month(), day.Day(), s.From, 0, 0, 0, t.Zone)
			to := time.Date(day.Year(), day.Month(), day.Day(), s.From+length+1, 0, 0, 0, t.Zone)
			if !to.After(t.Now) {
				continue
			}
			text := lang.Say("advice.crowded", main, s.Clock())
			if other := t.other(Question{Models: candidates, Own: own, At: from}); other != "" {
				text = lang.Say("advice.crowded_other", main, s.Clock(), other)
			}
			list = append(list, Notice{from.Add(-early), to, text})
		}
	}
	slices.SortFunc(list, func(a, b Notice) int { return a.From.Compare(b.From) })
	return list
}

// other is the model to use instead of the main one, "" if none is better.
func (t *Table) other(q Question) string {
	for _, e := range t.rank(q) {
		switch {
		case e.Model == q.Models[0]:
			return ""
		case plain(e.Model):
			return e.Model
		}
	}
	return ""
}

// Clock writes the hours of a span, such as 10:00–16:00.
func (s Span) Clock() string { return fmt.Sprintf("%02d:00–%02d:00", s.From, s.To) }

// SaveNotices writes the notices for the shells: one on each line, as the Unix
// times from and to and the text in the language in force, with single spaces between. A shell reads it with its
// own means at each prompt, so the first line is the next one. Without notices the
// file is empty.
func SaveNotices(path string, list []Notice) error {
	var b strings.Builder
	for _, n := range list {
		fmt.Fprintf(&b, "%d %d %s\n", n.From.Unix(), n.To.Unix(), n.Text.Text())
	}
	if err := replace(path, []byte(b.String())); err != nil {
		return fmt.Errorf("notices: %w", err)
	}
	return nil
}
