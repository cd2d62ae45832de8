//go:build e2e

package e2e

import "testing"

// The composer looks different by effort and by the terminal's colours: a refusal is found beside each.
func TestARefusalIsFoundHoweverTheComposerLooks(t *testing.T) {
	for colours, environment := range map[string]string{
		"24 bits":          "",
		"256 colours":      "env -u COLORTERM TERM=xterm-256color ",
		"16 colours":       "env -u COLORTERM TERM=xterm ",
		"without a colour": "NO_COLOR=1 ",
	} {
		efforts := []string{"max", "ultra"}
		if release == "0.106.0" {
			efforts = []string{"xhigh"} // the highest that it knows
		}
		for _, effort := range efforts {
			t.Run(colours+", effort "+effort, func(t *testing.T) {
				t.Parallel()
				l := newLab(t, options{})
				s := l.open()
				s.line(environment + "cxhook run -- -c model_reasoning_effort=" + effort + " hello")
				s.bar(crowded, firstAlt)
			})
		}
	}
}
