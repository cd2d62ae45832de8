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

func TestARefusalIsFoundInEachModeOfTheComposer(t *testing.T) {
	if release != newest && release != "0.163.0" {
		t.Skip("the modes look the same in the releases that have them")
	}
	t.Run("plan", func(t *testing.T) {
		t.Parallel()
		s := newLab(t, options{}).open()
		s.line("cxhook run")
		s.idle()
		s.typed("/plan")
		s.settle()
		s.key("Enter")
		s.wait("plan mode", func(rows []string) bool { return onScreen(rows, "Plan mode") && !onScreen(rows, "/plan") })
		s.ask("hello")
		s.bar(crowded, firstAlt)
	})
	t.Run("vim", func(t *testing.T) {
		t.Parallel()
		s := newLab(t, options{}).open()
		s.line("cxhook run -- -c tui.vim_mode_default=true")
		s.idle()
		s.seeAny("Vim: Insert")
		s.key("Escape")
		s.seeAny("Vim: Normal")
		s.typed("i")
		s.seeAny("Vim: Insert")
		s.ask("hello")
		s.bar(crowded, firstAlt)
	})
}
