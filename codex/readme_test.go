package codex

import (
	"os"
	"strings"
	"testing"
)

func TestTheReadmesTellWhatIsSentInTheUsersName(t *testing.T) {
	for _, name := range []string{"../README.md", "../README.zh-CN.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), ContinueMessage) {
			t.Errorf("%s does not have %q", name, ContinueMessage)
		}
	}
}
