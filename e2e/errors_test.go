//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// Each error that ends a turn has the key that helps, in one conversation that goes on behind each of them.
func TestEachErrorHasItsKey(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {
		{Kind: fakeapi.OK, Text: "Zero."},
		{Kind: fakeapi.UsageLimit, RetryAfter: 2 * time.Hour}, {Kind: fakeapi.OK, Text: "One."},
		{Kind: fakeapi.Cut}, {Kind: fakeapi.OK, Text: "Two."},
		{Kind: fakeapi.ContextWindow}, {Kind: fakeapi.OK, Text: "Three."},
		{Kind: fakeapi.UnknownModel},
	}}})
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Zero.")
	for _, c := range []struct {
		title, key, countdown, answer string
		models                        bool // others are offered
	}{
		{"usage limit reached until ", "w", "retry in 2:0", "• One.", false},
		{"the connection broke off", "w", "retry in ", "• Two.", false},
		{"no longer fits into " + crowded, "c", "", "• Three.", false},
		{crowded + " cannot be used here", "1", "", "now on " + firstAlt, true},
	} {
		s.idle()
		s.submit("and now")
		s.seeAny(c.title)
		s.seeAny(" esc")
		if got := strings.Contains(strings.Join(s.rows(), "\n"), "1 "+firstAlt); got != c.models {
			t.Errorf("%s: other models are offered: %v", c.title, got)
		}
		read()
		s.key(c.key)
		if c.countdown != "" {
			s.seeAny(c.countdown)
			s.settleCountdown()
			s.key("Space")
		}
		s.seeAny(c.answer)
	}
	s.settle()
	s.quit()
	want := "in_place in_place in_place in_place"
	if daemon.missing() {
		want = "resume resume in_place fork"
	}
	if got := l.modes(); got != want {
		t.Errorf("went on by %q, want %q", got, want)
	}
	s.endsClean()
}
