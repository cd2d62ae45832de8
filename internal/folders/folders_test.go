package folders

import (
	"testing"

	"github.com/adrg/xdg"
)

func TestTheFoldersAreTheDocumentedOnesOnEverySystem(t *testing.T) {
	for _, test := range []struct {
		variable, value      string
		config, state, cache string
	}{
		{"HOME", "/home/user", "/home/user/.config/cxhook", "/home/user/.local/state/cxhook", "/home/user/.cache/cxhook"},
		{"XDG_CONFIG_HOME", "/c", "/c/cxhook", "/home/user/.local/state/cxhook", "/home/user/.cache/cxhook"},
		{"XDG_STATE_HOME", "/s", "/home/user/.config/cxhook", "/s/cxhook", "/home/user/.cache/cxhook"},
		{"XDG_CACHE_HOME", "/a", "/home/user/.config/cxhook", "/home/user/.local/state/cxhook", "/a/cxhook"},
		{"XDG_CONFIG_HOME", "relative", "/home/user/.config/cxhook", "/home/user/.local/state/cxhook", "/home/user/.cache/cxhook"},
	} {
		t.Run(test.variable+"="+test.value, func(t *testing.T) {
			for _, v := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
				t.Setenv(v, "")
			}
			t.Setenv("HOME", "/home/user")
			xdg.Reload() // it reads the environment when a program starts
			t.Setenv(test.variable, test.value)
			if c, s, a := Config("f"), State("f"), Cache(); c != test.config+"/f" || s != test.state+"/f" || a != test.cache {
				t.Errorf("%s, %s, %s; want %s, %s, %s", c, s, a, test.config, test.state, test.cache)
			}
		})
	}
}

func TestWithoutAHomeThereIsNoPlace(t *testing.T) {
	for _, v := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(v, "")
	}
	if c, s, a := Config("f"), State("f"), Cache(); c+s+a != "" {
		t.Errorf("%q, %q, %q", c, s, a)
	}
}
