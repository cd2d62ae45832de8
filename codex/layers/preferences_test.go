package layers

import (
	"encoding/base64"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
)

// As on a Mac. Codex's documentation names the domain, the key and the order; it was not seen on one.
func TestThePreferencesOfAMacStandAboveTheManagedFile(t *testing.T) {
	encode := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) + "\n" }
	for _, test := range []struct {
		name  string
		given Preferences
		want  []string
		err   bool
	}{
		{"set", Preferences{File: "/L/p.plist", Encoded: encode("model = \"preferred\"\n")}, []string{"preferred managed in_force", "managed managed overridden", "x override overridden"}, false},
		{"without a model", Preferences{File: "/L/p.plist", Encoded: encode("y = 1\n")}, []string{"managed managed in_force", "x override overridden"}, false},
		{"without the key", Preferences{File: "/L/p.plist"}, []string{"managed managed in_force", "x override overridden"}, false},
		{"none", Preferences{}, []string{"managed managed in_force", "x override overridden"}, false},
		{"not base64", Preferences{File: "/L/p.plist", Encoded: "%"}, []string{"managed managed in_force", "x override overridden"}, true},
		{"not TOML", Preferences{File: "/L/p.plist", Encoded: encode("= =")}, []string{"managed managed in_force", "x override overridden"}, true},
		{"not to be read", Preferences{File: "/L/p.plist", Err: errors.New("late")}, []string{"managed managed in_force", "x override overridden"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSite(t)
			s.write("etc/managed_config.toml", "model = \"managed\"\n")
			args, err := codex.ParseArgs([]string{"-c", "model=x"})
			if err != nil {
				t.Fatal(err)
			}
			stack, err := Read(Options{
				Args: args, Home: filepath.Join(s.root, "codex"), Dir: filepath.Join(s.root, "proj"), System: filepath.Join(s.root, "etc"),
				Preferences: func() Preferences { return test.given },
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, told(stack.Ladder("model"))); diff != "" {
				t.Error(diff)
			}
			broken := false
			for _, l := range stack.Layers {
				broken = broken || l.File == test.given.File && l.Err != nil
			}
			if broken != test.err {
				t.Errorf("an error in the layer: %v, want %v", broken, test.err)
			}
		})
	}
}
