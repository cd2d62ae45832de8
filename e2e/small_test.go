//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/terminal"
)

// The bar with more models than fit, on small terminals on which codex shows the whole sentence: there is something to choose from, what is typed stays in sight, and a
// key does what the bar says.
func TestTheBarFitsSmallTerminalsAndLeavesTheComposerFree(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {80, 24}, {40, 12}, {24, 12}, {20, 12}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{})
			l.write("x/cxhook/config.toml", `models = [
	"gpt-6-sol", "gpt-6.1-sol", "gpt-6.2-sol", "gpt-6.2-astra", "gpt-6.1-terra", "gpt-6-astra", "gpt-6-luna", "gpt-5.6-terra", "gpt-5.6-luna",
]
`)
			s := console.Start(t, console.Options{
				Cols: size[0], Rows: size[1], Answer: true, Dir: l.project,
				Cmd: []string{cxhookPath, "run", "hello"}, Env: append(l.env(), "TERM=xterm-256color"),
			})
			s.WaitFor(func(screen *terminal.Screen) bool { return strings.Contains(text(screen)+"\n", " 1 gpt-6-sol") }, "a model on key 1")
			if !strings.Contains("\n"+strings.Join(s.Text(), "\n"), "\n› ") {
				t.Errorf("the composer is covered:\n%s", strings.Join(s.Text(), "\n"))
			}
			time.Sleep(reading)
			s.Type("1")
			if until(t, func() bool {
				return l.turns("gpt-6-sol") > 0 || strings.Contains(strings.Join(s.Text(), "\n"), "› 1")
			}) && l.turns("gpt-6-sol") == 0 {
				s.Type("\x7f") // the terminal had taken longer than that to answer codex: the key was too early
				time.Sleep(4 * reading)
				s.Type("1")
			}
			if !until(t, func() bool { return l.turns("gpt-6-sol") > 0 }) {
				t.Errorf("no turn on the model of the key pressed; the screen is\n%s", strings.Join(s.Text(), "\n"))
			}
		})
	}
}
