//go:build e2e

package matrix

import (
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/matcher"
)

// refusals are the service's answers that end a turn for another reason than capacity, with the class of what codex prints.
var refusals = []struct {
	answer fakeapi.Answer
	class  matcher.Class
	tried  bool // codex may try again by itself first
}{
	{fakeapi.Answer{Kind: fakeapi.UsageLimit, RetryAfter: 2 * time.Hour}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.UsageLimit, Text: "pro", RetryAfter: 50 * time.Hour}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.UsageLimit, Text: "team", RetryAfter: time.Hour}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.UsageLimit, Text: "free"}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.UsageLimit, Text: "enterprise", RetryAfter: time.Hour}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.ModelLimit, RetryAfter: time.Hour}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.NoCredits}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.SpendCap}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.NotIncluded}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.Quota}, matcher.UsageLimit, false},
	{fakeapi.Answer{Kind: fakeapi.RateLimit}, matcher.RateLimit, true},
	{fakeapi.Answer{Kind: fakeapi.TokenRate}, matcher.RateLimit, true},
	{fakeapi.Answer{Kind: fakeapi.PolicyCapacity}, matcher.PolicyCapacity, false},
	{fakeapi.Answer{Kind: fakeapi.HighDemand}, matcher.HighDemand, true},
	{fakeapi.Answer{Kind: fakeapi.Unavailable}, matcher.ServerError, true},
	{fakeapi.Answer{Kind: fakeapi.Cut}, matcher.Network, true},
	{fakeapi.Answer{Kind: fakeapi.Auth}, matcher.Auth, true},
	{fakeapi.Answer{Kind: fakeapi.UnknownModel}, matcher.ModelUnsupported, false},
	{fakeapi.Answer{Kind: fakeapi.NoModel}, matcher.ModelNotFound, true},
	{fakeapi.Answer{Kind: fakeapi.Effort}, matcher.EffortUnsupported, false},
	{fakeapi.Answer{Kind: fakeapi.Flagged}, matcher.ContentPolicy, false},
	{fakeapi.Answer{Kind: fakeapi.Encrypted}, matcher.Session, false},
	{fakeapi.Answer{Kind: fakeapi.Novel}, matcher.Unknown, false},
	{fakeapi.Answer{Kind: fakeapi.ContextWindow}, matcher.ContextWindow, false}, // the last: codex compacts before the next turn
}

// again lets codex try once more by itself where it does.
var again = []string{"-c", "model_providers.mock.stream_max_retries=1", "-c", "model_providers.mock.request_max_retries=1"}

// newest is the release on which every run of the matrix has the classes, in the terminal interface and on one width.
const newest = "0.171.0"

func TestEveryClass(t *testing.T) {
	t.Parallel()
	switch {
	case allClasses:
		everyClass(t, widths)
	case release == newest:
		everyClass(t, widths[:1])
	}
}

func TestEveryClassInline(t *testing.T) {
	t.Parallel()
	if allClasses {
		everyClass(t, widths, "--no-alt-screen")
	}
}

// everyClass has a turn refused in every way, in one conversation.
func everyClass(t *testing.T, widths []int, flags ...string) {
	c := cells{t: t}
	r := newLab(t).cxhook(widths[0], append(flags, again...)...)
	r.ready()
	surface := "inline"
	if r.Alternate() {
		surface = "tui"
	}
	for i, width := range widths {
		if i > 0 {
			r.serve() // which compacts what was too long
		}
		r.Resize(width, rows)
		r.settle()
		for _, refusal := range refusals {
			cell := c.add(surface, width)
			cell.Class = string(refusal.class)
			if r.after = twice; !refusal.tried {
				r.after = 0 // at the end all are counted
			}
			r.refuse(cell, fakeapi.Turn, refusal.answer, describe(surface, "turn", refusal.class), func() { r.ask("go on"); r.decline() })
			cell.note("%s", refusal.answer.Kind)
		}
	}
	r.quit()
	last := c.all[len(c.all)-1]
	r.quiet(len(c.all), last, "at the end")
	r.compare(last)
}

// decline closes the dialog in which codex asks what to do about a spend cap. Only then is the error's end of the turn seen.
func (r *run) decline() {
	within(3*time.Second, func() bool {
		asks := strings.Contains(strings.Join(r.Text(), "\n"), "2. No (default)")
		if asks {
			r.Type("\x1b")
		}
		return asks || len(r.incidents()) > r.found
	})
}

func TestEveryClassInExec(t *testing.T) {
	t.Parallel()
	if allClasses {
		everyClassInExec(t, "exec")
	}
}

func TestEveryClassInExecWithEvents(t *testing.T) {
	t.Parallel()
	if allClasses {
		everyClassInExec(t, "exec_json", "--json")
	}
}

func everyClassInExec(t *testing.T, surface string, flags ...string) {
	c := cells{t: t}
	l := newLab(t)
	args := append(append([]string{"exec", "--skip-git-repo-check"}, again...), append(flags, "go on")...)
	for _, width := range widths {
		for _, refusal := range refusals {
			cell := c.add(surface, width)
			cell.Class = string(refusal.class)
			l.answer(refusal.answer)
			r := l.cxhook(width, args...)
			r.leave()
			if found, want := r.incidents(), describe(surface, "turn", refusal.class); len(found) == 1 && found[0] == want {
				cell.Outcome = detected
			} else {
				cell.Outcome = missed
				r.wrong = true
				cell.note("found %v", found)
				t.Log(r.picture())
			}
			cell.note("%s", refusal.answer.Kind)
			r.compare(cell)
		}
	}
}
