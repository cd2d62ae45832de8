package codex

import (
	"encoding/json"
	"github.com/cxhook/cxhook/internal/untrusted"
	"path/filepath"
	"strconv"
	"strings"
)

// Release is the number of the release, "0.171.0", as npm's package says beside the
// launcher; "" where it cannot be told without running the program.
func (b Binary) Release() string {
	launcher, err := filepath.EvalSymlinks(b.Path) // PACKAGE/bin/codex.js
	if err != nil {
		return ""
	}
	text, err := untrusted.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(launcher)), "package.json"), 64<<10)
	var p struct{ Name, Version string }
	if err != nil || json.Unmarshal(text, &p) != nil || p.Name != "@openai/codex" {
		return ""
	}
	return p.Version
}

// ReadsInput tells whether codex exec of a release reads a standard input that is not
// a terminal: without a prompt always, and since 0.118.0 behind one too. Unknown
// releases are taken for late ones.
func (a Args) ReadsInput(release string) bool {
	prompt, ok := a.Prompt()
	return a.Exec() && (!ok || prompt == "-" || !Older(release, "0.118"))
}

// Older compares releases by their numbers. What is no number is not older.
func Older(release, than string) bool {
	a, b := strings.Split(release, "."), strings.Split(than, ".")
	for i := range min(len(a), len(b)) {
		x, errX := strconv.Atoi(a[i])
		y, errY := strconv.Atoi(b[i])
		if errX != nil || errY != nil {
			return false
		}
		if x != y {
			return x < y
		}
	}
	return false
}
