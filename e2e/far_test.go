//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

// A terminal at the end of a slow link: its answers to codex's own queries come that late. What its user sees is half of
// that older, and what the user types comes half of that later; a key is sent here at the moment in which it arrives.
func TestAKeyPressedBeforeTheBarCouldBeSeenIsNoAnswer(t *testing.T) {
	trips := []time.Duration{2 * time.Second}
	if release == newest {
		trips = append(trips, 0, 600*time.Millisecond)
	}
	for _, trip := range trips {
		t.Run(trip.String(), func(t *testing.T) {
			t.Parallel()
			for _, c := range []struct {
				name    string
				after   time.Duration // the bar was drawn
				chooses bool
			}{
				{"pressed before it was in sight", trip / 4, false},
				{"pressed when it had been read", trip + reading, true},
			} {
				if trip == 0 && !c.chooses {
					continue // the bar is seen here too late for a key that is too early
				}
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					l := newLab(t, options{})
					s := console.Start(t, console.Options{
						Cols: l.cols, Rows: l.rows, Answer: true, Delay: trip, Dir: l.project,
						Cmd: []string{cxhookPath, "run", "hello"}, Env: append(l.env(), "TERM=xterm-256color"),
					})
					seen := func(text string) bool {
						return until(t, func() bool { return strings.Contains(strings.Join(s.Text(), "\n"), text) })
					}
					if !seen("1 " + firstAlt) {
						t.Fatalf("no bar on\n%s", strings.Join(s.Text(), "\n"))
					}
					time.Sleep(c.after) // it is this time that the test is about
					s.Type("1")
					if c.chooses {
						l.turnOn(firstAlt)
						return
					}
					s.WaitFor(func(screen *terminal.Screen) bool { return strings.Contains(text(screen), "› 1") }, "the key in codex's composer")
					if n := l.turns(firstAlt); n != 0 {
						t.Errorf("%d turns on %s", n, firstAlt)
					}
				})
			}
		})
	}
}

func text(s *terminal.Screen) string {
	var rows []string
	_, n := s.Size()
	for y := range n {
		rows = append(rows, s.Row(y).Text())
	}
	return strings.Join(rows, "\n")
}
