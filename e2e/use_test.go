//go:build e2e

package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// What cxhook use writes is what the next codex asks for, and going back brings the file back byte for byte.
func TestUseChangesTheModelOnTheWireAndBack(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: map[string]fakeapi.Script{}})
	file := filepath.Join(l.codex, "config.toml")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ word, asked string }{{firstAlt, firstAlt}, {otherAlt, otherAlt}, {"-", crowded}} {
		if out, err := l.command("cxhook", "use", c.word).CombinedOutput(); err != nil {
			t.Fatalf("cxhook use %s: %v\n%s", c.word, err, out)
		}
		seen := l.turns(c.asked)
		if out, err := l.command("codex", "exec", "--skip-git-repo-check", "hi").CombinedOutput(); err != nil {
			t.Fatalf("codex: %v\n%s", err, out)
		}
		if l.turns(c.asked) != seen+1 {
			t.Errorf("after use %s codex did not ask %s: %+v", c.word, c.asked, l.api.Requests())
		}
	}
	after, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("%v\n%s", err, after)
	}
}
