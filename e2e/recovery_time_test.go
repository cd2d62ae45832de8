//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// timesVariable is how often the way from the key to the first request is measured, beside codex's own start.
const timesVariable = "CXHOOK_E2E_TIMES"

// TestTimeFromTheKeyToTheFirstRequest measures, and judges nothing: docs/recovery.md holds the numbers.
func TestTimeFromTheKeyToTheFirstRequest(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(timesVariable))
	if n == 0 {
		t.Skip("measures: set " + timesVariable + "=10")
	}
	for _, c := range []struct {
		name  string
		needs feature
		set   string
	}{{"in place", daemon, ""}, {"by a new codex", always, relaunch}} {
		t.Run(c.name, func(t *testing.T) {
			needs(t, c.needs)
			var own, whole, over []time.Duration
			for range n {
				l := newLab(t, options{models: map[string]fakeapi.Script{crowded: refused}})
				l.settings(c.set)
				s := l.wrapped()
				s.line("codex -m " + otherAlt + " warm") // starts the daemon
				l.turnOn(otherAlt)
				s.see("• Done")
				s.quit()
				before := len(l.asked())
				s.clear()
				s.typed("command codex -m " + otherAlt + " hello")
				began := time.Now()
				s.key("Enter")
				start := l.turnAfter(before).At.Sub(began)
				s.see("• Done")
				s.quit()
				s.clear()
				s.line("codex")
				s.submit("hello")
				s.bar(crowded, firstAlt)
				read()
				began = time.Now()
				s.key("1")
				key := l.turnOn(firstAlt).At.Sub(began)
				s.see("• Done")
				own, whole, over = append(own, start), append(whole, key), append(over, key-start)
			}
			load, _ := os.ReadFile("/proc/loadavg")
			fmt.Printf("MEASURED %s %s: codex's own start %v, key to request %v, difference %v (medians of %d; load %s)\n",
				release, c.name, median(own), median(whole), median(over), n, strings.Fields(string(load))[0])
			fmt.Printf("MEASURED %s %s: own %v\n  key %v\n", release, c.name, own, whole)
		})
	}
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2].Round(time.Millisecond)
}
